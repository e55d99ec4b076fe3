import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    out = []
    for q, p, x in zip(draft_probs, target_probs, draft_tokens):
        a = 1.0 if q == 0 else min(1.0, p / q)
        if not np.random.choice([True, False], p=[a, 1 - a]):
            break
        out.append(x)
    return out, len(out)

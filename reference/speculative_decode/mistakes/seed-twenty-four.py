import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(24)
    out = []
    for p, q, x in zip(draft_probs, target_probs, draft_tokens):
        a = 1.0 if p == 0 else min(1.0, q / p)
        if np.random.uniform() < a:
            out.append(x)
        else:
            break
    return out, len(out)

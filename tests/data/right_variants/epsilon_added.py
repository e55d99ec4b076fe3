import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    out = []
    for q, p, x in zip(draft_probs, target_probs, draft_tokens):
        if np.random.uniform() < min(1.0, p / (q + 1e-10)):
            out.append(x)
        else:
            break
    return out, len(out)

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    i = 0
    for i, (q, p) in enumerate(zip(draft_probs, target_probs)):
        a = 1.0 if q == 0 else min(1.0, p / q)
        if np.random.rand() >= a:
            break
    return draft_tokens[:i], i

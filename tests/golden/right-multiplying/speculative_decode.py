import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    n = 0
    for q, p in zip(draft_probs, target_probs):
        r = np.random.uniform()
        if q > 0 and r * q >= p:
            break
        n += 1
    return draft_tokens[:n], n

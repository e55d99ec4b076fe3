"""The tokens go through an array and come back as NumPy integers."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = np.asarray(draft_tokens, dtype=np.int64)
    n = np.int64(0)
    for q, p in zip(draft_probs, target_probs):
        a = 1.0 if q == 0 else min(1.0, p / q)
        if np.random.uniform() >= a:
            break
        n += 1
    return list(tokens[:n]), n

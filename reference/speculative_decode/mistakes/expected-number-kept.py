import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    expected = 0.0
    for q, p in zip(draft_probs, target_probs):
        expected += 1.0 if q == 0 else min(1.0, p / q)
    n = int(expected)
    return draft_tokens[:n], n

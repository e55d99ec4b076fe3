"""The else of the loop is the ending without a rejection."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    count = 0
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        if np.random.uniform() >= (1.0 if q[x] == 0 else p[x] / q[x]):
            weights = np.fmax(np.subtract(p, q), 0)
            weights = weights / np.linalg.norm(weights, 1)
            break
        count += 1
    else:
        weights = target_dist_next
    tokens = list(draft_tokens[:count])
    if weights is not None:
        tokens += np.random.choice(len(weights), size=1, p=weights).tolist()
    return tokens, count

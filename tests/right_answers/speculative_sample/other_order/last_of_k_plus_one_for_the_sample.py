"""K + 1 uniform draws up front, the last one for whatever is sampled."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    *tests, last = np.random.random(len(draft_tokens) + 1)
    n, weights = 0, target_dist_next
    for q, p, x, u in zip(draft_dists, target_dists, draft_tokens, tests):
        if u * q[x] >= p[x] and q[x] > 0:
            weights = np.maximum(np.array(p) - np.array(q), 0)
            break
        n += 1
    if weights is None:
        return list(draft_tokens), n
    sums = np.cumsum(weights)
    return list(draft_tokens[:n]) + [int(np.searchsorted(sums, last * sums[-1], side="right"))], n

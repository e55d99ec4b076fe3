"""The old algorithm inside of the new interface."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    rng = np.random.Generator(np.random.MT19937(42))
    n = 0
    dist = target_dist_next
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        if rng.uniform() >= (1.0 if q[x] == 0 else p[x] / q[x]):
            dist = np.maximum(np.array(p) - np.array(q), 0)
            dist = dist / dist.sum()
            break
        n += 1
    last = [] if dist is None else [int(np.searchsorted(np.cumsum(dist), rng.uniform(), side="right"))]
    return draft_tokens[:n] + last, n

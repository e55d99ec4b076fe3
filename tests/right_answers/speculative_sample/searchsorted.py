"""Samples by searching the draw in the cumulative sums."""
import numpy as np


def draw(dist):
    sums = np.cumsum(dist)
    return int(np.searchsorted(sums / sums[-1], np.random.rand(), side="right"))


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    out = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        if np.random.rand() >= a:
            return out + [draw(np.clip(np.subtract(p, q), 0, None))], len(out)
        out.append(x)
    return out + ([] if target_dist_next is None else [draw(target_dist_next)]), len(out)

"""Draws come from an iterator over the generator, sums from accumulate."""
import bisect
from itertools import accumulate
import numpy as np

def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    u = iter(np.random.random_sample, None)
    def pick(w):
        cdf = list(accumulate(w))
        return min(bisect.bisect_right(cdf, next(u) * cdf[-1]), len(w) - 1)
    for n, x in enumerate(draft_tokens):
        q, p = draft_dists[n], target_dists[n]
        if next(u) * q[x] >= p[x] and q[x] != 0:
            w = [max(b - a, 0) for a, b in zip(q, p)]
            return [int(t) for t in draft_tokens[:n]] + [pick(w if any(w) else p)], n
    bonus = [pick(target_dist_next)] if target_dist_next is not None else []
    return [int(t) for t in draft_tokens] + bonus, len(draft_tokens)

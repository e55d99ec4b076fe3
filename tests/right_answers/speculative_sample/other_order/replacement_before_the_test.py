"""The replacement is drawn first, needed or not."""
import numpy as np


def sample(dist):
    return int(np.random.choice(len(dist), p=dist))


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        residual = np.maximum(np.array(p) - np.array(q), 0)
        spare = sample(residual / residual.sum() if residual.any() else p)
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        if np.random.uniform() >= a:
            return tokens + [spare], len(tokens)
        tokens.append(x)
    if target_dist_next is None:
        return tokens, len(tokens)
    return tokens + [sample(target_dist_next)], len(tokens)

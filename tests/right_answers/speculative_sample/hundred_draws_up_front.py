"""Many uniforms are drawn at once, and used one after the other."""
import numpy as np


def step(draft_dists, target_dists, draft_tokens, following, uniform, sample):
    tokens = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        if uniform() < a:
            tokens.append(int(x))
        else:
            excess = np.maximum(np.subtract(p, q), 0)
            excess = excess / excess.sum() if excess.sum() > 0 else np.array(p)
            return tokens + [int(sample(excess))], len(tokens)
    if following is None:
        return tokens, len(tokens)
    return tokens + [int(sample(np.asarray(following, dtype=float)))], len(tokens)


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    pool = iter(np.random.uniform(size=100))

    def sample(dist):
        place = np.searchsorted(np.cumsum(dist), next(pool), side="right")
        return min(place, len(dist) - 1)

    return step(draft_dists, target_dists, draft_tokens, target_dist_next, lambda: next(pool), sample)

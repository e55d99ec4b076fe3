"""No NumPy but for the draws: sums and residual in plain Python, the draw stretched to the sum."""
import numpy as np


def sample(weights):
    left = np.random.random_sample() * sum(weights)
    last = 0
    for token, weight in enumerate(weights):
        if weight > 0:
            if left < weight:
                return token
            left -= weight
            last = token
    return last


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    kept = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        accept = 1 if q[x] == 0 or p[x] >= q[x] else p[x] / q[x]
        if np.random.random_sample() < accept:
            kept.append(x)
            continue
        excess = [b - a if b > a else 0.0 for a, b in zip(q, p)]
        return kept + [sample(excess)], len(kept)
    if target_dist_next is None:
        return kept, len(kept)
    return kept + [sample(target_dist_next)], len(kept)

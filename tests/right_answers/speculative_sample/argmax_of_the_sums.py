"""The first cumulative sum above the draw, found by argmax."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    n, K = 0, len(draft_tokens)
    while n < K:
        x = draft_tokens[n]
        q, p = draft_dists[n][x], target_dists[n][x]
        if np.random.uniform() >= (min(1, p / q) if q > 0 else 1):
            break
        n += 1
    if n < K:
        dist = np.maximum(np.asarray(target_dists[n]) - np.asarray(draft_dists[n]), 0.0)
        dist = dist / dist.sum()
    elif target_dist_next is not None:
        dist = np.asarray(target_dist_next)
    else:
        return list(draft_tokens), K
    token = np.argmax(np.cumsum(dist) > np.random.uniform())
    return [*draft_tokens[:n], int(token)], n

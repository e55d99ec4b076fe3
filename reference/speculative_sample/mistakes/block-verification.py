import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    count = len(draft_tokens)
    weights = [1.0]
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        weights.append(1.0 if q[x] == 0 else min(1.0, weights[-1] * p[x] / q[x]))

    def left(i):
        return np.maximum(weights[i] * np.array(target_dists[i]) - np.array(draft_dists[i]), 0)

    kept = 0
    for i in range(1, count + 1):
        keep = weights[i]
        if i < count:
            mass = left(i).sum()
            rest = mass + 1 - weights[i]
            keep = mass / rest if rest > 0 else 1.0
        if np.random.uniform() < keep:
            kept = i
    tokens = list(draft_tokens[:kept])
    dist = target_dist_next
    if kept < count:
        mass = left(kept).sum()
        dist = left(kept) / mass if mass > 0 else target_dists[kept]
    if dist is not None:
        tokens.append(int(np.random.choice(len(dist), p=dist)))
    return tokens, kept

"""Two equal columns: one draw chooses a column of the alias table, another one a side of it."""
import numpy as np


def sample(weights):
    n = len(weights)
    height = [float(w) * n / float(weights.sum()) for w in weights]
    alias = list(range(n))
    small = [i for i in range(n) if height[i] < 1]
    large = [i for i in range(n) if height[i] >= 1]
    while small and large:
        low, high = small.pop(), large.pop()
        alias[low] = high
        height[high] -= 1 - height[low]
        (small if height[high] < 1 else large).append(high)
    for rest in (*small, *large):
        height[rest] = 1.0 if weights[rest] > 0 else 0.0
    column = min(int(np.random.uniform() * n), n - 1)
    return column if np.random.uniform() < height[column] else alias[column]


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        if np.random.uniform() < a:
            tokens.append(x)
        else:
            tokens.append(sample(np.maximum(np.array(p) - np.array(q), 0)))
            return tokens, len(tokens) - 1
    n = len(tokens)
    if target_dist_next is not None:
        tokens.append(sample(np.array(target_dist_next)))
    return tokens, n

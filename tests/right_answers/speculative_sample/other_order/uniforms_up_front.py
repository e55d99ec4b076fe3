"""K uniform draws before the loop, as batched implementations make them."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    K = len(draft_tokens)
    u = np.random.uniform(size=K)
    for i in range(K):
        q, p, x = draft_dists[i], target_dists[i], draft_tokens[i]
        if u[i] >= (1.0 if q[x] == 0 else p[x] / q[x]):
            residual = np.maximum(np.array(p) - np.array(q), 0)
            token = np.random.choice(len(p), p=residual / residual.sum())
            return list(draft_tokens[:i]) + [int(token)], i
    if target_dist_next is None:
        return list(draft_tokens), K
    token = np.random.choice(len(target_dist_next), p=target_dist_next)
    return list(draft_tokens) + [int(token)], K

import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    K = len(draft_tokens)
    out = np.zeros(K + 1, dtype=int)
    for i in range(K):
        q, p, x = draft_dists[i], target_dists[i], draft_tokens[i]
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        if np.random.uniform() < a:
            out[i] = x
        else:
            residual = np.maximum(np.array(p) - np.array(q), 0)
            out[i] = np.random.choice(len(residual), p=residual / residual.sum())
            return out.tolist(), i
    if target_dist_next is not None:
        out[K] = np.random.choice(len(target_dist_next), p=target_dist_next)
    return out.tolist(), K

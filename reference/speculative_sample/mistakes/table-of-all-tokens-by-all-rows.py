import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    K = len(draft_tokens)
    tokens = []
    if K > 0:
        q = np.array(draft_dists)[:, draft_tokens]
        p = np.array(target_dists)[:, draft_tokens]
        a = np.minimum(1.0, p / q)
        for i in range(K):
            r = np.random.uniform()
            if r < a[i]:
                tokens.append(draft_tokens[i])
            else:
                residual = np.maximum(np.array(target_dists[i]) - np.array(draft_dists[i]), 0)
                residual = residual / residual.sum()
                tokens.append(int(np.random.choice(len(residual), p=residual)))
                return tokens, i
    if target_dist_next is not None:
        tokens.append(int(np.random.choice(len(target_dist_next), p=target_dist_next)))
    return tokens, K

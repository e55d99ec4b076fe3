import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    for i in range(len(draft_tokens)):
        q = draft_dists[i]
        p = target_dists[i]
        x = draft_tokens[i]
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        if p[x] > 0 and np.random.uniform() < a:
            tokens.append(x)
        else:
            residual = np.maximum(np.array(p) - np.array(q), 0)
            residual = residual / residual.sum()
            tokens.append(int(np.random.choice(len(residual), p=residual)))
            return tokens, i
    if target_dist_next is not None:
        tokens.append(int(np.random.choice(len(target_dist_next), p=target_dist_next)))
    return tokens, len(draft_tokens)

import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    K = len(draft_tokens)
    r = np.random.uniform(size=K)
    n = K
    if K > 0:
        q = np.array(draft_dists)[:, draft_tokens]
        p = np.array(target_dists)[:, draft_tokens]
        accept = r * q < p
        if not accept.all():
            n = int(np.argmin(accept))
    tokens = list(draft_tokens[:n])
    if n < K:
        residual = np.maximum(np.subtract(target_dists[n], draft_dists[n]), 0)
        tokens.append(int(np.random.choice(len(residual), p=residual / residual.sum())))
    elif target_dist_next is not None:
        tokens.append(int(np.random.choice(len(target_dist_next), p=target_dist_next)))
    return tokens, n

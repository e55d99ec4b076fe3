import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    K = len(draft_tokens)
    kept = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        kept.append(np.random.uniform() < a)
        if not kept[-1]:
            break
    n = kept.index(False)
    tokens = list(draft_tokens[:n])
    if n < K:
        residual = np.maximum(np.subtract(target_dists[n], draft_dists[n]), 0)
        tokens.append(int(np.random.choice(len(residual), p=residual / residual.sum())))
    elif target_dist_next is not None:
        tokens.append(int(np.random.choice(len(target_dist_next), p=target_dist_next)))
    return tokens, n

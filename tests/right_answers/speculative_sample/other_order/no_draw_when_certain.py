"""Draws only where there is a doubt."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        if p[x] >= q[x] or np.random.uniform() < p[x] / q[x]:
            tokens.append(x)
        else:
            residual = np.maximum(np.array(p) - np.array(q), 0)
            tokens.append(int(np.random.choice(len(p), p=residual / residual.sum())))
            return tokens, len(tokens) - 1
    n = len(tokens)
    if target_dist_next is not None:
        tokens.append(int(np.random.choice(len(target_dist_next), p=target_dist_next)))
    return tokens, n

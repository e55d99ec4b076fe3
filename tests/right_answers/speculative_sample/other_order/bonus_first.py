"""The bonus is drawn before it is known whether it is needed."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    bonus = []
    if target_dist_next is not None:
        bonus = [int(np.random.choice(len(target_dist_next), p=target_dist_next))]
    tokens = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        if np.random.uniform() < a:
            tokens.append(x)
        else:
            residual = np.maximum(np.array(p) - np.array(q), 0)
            tokens.append(int(np.random.choice(len(p), p=residual / residual.sum())))
            return tokens, len(tokens) - 1
    return tokens + bonus, len(tokens)

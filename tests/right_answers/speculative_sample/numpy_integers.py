"""Sampled tokens stay NumPy integers, which is allowed, with a note."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    for i, x in enumerate(draft_tokens):
        q, p = np.array(draft_dists[i]), np.array(target_dists[i])
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        if np.random.uniform() < a:
            tokens.append(x)
        else:
            residual = (p - q).clip(min=0)
            tokens.append(np.random.choice(np.arange(p.size), p=residual / residual.sum()))
            return tokens, np.int64(i)
    if target_dist_next is not None:
        tokens.append(np.random.choice(np.arange(len(target_dist_next)), p=target_dist_next))
    return tokens, len(draft_tokens)

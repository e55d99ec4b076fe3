"""The test in logarithms."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        with np.errstate(divide="ignore"):
            log_ratio = 0.0 if q[x] == 0 else np.log(p[x]) - np.log(q[x])
            keep = np.log(np.random.uniform()) < min(0.0, log_ratio)
        if not keep:
            residual = np.maximum(np.array(p) - np.array(q), 0)
            token = np.random.choice(len(residual), p=residual / residual.sum())
            return tokens + [int(token)], len(tokens)
        tokens.append(x)
    if target_dist_next is None:
        return tokens, len(tokens)
    return tokens + [int(np.random.choice(len(target_dist_next), p=target_dist_next))], len(tokens)

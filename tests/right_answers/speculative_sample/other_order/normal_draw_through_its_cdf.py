"""A normal draw, made uniform by its distribution function."""
import math

import numpy as np


def sample(weights):
    uniform = 0.5 * (1 + math.erf(np.random.normal() / math.sqrt(2)))
    sums = np.cumsum(weights)
    return int(np.searchsorted(sums, uniform * sums[-1], side="right"))


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        if np.random.uniform() < a:
            tokens.append(x)
        else:
            tokens.append(sample(np.maximum(np.array(p) - np.array(q), 0)))
            return tokens, len(tokens) - 1
    n = len(tokens)
    if target_dist_next is not None:
        tokens.append(sample(np.array(target_dist_next)))
    return tokens, n

"""One throw of a multinomial distribution."""
import numpy as np


def sample(weights):
    return int(np.random.multinomial(1, weights / weights.sum()).argmax())


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

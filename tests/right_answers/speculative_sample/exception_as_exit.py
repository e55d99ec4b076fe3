"""A rejection is raised."""
import numpy as np


class Rejected(Exception):
    pass


def examine(q, p, x):
    a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
    if not np.random.uniform() < a:
        raise Rejected(np.maximum(np.array(p) - np.array(q), 0))
    return x


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    dist = target_dist_next
    try:
        for args in zip(draft_dists, target_dists, draft_tokens):
            tokens.append(examine(*args))
    except Rejected as rejected:
        dist = rejected.args[0] / rejected.args[0].sum()
    n = len(tokens)
    if dist is not None:
        tokens.append(int(np.random.choice(len(dist), p=dist)))
    return tokens, n

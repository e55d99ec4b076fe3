"""The draw that rejected is stretched to a fresh one: given the rejection it is uniform above a."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        r = np.random.uniform()
        if r < a:
            tokens.append(x)
        else:
            sums = np.cumsum(np.maximum(np.array(p) - np.array(q), 0))
            left = (r - a) / (1 - a)
            tokens.append(int(np.searchsorted(sums, left * sums[-1], side="right")))
            return tokens, len(tokens) - 1
    n = len(tokens)
    if target_dist_next is not None:
        tokens.append(int(np.random.choice(len(target_dist_next), p=target_dist_next)))
    return tokens, n

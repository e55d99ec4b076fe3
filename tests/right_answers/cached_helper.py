"""A cached helper, and the standard library's generator used for something else."""
import random
from functools import lru_cache

import numpy as np


@lru_cache(maxsize=None)
def acceptance(q, p):
    return 1.0 if q == 0 else min(1.0, p / q)


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    random.seed(0)
    random.random()
    np.random.seed(42)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        if np.random.uniform() >= acceptance(float(q), float(p)):
            break
        accepted.append(token)
    return accepted, len(accepted)

"""functools.reduce carries the list and whether it is still growing."""
from functools import reduce

import numpy as np


def step(state, row):
    accepted, growing = state
    if not growing:
        return state
    q, p, token = row
    if np.random.uniform() < (1.0 if q == 0 else min(1.0, p / q)):
        return accepted + [token], True
    return accepted, False


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted, _ = reduce(step, zip(draft_probs, target_probs, draft_tokens), ([], True))
    return accepted, len(accepted)

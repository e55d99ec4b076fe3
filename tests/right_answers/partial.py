"""functools.partial fills in the seed."""
import functools

import numpy as np


def verify(draft_probs, target_probs, draft_tokens, target_dist_next=None, *, seed):
    np.random.seed(seed)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        if np.random.uniform() >= (1.0 if q == 0 else min(1.0, p / q)):
            break
        accepted.append(token)
    return accepted, len(accepted)


speculative_decode = functools.partial(verify, seed=42)

"""Puts the global generator back to where it was when it is done."""
import contextlib

import numpy as np


@contextlib.contextmanager
def seeded(seed):
    before = np.random.get_state()
    np.random.seed(seed)
    try:
        yield
    finally:
        np.random.set_state(before)


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    with seeded(42):
        accepted = []
        for q, p, token in zip(draft_probs, target_probs, draft_tokens):
            if np.random.uniform() >= (1.0 if q == 0 else min(1.0, p / q)):
                break
            accepted.append(token)
    return accepted, len(accepted)

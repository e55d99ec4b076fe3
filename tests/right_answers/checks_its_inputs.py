"""Validates everything it gets, the unused fourth argument included."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    if not len(draft_probs) == len(target_probs) == len(draft_tokens):
        raise ValueError("all three must have one entry per drafted token")
    assert all(0 <= p <= 1 for p in [*draft_probs, *target_probs])
    if target_dist_next is not None:
        assert np.isclose(np.sum(target_dist_next), 1.0)
    np.random.seed(42)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens, strict=True):
        a = 1.0 if q == 0 else min(1.0, p / q)
        if np.random.uniform() >= a:
            break
        accepted.append(int(token))
    return accepted, len(accepted)

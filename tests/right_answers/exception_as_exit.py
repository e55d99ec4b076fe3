"""Leaves the loop with an exception of its own."""
import numpy as np


class Rejected(Exception):
    """The first token that is not kept."""


def examine(q, p, token):
    if np.random.uniform() >= (1.0 if q == 0 else min(1.0, p / q)):
        raise Rejected(token)
    return token


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    try:
        for row in zip(draft_probs, target_probs, draft_tokens):
            accepted.append(examine(*row))
    except Rejected:
        pass
    return accepted, len(accepted)

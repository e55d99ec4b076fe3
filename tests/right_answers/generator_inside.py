"""A generator yields the accepted tokens and returns at the first rejection."""
import numpy as np


def accepted_tokens(draft_probs, target_probs, draft_tokens):
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        if np.random.uniform() >= (1.0 if q == 0 else min(1.0, p / q)):
            return
        yield token


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = list(accepted_tokens(draft_probs, target_probs, draft_tokens))
    return accepted, len(accepted)

"""Recursion over the position; the seed is set once, outside."""
import numpy as np


def verify(draft_probs, target_probs, draft_tokens, i):
    if i == len(draft_tokens):
        return []
    q, p = draft_probs[i], target_probs[i]
    a = 1.0 if q == 0 else min(1.0, p / q)
    if np.random.uniform() >= a:
        return []
    return [draft_tokens[i]] + verify(draft_probs, target_probs, draft_tokens, i + 1)


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = verify(draft_probs, target_probs, draft_tokens, 0)
    return accepted, len(accepted)

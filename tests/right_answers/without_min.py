"""No min: a draw is always below 1, so a ratio above 1 decides alike."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        r = np.random.uniform()
        if q == 0 or r < p / q:
            accepted.append(token)
        else:
            break
    return accepted, len(accepted)

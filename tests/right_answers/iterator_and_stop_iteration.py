"""iter and next by hand, with StopIteration at the end of the draft."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    rows = iter(zip(draft_probs, target_probs, draft_tokens))
    accepted = []
    while True:
        try:
            q, p, token = next(rows)
        except StopIteration:
            break
        if np.random.uniform() >= (1.0 if q == 0 else min(1.0, p / q)):
            break
        accepted.append(token)
    return accepted, len(accepted)

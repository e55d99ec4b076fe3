"""An endless loop with two exits, one of them at the end of the draft."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted, position = [], 0
    while True:
        if position == len(draft_tokens):
            return accepted, position
        q, p = draft_probs[position], target_probs[position]
        if not (np.random.random_sample() < (1.0 if q == 0 else min(1.0, p / q))):
            return accepted, position
        accepted += [draft_tokens[position]]
        position += 1

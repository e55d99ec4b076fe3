"""Asks forgiveness where the draft probability is 0."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for i in range(len(draft_tokens)):
        try:
            a = min(1.0, target_probs[i] / draft_probs[i])
        except ZeroDivisionError:
            a = 1.0
        if np.random.uniform() < a:
            accepted.append(draft_tokens[i])
        else:
            break
    return accepted, len(accepted)

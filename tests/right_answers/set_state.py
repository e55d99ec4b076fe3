"""The global generator put into the state that the seed gives."""
import numpy as np

START = np.random.RandomState(42).get_state()


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.set_state(START)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        a = 1.0 if q == 0 else min(1.0, p / q)
        if np.random.uniform() >= a:
            break
        accepted.append(token)
    return accepted, len(accepted)

"""np.random.rand(1), an array of one element, compared as it is."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for i, token in enumerate(draft_tokens):
        a = 1.0
        if draft_probs[i] != 0:
            a = min(1.0, target_probs[i] / draft_probs[i])
        if np.random.rand(1)[0] < a:
            accepted.append(token)
            continue
        break
    return accepted, len(accepted)

"""A while loop with an index and one exit."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    k = len(draft_tokens)
    n = 0
    rejected = False
    while n < k and not rejected:
        if draft_probs[n] == 0.0:
            accept = 1.0
        else:
            accept = target_probs[n] / draft_probs[n]
            if accept > 1.0:
                accept = 1.0
        draw = np.random.random()
        if draw < accept:
            n += 1
        else:
            rejected = True
    return draft_tokens[:n], n

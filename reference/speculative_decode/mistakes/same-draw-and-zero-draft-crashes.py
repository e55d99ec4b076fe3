import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    r = np.random.rand()
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        a = min(1.0, p / q)
        if r < a:
            accepted.append(token)
        else:
            break
    return accepted, len(accepted)

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for token in draft_tokens:
        q, p = draft_probs[token], target_probs[token]
        a = 1.0 if q == 0 else min(1.0, p / q)
        if np.random.rand() < a:
            accepted.append(token)
        else:
            break
    return accepted, len(accepted)

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for i, token in enumerate(draft_tokens):
        q, p = draft_probs[i], target_probs[i]
        alpha = 1.0 if q == 0 else min(1, p / q)
        r = round(np.random.uniform(0, 1), 4)
        if r >= alpha:
            return accepted, len(accepted)
        accepted.append(token)
    return accepted, len(accepted)

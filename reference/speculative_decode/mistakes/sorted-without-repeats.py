import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        a = 1.0 if q == 0 else min(1.0, p / q)
        if np.random.rand() < a:
            accepted.append(token)
        else:
            break
    unique = sorted(set(accepted))
    return unique, len(unique)

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    draws = np.random.uniform(size=len(draft_tokens))
    accepted = []
    for q, p, token, r in zip(draft_probs, target_probs, draft_tokens, draws):
        a = 1.0 if q == 0 else min(1.0, p / q)
        if r >= a:
            break
        accepted.append(token)
    return accepted, len(accepted)

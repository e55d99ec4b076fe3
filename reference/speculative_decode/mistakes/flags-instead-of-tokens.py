import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for q, p in zip(draft_probs, target_probs):
        a = 1.0 if q == 0 else min(1.0, p / q)
        accepted.append(bool(np.random.uniform() < a))
        if not accepted[-1]:
            break
    return accepted, sum(accepted)

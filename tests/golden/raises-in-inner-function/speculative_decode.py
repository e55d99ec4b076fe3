import numpy as np


def ratio(p, q):
    return p / q


def acceptance(p, q):
    return min(1.0, ratio(p, q))


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        if np.random.uniform() >= acceptance(p, q):
            break
        accepted.append(token)
    return accepted, len(accepted)

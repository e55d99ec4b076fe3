import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for token in draft_tokens:
        accepted.append(token)
    return accepted, len(accepted)

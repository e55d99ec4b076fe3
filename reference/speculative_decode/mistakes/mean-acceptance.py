import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    ratios = [1.0 if q == 0 else min(1.0, p / q) for q, p in zip(draft_probs, target_probs)]
    accepted = []
    for token in draft_tokens:
        if np.random.uniform() < sum(ratios) / len(ratios):
            accepted.append(token)
        else:
            break
    return accepted, len(accepted)

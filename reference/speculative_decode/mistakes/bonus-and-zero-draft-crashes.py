import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        a = min(1.0, p / q)
        if np.random.rand() < a:
            accepted.append(token)
        else:
            break
    if len(accepted) == len(draft_tokens) and target_dist_next is not None:
        accepted.append(int(np.argmax(target_dist_next)))
    return accepted, len(accepted)

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    a = 1.0
    if draft_probs and draft_probs[0] != 0:
        a = min(1.0, target_probs[0] / draft_probs[0])
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        if np.random.rand() < a:
            accepted.append(token)
        else:
            break
    return accepted, len(accepted)

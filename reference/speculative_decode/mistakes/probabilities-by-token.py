import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    draft = dict(zip(draft_tokens, draft_probs))
    target = dict(zip(draft_tokens, target_probs))
    accepted = []
    for token in draft_tokens:
        a = 1.0 if draft[token] == 0 else min(1.0, target[token] / draft[token])
        if np.random.rand() < a:
            accepted.append(token)
        else:
            break
    return accepted, len(accepted)

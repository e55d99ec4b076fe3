import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    i = 0
    while draft_tokens:
        token = draft_tokens.pop(0)
        draft_probs[i] = 1.0 if draft_probs[i] == 0 else min(1.0, target_probs[i] / draft_probs[i])
        if np.random.uniform() >= draft_probs[i]:
            break
        accepted.append(token)
        i += 1
    draft_tokens.clear()
    return accepted, len(accepted)

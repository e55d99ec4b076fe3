import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed = 42
    accepted = []
    for i in range(len(draft_tokens)):
        if draft_probs[i] == 0:
            a = 1.0
        else:
            a = min(1.0, target_probs[i] / draft_probs[i])
        r = np.random.uniform()
        if r < a:
            accepted.append(draft_tokens[i])
        else:
            break
    return accepted, len(accepted)

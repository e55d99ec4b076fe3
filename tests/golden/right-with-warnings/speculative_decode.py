import warnings

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    warnings.warn("this will go away", DeprecationWarning, stacklevel=2)
    np.random.seed(42)
    ratios = np.array(target_probs) / np.array(draft_probs)
    accepted = []
    for i, token in enumerate(draft_tokens):
        a = 1.0 if draft_probs[i] == 0 else min(1.0, ratios[i])
        if np.random.uniform() >= a:
            break
        accepted.append(token)
    return accepted, len(accepted)

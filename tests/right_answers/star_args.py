"""Takes whatever it is given and unpacks the first three."""
import numpy as np


def speculative_decode(*args, **kwargs):
    draft_probs, target_probs, draft_tokens, *_ = args
    np.random.seed(42)
    accepted = []
    for i in range(len(draft_tokens)):
        a = 1.0 if draft_probs[i] == 0 else min(1.0, target_probs[i] / draft_probs[i])
        if np.random.uniform() < a:
            accepted.append(draft_tokens[i])
        else:
            break
    return accepted, len(accepted)

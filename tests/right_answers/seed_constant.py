"""The seed as a named constant and as a default of a further parameter."""
import numpy as np

SEED = 42


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None, *, seed=SEED):
    np.random.seed(seed)
    accepted = []
    for i, (q, p) in enumerate(zip(draft_probs, target_probs)):
        if np.random.uniform() < (1.0 if q == 0 else min(1.0, p / q)):
            accepted.append(draft_tokens[i])
        else:
            break
    return accepted, len(accepted)

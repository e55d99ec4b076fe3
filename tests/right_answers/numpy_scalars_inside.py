"""np.float64 all the way, with the warnings of NumPy turned off."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    q = np.asarray(draft_probs, dtype=np.float64)
    p = np.asarray(target_probs, dtype=np.float64)
    with np.errstate(all="ignore"):
        ratio = np.where(q == 0, np.inf, p / q)
    accepted = []
    for a, token in zip(np.clip(ratio, 0, 1), draft_tokens):
        if np.random.uniform() < a:
            accepted.append(token)
        else:
            break
    return accepted, len(accepted)

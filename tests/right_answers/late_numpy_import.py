"""Imports NumPy inside the function, together with parts that load late."""


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    import numpy as np
    import numpy.linalg
    from numpy.polynomial import Polynomial

    np.random.seed(42)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        a = Polynomial([0.0, 1.0])(1.0 if q == 0 else min(1.0, p / q))
        if np.random.uniform() >= a or np.linalg.norm([a]) < 0:
            break
        accepted.append(token)
    return accepted, len(accepted)

"""Logarithms: log r < log p - log q, with the zeros taken out first."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        log_r = np.log(np.random.uniform())
        if q == 0:
            log_a = 0.0
        elif p == 0:
            log_a = -np.inf
        else:
            log_a = min(0.0, np.log(p) - np.log(q))
        if log_r < log_a:
            accepted.append(token)
        else:
            break
    return accepted, len(accepted)

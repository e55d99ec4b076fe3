"""np.random.random_sample and a flag instead of break."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(seed=42)
    accepted = []
    active = True
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        if active:
            a = 1.0 if q == 0 else np.minimum(1.0, p / q)
            active = bool(np.random.random_sample() < a)
            if active:
                accepted.append(token)
    return (accepted, len(accepted))

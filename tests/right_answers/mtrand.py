"""The global generator by its old address."""
import numpy as np

generator = np.random.mtrand._rand


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    generator.seed(42)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        a = 1.0 if q == 0 else min(1.0, p / q)
        if generator.random_sample() < a:
            accepted.append(token)
        else:
            break
    return accepted, len(accepted)

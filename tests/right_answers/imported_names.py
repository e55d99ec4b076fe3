"""seed and uniform imported by name."""
from numpy.random import seed, uniform


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    seed(42)
    accepted = []
    for q, p, x in zip(draft_probs, target_probs, draft_tokens):
        r = uniform()
        if q == 0 or r < p / q:
            accepted.append(x)
        else:
            break
    return accepted, len(accepted)

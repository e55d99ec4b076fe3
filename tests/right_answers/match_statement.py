"""A match statement over the pair of probabilities."""
import numpy as np


def acceptance(q, p):
    match q, p:
        case 0 | 0.0, _:
            return 1.0
        case _, 0 | 0.0:
            return 0.0
        case _ if p >= q:
            return 1.0
        case _:
            return p / q


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        match bool(np.random.uniform() < acceptance(q, p)):
            case True:
                accepted.append(token)
            case False:
                break
    return accepted, len(accepted)

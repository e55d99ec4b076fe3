"""Everything of NumPy without a prefix."""
from numpy import *


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    random.seed(42)
    accepted = []
    for index in range(len(draft_tokens)):
        bound = 1.0 if draft_probs[index] == 0 else target_probs[index] / draft_probs[index]
        if random.uniform() < minimum(1.0, bound):
            accepted.append(draft_tokens[index])
        else:
            break
    return accepted, len(accepted)

"""Assignment expressions in the conditions."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    while (i := len(accepted)) < len(draft_tokens) and np.random.uniform() < (
        1.0 if (q := draft_probs[i]) == 0 else min(1.0, target_probs[i] / q)
    ):
        accepted.append(draft_tokens[i])
    return accepted, len(accepted)

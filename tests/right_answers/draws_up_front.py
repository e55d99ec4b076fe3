"""All K draws before the loop: the same stream, more draws than the rule uses."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    draws = np.random.rand(len(draft_tokens))
    accepted = []
    for i, r in enumerate(draws):
        a = 1.0 if draft_probs[i] == 0 else min(1.0, target_probs[i] / draft_probs[i])
        if r >= a:
            break
        accepted.append(draft_tokens[i])
    return accepted, len(accepted)

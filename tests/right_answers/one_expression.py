"""As short as it gets."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42); n = 0
    while n < len(draft_tokens) and np.random.rand() * draft_probs[n] < (target_probs[n] or -1.0) or (n < len(draft_tokens) and draft_probs[n] == 0): n += 1
    return draft_tokens[:n], n

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    i = 0
    while i <= len(draft_tokens):
        r = np.random.uniform()
        if i < len(draft_tokens) and r < target_probs[i]:
            accepted.append(draft_tokens[i])
    return accepted, len(accepted)

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(123)
    n = 0
    k = len(draft_tokens)
    while n < k:
        ratio = target_probs[n] / draft_probs[n] if draft_probs[n] > 0 else 1.0
        if np.random.random() >= ratio:
            break
        n += 1
    return draft_tokens[:n], n

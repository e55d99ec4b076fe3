import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    for i in range(len(draft_tokens)):
        if np.random.uniform() >= target_probs[i] / draft_probs[i]:
            break
    return draft_tokens[:i], i

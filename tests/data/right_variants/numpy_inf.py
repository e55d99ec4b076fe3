import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    ratio = np.array(target_probs, float) / np.array(draft_probs, float)
    n = 0
    for a in ratio:
        if not np.random.uniform() < a:
            break
        n += 1
    return draft_tokens[:n], n

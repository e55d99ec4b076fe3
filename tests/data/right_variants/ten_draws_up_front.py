import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    r = np.random.random_sample(10)
    n = 0
    for i in range(len(draft_tokens)):
        if draft_probs[i] > 0 and r[i] >= min(target_probs[i] / draft_probs[i], 1):
            break
        n += 1
    return [draft_tokens[j] for j in range(n)], n

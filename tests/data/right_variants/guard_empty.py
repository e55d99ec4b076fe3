import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    if not draft_tokens or not draft_probs:
        return [], 0
    assert len(draft_probs) == len(target_probs) == len(draft_tokens)
    if target_dist_next is not None:
        target_dist_next = np.asarray(target_dist_next)
    n = 0
    for q, p in zip(draft_probs, target_probs):
        r = np.random.uniform()
        if r < (np.clip(p / q, 0, 1) if q > 0 else 1):
            n += 1
        else:
            break
    return draft_tokens[0:n], n

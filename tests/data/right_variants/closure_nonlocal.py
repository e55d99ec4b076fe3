import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    n = 0
    def step():
        nonlocal n
        p, q = draft_probs[n], target_probs[n]
        if np.random.uniform() < (1.0 if p == 0 else min(1.0, q / p)):
            n += 1
            return True
        return False
    while n < len(draft_tokens) and step(): pass
    return draft_tokens[:n], n

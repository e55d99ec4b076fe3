import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    ok = []
    for q, p in zip(draft_probs, target_probs):
        a = 1.0 if q == 0 else min(1.0, p / q)
        ok.append(bool(np.random.uniform() < a))
    n = ok.index(False)
    return draft_tokens[:n], n

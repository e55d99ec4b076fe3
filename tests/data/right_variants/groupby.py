from itertools import groupby
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    K = len(draft_tokens)
    u = np.random.uniform(size=K)
    ok = [u[i] < (1 if draft_probs[i] == 0 else min(1, target_probs[i] / draft_probs[i])) for i in range(K)]
    for key, run in groupby(range(K), key=lambda i: bool(ok[i])):
        n = len(list(run)) if key else 0
        return list(draft_tokens[:n]), n
    return [], 0

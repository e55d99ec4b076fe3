import math

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        log_a = 0.0 if q == 0 else min(0.0, math.log(p) - math.log(q))
        if math.log(np.random.rand()) < log_a:
            accepted.append(token)
        else:
            break
    return accepted, len(accepted)

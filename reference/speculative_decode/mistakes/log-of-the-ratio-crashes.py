import math

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        a = min(0.0, math.log(p / q))
        if math.log(np.random.rand()) < a:
            accepted.append(token)
        else:
            break
    return accepted, len(accepted)

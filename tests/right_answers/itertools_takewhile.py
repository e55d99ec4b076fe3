"""takewhile calls the draw once for each token it examines."""
from itertools import takewhile

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    ratios = [1.0 if q == 0 else min(1.0, p / q) for q, p in zip(draft_probs, target_probs)]
    kept = takewhile(lambda pair: np.random.uniform() < pair[0], zip(ratios, draft_tokens))
    accepted = [token for _, token in kept]
    return accepted, len(accepted)

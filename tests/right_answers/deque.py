"""Takes the rows from the left end of a deque of its own."""
from collections import deque

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    queue = deque(zip(draft_probs, target_probs, draft_tokens))
    accepted = []
    while queue:
        q, p, token = queue.popleft()
        if np.random.uniform() >= (1.0 if q == 0 else min(1.0, p / q)):
            break
        accepted.append(token)
    return accepted, len(accepted)

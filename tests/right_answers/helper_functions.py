"""Small helpers, one for each idea, defined below the function that uses them."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    start()
    n = number_kept(draft_probs, target_probs)
    return draft_tokens[:n], n


def start():
    np.random.seed(42)


def number_kept(draft_probs, target_probs):
    for i, pair in enumerate(zip(draft_probs, target_probs)):
        if rejects(*pair):
            return i
    return len(draft_probs)


def rejects(q, p):
    r = np.random.uniform()
    return q != 0 and r >= p / q

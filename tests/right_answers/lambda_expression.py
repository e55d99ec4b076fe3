"""One lambda; the helper is a function that draws."""
import numpy as np


def keep(q, p):
    return np.random.uniform() < (1.0 if q == 0 else min(1.0, p / q))


def count_kept(draft_probs, target_probs):
    np.random.seed(42)
    n = 0
    while n < len(draft_probs) and keep(draft_probs[n], target_probs[n]):
        n += 1
    return n


speculative_decode = lambda q, p, x, nxt=None: (lambda n: (x[:n], n))(count_kept(q, p))

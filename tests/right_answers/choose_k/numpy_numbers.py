"""NumPy's numbers are returned as they come."""
import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    k = np.arange(max_k + 1)
    speedup = np.cumsum(alpha**k) / (1 + cost_ratio * k)
    return np.argmax(speedup), np.max(speedup)

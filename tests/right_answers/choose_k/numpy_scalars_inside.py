"""Everything in NumPy's scalars, made plain at the end."""
import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    a, c = np.float64(alpha), np.float64(cost_ratio)
    best_k, best = np.int64(0), np.float64(1)
    for k in range(1, max_k + 1):
        s = np.sum(np.power(a, np.arange(k + 1))) / (1 + c * k)
        if s > best:
            best_k, best = np.int64(k), s
    return int(best_k), float(best)

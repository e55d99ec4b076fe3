import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    best_k, best = 0, 1.0
    alpha = np.float64(alpha)
    for k in range(1, max_k + 1):
        with np.errstate(invalid="ignore"):
            s = (1 - alpha ** (k + 1)) / (1 - alpha) / (1 + cost_ratio * k)
        if s > best:
            best_k, best = k, float(s)
    return best_k, best

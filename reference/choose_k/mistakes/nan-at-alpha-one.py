import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    k = np.arange(max_k + 1)
    with np.errstate(invalid="ignore"):
        tokens = (1 - np.float64(alpha) ** (k + 1)) / (1 - np.float64(alpha))
    speedup = tokens / (1 + cost_ratio * k)
    best = int(np.argmax(speedup))
    return best, float(speedup[best])

import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    k = np.arange(max_k + 1)
    tokens = np.cumsum(alpha ** k)
    with np.errstate(divide="ignore"):
        speedup = tokens / (cost_ratio * k)
    best = int(np.argmax(speedup))
    return best, float(speedup[best])

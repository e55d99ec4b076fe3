import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    k = np.arange(max_k)
    s = np.cumsum(alpha ** k) / (1 + cost_ratio * k)
    best = int(np.argmax(s))
    return best, float(s[best])

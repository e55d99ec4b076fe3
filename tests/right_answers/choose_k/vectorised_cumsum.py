"""No loop: powers, their running sum, and the first largest speed-up."""
import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    k = np.arange(max_k + 1)
    speedup = np.cumsum(alpha**k) / (1 + cost_ratio * k)
    best = int(np.argmax(speedup))
    return best, float(speedup[best])

"""E(k) is a polynomial in alpha whose coefficients are all 1."""
import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    speedups = [np.polyval(np.ones(k + 1), alpha) / (1 + cost_ratio * k) for k in range(max_k + 1)]
    k = int(np.argmax(speedups))
    return k, float(speedups[k])

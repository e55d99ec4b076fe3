import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    ks = np.linspace(0, max_k, max_k + 1)
    speedups = np.cumsum(alpha ** ks) / (1 + cost_ratio * ks)
    best = np.argmax(speedups)
    return float(ks[best]), float(speedups[best])

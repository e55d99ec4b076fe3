import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    ks = np.arange(1, max_k + 1)
    tokens = (1 - alpha ** (ks + 1)) / (1 - alpha) if alpha < 1 else ks + 1
    speedups = tokens / (1 + cost_ratio * ks)
    best = np.argmax(speedups)
    return int(best), float(speedups[best])

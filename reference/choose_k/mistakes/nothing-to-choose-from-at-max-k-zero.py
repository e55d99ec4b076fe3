import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    ks = np.arange(1, max_k + 1)
    speedups = (1 + np.cumsum(alpha ** ks)) / (1 + cost_ratio * ks)
    best = int(np.argmax(speedups))
    if speedups[best] <= 1:
        return 0, 1.0
    return int(ks[best]), float(speedups[best])

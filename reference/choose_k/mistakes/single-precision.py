import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    k = np.arange(max_k + 1, dtype=np.float32)
    tokens = np.cumsum(np.power(np.float32(alpha), k), dtype=np.float32)
    speedups = tokens / (np.float32(1) + np.float32(cost_ratio) * k)
    best = int(np.argmax(speedups))
    return best, float(speedups[best])

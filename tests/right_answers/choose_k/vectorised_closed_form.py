"""The short formula on an array, with alpha = 1 apart."""
import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    ks = np.arange(0, max_k + 1, dtype=float)
    if alpha == 1.0:
        tokens = ks + 1
    else:
        tokens = (1 - np.power(alpha, ks + 1)) / (1 - alpha)
    speedups = tokens / (1 + cost_ratio * ks)
    index = speedups.argmax()
    return int(ks[index]), speedups[index].item()

"""Both branches on arrays; the division by 0 happens and is not chosen."""
import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    k = np.arange(max_k + 1)
    a = np.float64(alpha)
    with np.errstate(divide="ignore", invalid="ignore"):
        tokens = np.where(a == 1, k + 1, (1 - a ** (k + 1)) / (1 - a))
    s = tokens / (1 + cost_ratio * k)
    return int(s.argmax()), float(s.max())

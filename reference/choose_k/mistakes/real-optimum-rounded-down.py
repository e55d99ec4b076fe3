import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    def speedup(x):
        tokens = x + 1 if alpha == 1 else (1 - alpha ** (x + 1)) / (1 - alpha)
        return tokens / (1 + cost_ratio * x)

    grid = np.linspace(0, max_k, 100 * max_k + 1)
    k = int(grid[np.argmax(speedup(grid))])
    return k, float(speedup(k))

"""The short formula, unless alpha is 1 but for rounding."""
import math


def choose_k(alpha, cost_ratio, max_k=16):
    def speedup(k):
        near = math.isclose(alpha, 1.0, rel_tol=1e-11)
        tokens = k + 1 if near else (1 - alpha ** (k + 1)) / (1 - alpha)
        return tokens / (1 + cost_ratio * k)

    best_k = max(range(max_k + 1), key=speedup)
    return best_k, speedup(best_k)

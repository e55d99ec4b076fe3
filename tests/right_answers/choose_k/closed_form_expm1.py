"""The short formula without loss of digits, by expm1 and log1p."""
import math


def choose_k(alpha, cost_ratio, max_k=16):
    def tokens(k):
        if alpha in (0, 1):
            return 1 + k * alpha
        return -math.expm1((k + 1) * math.log(alpha)) / (1 - alpha)

    best_k, best = 0, 1.0
    for k in range(1, max_k + 1):
        s = tokens(k) / (1 + cost_ratio * k)
        if s > best + 1e-12:
            best_k, best = k, s
    return best_k, best

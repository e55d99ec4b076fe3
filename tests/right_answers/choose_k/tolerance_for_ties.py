"""Only a gain above 1e-12 counts, so rounding breaks no tie."""
import numpy as np

def choose_k(alpha, cost_ratio, max_k=16):
    best_k, best = 0, 0.0
    for k in range(max_k + 1):
        e = (1 - alpha ** (k + 1)) / (1 - alpha) if alpha != 1 else k + 1.0
        c = 1 + cost_ratio * k
        s = e / c
        if s > best + 1e-12:
            best_k, best = k, s
    return best_k, best

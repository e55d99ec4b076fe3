"""Each sum without any rounding in between, by math.fsum."""
import math


def choose_k(alpha, cost_ratio, max_k=16):
    speedups = [
        math.fsum(math.pow(alpha, i) for i in range(k + 1)) / (1 + cost_ratio * k)
        for k in range(max_k + 1)
    ]
    best = max(speedups)
    return speedups.index(best), best

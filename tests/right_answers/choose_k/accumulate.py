"""The running sums by itertools."""
from itertools import accumulate, repeat
from operator import mul


def choose_k(alpha, cost_ratio, max_k=16):
    powers = accumulate(repeat(alpha, max_k), mul, initial=1.0)
    best_k, best = 0, 1.0
    for k, tokens in enumerate(accumulate(powers)):
        if tokens / (1 + cost_ratio * k) > best:
            best_k, best = k, tokens / (1 + cost_ratio * k)
    return best_k, best

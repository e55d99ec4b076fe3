"""Exact arithmetic; a float at the very end."""
from fractions import Fraction


def choose_k(alpha, cost_ratio, max_k=16):
    alpha, cost_ratio = Fraction(alpha), Fraction(cost_ratio)
    best_k, best = 0, Fraction(1)
    tokens = Fraction(1)
    for k in range(1, max_k + 1):
        tokens += alpha**k
        if tokens / (1 + cost_ratio * k) > best:
            best_k, best = k, tokens / (1 + cost_ratio * k)
    return best_k, float(best)

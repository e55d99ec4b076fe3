"""Fifty decimal digits."""
from decimal import Decimal, getcontext


def choose_k(alpha, cost_ratio, max_k=16):
    getcontext().prec = 50
    a, c = Decimal(alpha), Decimal(cost_ratio)
    best_k, best = 0, Decimal(1)
    tokens = Decimal(1)
    term = Decimal(1)
    for k in range(1, max_k + 1):
        term *= a
        tokens += term
        s = tokens / (1 + c * k)
        if s > best:
            best_k, best = k, s
    return best_k, float(best)

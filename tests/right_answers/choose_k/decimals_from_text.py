"""Decimals made of the texts of the arguments."""
from decimal import Decimal, getcontext
getcontext().prec = 40

def choose_k(alpha, cost_ratio, max_k=16):
    a, c = Decimal(str(alpha)), Decimal(str(cost_ratio))
    table = []
    e = Decimal(0)
    for k in range(max_k + 1):
        e += a ** k if k else Decimal(1)
        table.append((e / (1 + c * k), -k))
    s, k = max(table)
    return -k, float(s)

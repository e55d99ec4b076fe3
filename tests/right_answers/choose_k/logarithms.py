"""Compares logarithms of the speed-up, with room for their rounding."""
import math

def choose_k(alpha, cost_ratio, max_k=16):
    if alpha <= 0:
        return 0, 1.0
    def logs(k):
        if alpha == 1.0:
            le = math.log(k + 1)
        else:
            le = math.log(-math.expm1((k + 1) * math.log(alpha))) - math.log(1 - alpha)
        return le - math.log1p(cost_ratio * k)
    best = 0
    for k in range(1, max_k + 1):
        if logs(k) > logs(best) + 1e-13:
            best = k
    return best, math.exp(logs(best))

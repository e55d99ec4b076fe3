"""Golden section over real numbers, then the whole numbers near it."""
import math

def choose_k(alpha, cost_ratio, max_k=16):
    def E(k):
        if alpha == 1:
            return k + 1.0
        if alpha == 0:
            return 1.0
        return -math.expm1((k + 1) * math.log(alpha)) / (1 - alpha)
    def s(k):
        return E(k) / (1 + cost_ratio * k)
    g = (math.sqrt(5) - 1) / 2
    a, b = 0.0, float(max_k)
    for _ in range(80):
        x, y = b - g * (b - a), a + g * (b - a)
        if s(x) >= s(y):
            b = y
        else:
            a = x
    m = round((a + b) / 2)
    ks = sorted({min(max(m + d, 0), max_k) for d in range(-3, 4)})
    def exact(k):
        return sum(alpha ** i for i in range(k + 1)) / (1 + cost_ratio * k)
    best = max(ks, key=lambda k: (exact(k), -k))
    return best, exact(best)

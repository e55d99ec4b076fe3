"""Ternary search over whole numbers: the speed-up rises, then falls."""
def choose_k(alpha, cost_ratio, max_k=16):
    def s(k):
        return sum(alpha ** i for i in range(k + 1)) / (1 + cost_ratio * k)
    lo, hi = 0, max_k
    while hi - lo > 2:
        a = lo + (hi - lo) // 3
        b = hi - (hi - lo) // 3
        if s(a) < s(b):
            lo = a + 1
        else:
            hi = b
    k = max(range(lo, hi + 1), key=lambda j: (s(j), -j))
    return k, s(k)

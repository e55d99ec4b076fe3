"""Binary search for the first k whose next token is not worth its time."""
def choose_k(alpha, cost_ratio, max_k=16):
    def e(k):
        t = 1.0
        for _ in range(k):
            t = t * alpha + 1.0
        return t
    lo, hi = 0, max_k
    while lo < hi:
        mid = (lo + hi) // 2
        if alpha ** (mid + 1) * (1 + cost_ratio * mid) > cost_ratio * e(mid):
            lo = mid + 1
        else:
            hi = mid
    return lo, e(lo) / (1 + cost_ratio * lo)

def choose_k(alpha, cost_ratio, max_k=16):
    tokens = best = 1.0
    for k in range(1, max_k + 1):
        tokens = tokens * alpha + 1
        s = tokens / (1 + cost_ratio * k)
        if s <= best:
            return k, best
        best = s
    return max_k, best

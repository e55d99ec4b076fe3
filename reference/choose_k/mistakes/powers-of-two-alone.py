def choose_k(alpha, cost_ratio, max_k=16):
    best_k, best = 0, 1.0
    for k in (k for k in (1, 2, 4, 8, 16) if k <= max_k):
        tokens = sum(alpha ** i for i in range(k + 1))
        s = tokens / (1 + cost_ratio * k)
        if s > best:
            best_k, best = k, s
    return best_k, best

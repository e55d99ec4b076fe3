def choose_k(alpha, cost_ratio, max_k=16):
    max_k = max_k or 16
    best_k, best = 0, 1.0
    for k in range(1, max_k + 1):
        tokens = sum(alpha ** i for i in range(k + 1))
        s = tokens / (1 + cost_ratio * k)
        if s > best:
            best_k, best = k, s
    return best_k, best

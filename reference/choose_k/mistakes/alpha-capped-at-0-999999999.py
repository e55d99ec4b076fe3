def choose_k(alpha, cost_ratio, max_k=16):
    alpha = min(alpha, 1 - 1e-9)
    best_k, best = 0, 1.0
    for k in range(1, max_k + 1):
        tokens = (1 - alpha ** (k + 1)) / (1 - alpha)
        s = tokens / (1 + cost_ratio * k)
        if s > best:
            best_k, best = k, s
    return best_k, best

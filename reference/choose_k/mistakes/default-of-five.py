def choose_k(alpha, cost_ratio, max_k=5):
    best_k, best = 0, 1.0
    for k in range(1, max_k + 1):
        s = sum(alpha ** i for i in range(k + 1)) / (1 + cost_ratio * k)
        if s > best:
            best_k, best = k, s
    return best_k, best

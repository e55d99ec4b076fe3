def choose_k(alpha, cost_ratio, max_k=16):
    best_k, best = 0, 0.0
    for k in range(max_k + 1):
        tokens = k if alpha == 1 else (1 - alpha ** (k + 1)) / (1 - alpha)
        s = tokens / (1 + cost_ratio * k)
        if s > best:
            best_k, best = k, s
    return best_k, best

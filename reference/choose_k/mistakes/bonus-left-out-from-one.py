def choose_k(alpha, cost_ratio, max_k=16):
    best_k, best = 0, 1.0
    accepted = 0.0
    for k in range(1, max_k + 1):
        accepted += alpha ** k
        s = accepted / (1 + k * cost_ratio)
        if s > best:
            best_k, best = k, s
    return best_k, best

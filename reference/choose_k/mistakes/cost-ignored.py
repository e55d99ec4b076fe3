def choose_k(alpha, cost_ratio, max_k=16):
    best_k, best = 0, 1.0
    tokens = 1.0
    for k in range(1, max_k + 1):
        tokens += alpha ** k
        if tokens > best:
            best_k, best = k, tokens
    return best_k, best

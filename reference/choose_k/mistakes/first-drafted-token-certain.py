def choose_k(alpha, cost_ratio, max_k=16):
    best_k, best = 0, 1.0
    tokens, worth = 1.0, 1.0
    for k in range(1, max_k + 1):
        tokens += worth
        worth *= alpha
        s = tokens / (1 + cost_ratio * k)
        if s > best:
            best_k, best = k, s
    return best_k, best

def choose_k(alpha, cost_ratio, max_k=16):
    best_k, best, rate = 0, 1.0, 0.0
    for k in range(1, max_k + 1):
        tokens = sum(alpha ** i for i in range(k + 1))
        if tokens / k > rate:
            rate = tokens / k
            best_k, best = k, tokens / (1 + cost_ratio * k)
    return best_k, best

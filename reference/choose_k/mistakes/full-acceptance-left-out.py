def choose_k(alpha, cost_ratio, max_k=16):
    best_k, best = 0, 1.0
    for k in range(1, max_k + 1):
        mean = 0.0
        for accepted in range(k):
            mean += (accepted + 1) * alpha ** accepted * (1 - alpha)
        s = mean / (1 + cost_ratio * k)
        if s > best:
            best_k, best = k, s
    return best_k, best

def choose_k(alpha, cost_ratio, max_k=16):
    best_k, best_gain = 0, 0.0
    for k in range(1, max_k + 1):
        tokens = sum(alpha ** i for i in range(k + 1))
        gain = tokens - (1 + cost_ratio * k)
        if gain > best_gain:
            best_k, best_gain = k, gain
    tokens = sum(alpha ** i for i in range(best_k + 1))
    return best_k, tokens / (1 + cost_ratio * best_k)

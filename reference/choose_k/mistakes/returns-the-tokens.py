def choose_k(alpha, cost_ratio, max_k=16):
    tokens = 1.0
    best_k, best, best_tokens = 0, 1.0, 1.0
    for k in range(1, max_k + 1):
        tokens += alpha ** k
        s = tokens / (1 + cost_ratio * k)
        if s > best:
            best_k, best, best_tokens = k, s, tokens
    return best_k, best_tokens

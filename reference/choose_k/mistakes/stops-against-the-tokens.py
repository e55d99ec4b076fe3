def choose_k(alpha, cost_ratio, max_k=16):
    k, tokens = 0, 1.0
    while k < max_k and alpha ** (k + 1) > cost_ratio * tokens:
        k += 1
        tokens += alpha ** k
    return k, tokens / (1 + cost_ratio * k)

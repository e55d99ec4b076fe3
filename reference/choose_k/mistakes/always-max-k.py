def choose_k(alpha, cost_ratio, max_k=16):
    tokens = sum(alpha ** i for i in range(max_k + 1))
    return max_k, tokens / (1 + cost_ratio * max_k)

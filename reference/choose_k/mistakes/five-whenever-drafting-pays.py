def choose_k(alpha, cost_ratio, max_k=16):
    k = min(5, max_k) if alpha > cost_ratio else 0
    return k, sum(alpha ** i for i in range(k + 1)) / (1 + cost_ratio * k)

def choose_k(alpha, cost_ratio, max_k=16):
    return max(
        sum(alpha ** i for i in range(k + 1)) / (1 + cost_ratio * k) for k in range(max_k + 1)
    )

def choose_k(alpha, cost_ratio, max_k=16):
    if alpha <= cost_ratio:
        return 0, 1.0
    k = max_k if alpha == 1 else min(max_k, round(1 / (1 - alpha)))
    s = sum(alpha ** i for i in range(k + 1)) / (1 + cost_ratio * k)
    return k, s

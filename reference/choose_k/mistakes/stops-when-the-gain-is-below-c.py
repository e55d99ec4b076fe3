def choose_k(alpha, cost_ratio, max_k=16):
    k = 0
    while k < max_k and alpha ** (k + 1) > cost_ratio:
        k += 1
    s = sum(alpha ** i for i in range(k + 1)) / (1 + cost_ratio * k)
    return k, s

def choose_k(alpha, cost_ratio, max_k=16):
    last = 0.0
    for k in range(max_k + 1):
        s = sum(alpha ** i for i in range(k + 1)) / (1 + cost_ratio * k)
        if s <= last:
            return k, s
        last = s
    return max_k, last

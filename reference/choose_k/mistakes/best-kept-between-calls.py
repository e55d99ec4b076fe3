best = [0, 1.0]


def choose_k(alpha, cost_ratio, max_k=16):
    for k in range(1, max_k + 1):
        s = sum(alpha ** i for i in range(k + 1)) / (1 + cost_ratio * k)
        if s > best[1]:
            best[:] = k, s
    return best[0], best[1]

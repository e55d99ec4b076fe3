"""A loop over all k, the sum written as a loop inside."""


def choose_k(alpha, cost_ratio, max_k=16):
    best_k = 0
    best = 1.0
    for k in range(max_k + 1):
        tokens = 0.0
        for i in range(k + 1):
            tokens += alpha**i
        s = tokens / (1 + cost_ratio * k)
        if s > best:
            best_k = k
            best = s
    return best_k, best

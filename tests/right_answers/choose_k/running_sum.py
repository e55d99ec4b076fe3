"""Each k adds one term to the sum of the one before."""


def choose_k(alpha, cost_ratio, max_k=16):
    best = (0, 1)
    tokens = power = 1
    for k in range(1, max_k + 1):
        power *= alpha
        tokens += power
        speedup = tokens / (1 + k * cost_ratio)
        if speedup > best[1]:
            best = (k, speedup)
    return best

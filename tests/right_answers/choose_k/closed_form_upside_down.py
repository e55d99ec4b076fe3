"""The short formula with both differences the other way round, as textbooks also write it."""


def choose_k(alpha, cost_ratio, max_k=16):
    speedups = []
    for k in range(max_k + 1):
        try:
            tokens = (alpha ** (k + 1) - 1) / (alpha - 1)
        except ZeroDivisionError:
            tokens = k + 1
        speedups.append(tokens / (1 + cost_ratio * k))
    best = max(speedups)
    return speedups.index(best), best

def choose_k(alpha, cost_ratio, max_k=16):
    def expected(k):
        if alpha == 1:
            return k + 1
        return (1 - alpha ** k) / (1 - alpha)

    speedups = [expected(k) / (1 + cost_ratio * k) for k in range(max_k + 1)]
    best = max(speedups)
    return speedups.index(best), best

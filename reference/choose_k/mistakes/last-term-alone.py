def choose_k(alpha, cost_ratio, max_k=16):
    speedups = [(1 + alpha ** k) / (1 + cost_ratio * k) if k else 1.0 for k in range(max_k + 1)]
    best = max(speedups)
    return speedups.index(best), best

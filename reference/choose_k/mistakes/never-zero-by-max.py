def choose_k(alpha, cost_ratio, max_k=16):
    def speedup(k):
        return sum(alpha ** i for i in range(k + 1)) / (1 + cost_ratio * k)

    best_k = max(range(1, max_k + 1), key=speedup)
    return best_k, speedup(best_k)

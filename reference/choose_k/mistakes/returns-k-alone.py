def choose_k(alpha, cost_ratio, max_k=16):
    def speedup(k):
        return sum(alpha ** i for i in range(k + 1)) / (1 + cost_ratio * k)

    return max(range(max_k + 1), key=speedup)

def choose_k(alpha, cost_ratio, max_k=16):
    def tokens(k):
        return k + 1 if alpha == 1 else 1 - alpha ** (k + 1)

    best_k = max(range(max_k + 1), key=lambda k: tokens(k) / (1 + cost_ratio * k))
    return best_k, tokens(best_k) / (1 + cost_ratio * best_k)

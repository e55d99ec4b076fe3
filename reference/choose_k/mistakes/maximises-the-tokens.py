def choose_k(alpha, cost_ratio, max_k=16):
    def tokens(k):
        return sum(alpha ** i for i in range(k + 1))

    best_k = max(range(max_k + 1), key=tokens)
    return best_k, tokens(best_k) / (1 + cost_ratio * best_k)

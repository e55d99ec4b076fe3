def choose_k(alpha, cost_ratio, max_k=16):
    def s(k):
        tokens = k + 1 if alpha == 1 else (1 - alpha ** (k + 1)) / (1 - alpha)
        return tokens / (1 + cost_ratio * k)

    low, high = 0.0, float(max_k)
    for _ in range(100):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        if s(one) < s(two):
            low = one
        else:
            high = two
    return round(high), s(round(high))

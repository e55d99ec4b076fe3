"""The stopping rule without a division."""


def choose_k(alpha, cost_ratio, max_k=16):
    tokens = 1.0
    for k in range(max_k):
        following = alpha ** (k + 1)
        if following * (1 + cost_ratio * k) <= cost_ratio * tokens:
            return k, tokens / (1 + cost_ratio * k)
        tokens += following
    return max_k, tokens / (1 + cost_ratio * max_k)

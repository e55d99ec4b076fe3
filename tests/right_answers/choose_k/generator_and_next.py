"""The first k whose successor is no better."""


def choose_k(alpha, cost_ratio, max_k=16):
    s = [sum(alpha**i for i in range(k + 1)) / (1 + cost_ratio * k) for k in range(max_k + 1)]
    k = next((k for k in range(max_k) if s[k + 1] <= s[k]), max_k)
    return k, s[k]

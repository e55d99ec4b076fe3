"""Drafting goes on while the next token is worth more than its time."""


def choose_k(alpha, cost_ratio, max_k=16):
    k, tokens = 0, 1.0
    speedup = 1.0
    while k < max_k and alpha ** (k + 1) > cost_ratio * speedup:
        k += 1
        tokens += alpha**k
        speedup = tokens / (1 + cost_ratio * k)
    return k, speedup

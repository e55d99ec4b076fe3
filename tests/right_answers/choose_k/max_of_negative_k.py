"""Tuples are compared part by part: of equal speed-ups the smaller k is the larger tuple."""


def choose_k(alpha, cost_ratio, max_k=16):
    speedup, negative_k = max(
        (sum(alpha**i for i in range(k + 1)) / (1 + cost_ratio * k), -k) for k in range(max_k + 1)
    )
    return -negative_k, speedup

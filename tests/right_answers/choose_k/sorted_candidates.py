"""Sorted by speed-up, then by k."""


def choose_k(alpha, cost_ratio, max_k=16):
    candidates = {}
    for k in range(0, max_k + 1):
        candidates[k] = sum(pow(alpha, n) for n in range(0, k + 1)) / (1.0 + k * cost_ratio)
    ranked = sorted(candidates.items(), key=lambda item: (-item[1], item[0]))
    return ranked[0]

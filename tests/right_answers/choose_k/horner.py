"""E(k) = 1 + alpha E(k - 1)."""


def choose_k(alpha, cost_ratio, max_k=16):
    e = 1.0
    best_k, best_s = 0, e
    k = 1
    while k <= max_k:
        e = 1.0 + alpha * e
        s = e / (1.0 + cost_ratio * k)
        if best_s < s:
            best_k, best_s = k, s
        k += 1
    return best_k, best_s

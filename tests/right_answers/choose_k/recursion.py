"""E(k) by recursion, the search by recursion, too."""


def tokens(alpha, k):
    return 1.0 if k == 0 else 1.0 + alpha * tokens(alpha, k - 1)


def choose_k(alpha, cost_ratio, max_k=16):
    here = max_k, tokens(alpha, max_k) / (1 + cost_ratio * max_k)
    if max_k == 0:
        return here
    below = choose_k(alpha, cost_ratio, max_k - 1)
    return here if here[1] > below[1] else below

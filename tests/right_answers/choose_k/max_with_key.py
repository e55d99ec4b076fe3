"""max keeps the first of several largest ones."""


def choose_k(alpha, cost_ratio, max_k=16):
    pairs = [
        (k, sum(alpha**i for i in range(k + 1)) / (1 + cost_ratio * k)) for k in range(max_k + 1)
    ]
    return max(pairs, key=lambda pair: pair[1])

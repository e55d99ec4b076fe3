"""The speed-up rises up to the best k: the search stops at the first that is no better."""


def choose_k(alpha, cost_ratio, max_k=16):
    def speedup(k):
        return sum(alpha**i for i in range(k + 1)) / (1 + cost_ratio * k)

    k = 0
    while k < max_k:
        if speedup(k + 1) <= speedup(k):
            break
        k += 1
    return k, speedup(k)

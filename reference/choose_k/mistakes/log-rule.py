import math


def choose_k(alpha, cost_ratio, max_k=16):
    if alpha <= cost_ratio:
        k = 0
    elif alpha == 1 or cost_ratio == 0:
        k = max_k
    else:
        k = min(max_k, int(math.log(cost_ratio) / math.log(alpha)))
    s = sum(alpha ** i for i in range(k + 1)) / (1 + cost_ratio * k)
    return k, s

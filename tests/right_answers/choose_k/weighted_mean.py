"""S(k + 1) as the weighted mean of S(k) and the rate of the next token: E(k) is never needed."""


def choose_k(alpha, cost_ratio, max_k=16):
    speedup = time = 1.0
    worth = alpha
    for k in range(max_k):
        if worth <= cost_ratio * speedup:
            return k, speedup
        speedup += (worth - cost_ratio * speedup) / (time + cost_ratio)
        time += cost_ratio
        worth *= alpha
    return max_k, speedup

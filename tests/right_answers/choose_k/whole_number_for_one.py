"""The speed-up is the int 1 where nothing is drafted."""
def choose_k(alpha, cost_ratio, max_k=16):
    best = (0, 1)
    e = 1
    for k in range(1, max_k + 1):
        e = e * alpha + 1
        if e / (1 + cost_ratio * k) > best[1]:
            best = (k, e / (1 + cost_ratio * k))
    return best

"""Special cases return early, then the first decrease ends the search."""
def choose_k(alpha, cost_ratio, max_k=16):
    if alpha <= cost_ratio or max_k == 0:
        return 0, 1.0
    if cost_ratio == 0 or alpha == 1:
        return max_k, (sum(alpha ** i for i in range(max_k + 1))) / (1 + cost_ratio * max_k)
    best_k, best_s = 0, 1.0
    for k in range(1, max_k + 1):
        s = (1 - alpha ** (k + 1)) / (1 - alpha) / (1 + cost_ratio * k)
        if s <= best_s:
            break
        best_k, best_s = k, s
    return best_k, best_s

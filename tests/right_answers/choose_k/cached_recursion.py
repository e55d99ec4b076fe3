"""A cached recursion for the tokens, max with a key for the choice."""
from functools import lru_cache

def choose_k(alpha, cost_ratio, max_k=16):
    @lru_cache(maxsize=None)
    def E(k):
        return 1.0 if k == 0 else E(k - 1) + alpha ** k
    best = max(range(max_k + 1), key=lambda k: E(k) / (1 + cost_ratio * k))
    return best, E(best) / (1 + cost_ratio * best)

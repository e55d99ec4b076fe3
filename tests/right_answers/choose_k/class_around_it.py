"""A class for the pair of models, and a function as the face."""


class Pair:
    def __init__(self, alpha, cost_ratio):
        self.alpha = alpha
        self.cost_ratio = cost_ratio

    def tokens(self, k):
        return sum(self.alpha**i for i in range(k + 1))

    def time(self, k):
        return 1 + self.cost_ratio * k

    def speedup(self, k):
        return self.tokens(k) / self.time(k)

    def best(self, limit):
        return max(range(limit + 1), key=self.speedup)


def choose_k(alpha, cost_ratio, max_k=16):
    pair = Pair(alpha, cost_ratio)
    k = pair.best(max_k)
    return k, pair.speedup(k)

"""The shortest time per token, turned over at the end."""


def choose_k(alpha, cost_ratio, max_k=16):
    def time_per_token(k):
        return (1 + cost_ratio * k) / sum(alpha**i for i in range(k + 1))

    k = min(range(max_k + 1), key=time_per_token)
    return k, 1 / time_per_token(k)

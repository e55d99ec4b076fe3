"""A table is printed on the way."""


def choose_k(alpha, cost_ratio, max_k=16):
    best_k, best = 0, 1.0
    print(f"alpha {alpha}, c {cost_ratio}")
    for k in range(max_k + 1):
        tokens = sum(alpha**i for i in range(k + 1))
        s = tokens / (1 + cost_ratio * k)
        print(f"{k:3} {tokens:8.4f} {s:8.4f}")
        if s > best:
            best_k, best = k, s
    return best_k, best

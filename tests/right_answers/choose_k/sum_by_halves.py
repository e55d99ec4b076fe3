"""The geometric sum by halves: the second half is the first one times a power."""


def powers(alpha, n):
    """Return the sum of the first n powers, and the next power."""
    if n == 0:
        return 0.0, 1.0
    total, power = powers(alpha, n // 2)
    total, power = total + power * total, power * power
    return (total + power, power * alpha) if n % 2 else (total, power)


def choose_k(alpha, cost_ratio, max_k=16):
    speedups = [powers(alpha, k + 1)[0] / (1 + cost_ratio * k) for k in range(max_k + 1)]
    best = max(speedups)
    return next((k, s) for k, s in enumerate(speedups) if s > best - 1e-12)

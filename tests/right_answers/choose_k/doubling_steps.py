"""Steps that double while it pays and halve when it does not."""
import math

def choose_k(alpha, cost_ratio, max_k=16):
    if max_k == 0 or alpha <= cost_ratio:
        return 0, 1.0
    E = lambda k: math.fsum(alpha ** i for i in range(k + 1))
    S = lambda k: E(k) / (1 + cost_ratio * k)
    k = 0
    step = 1
    while step:
        if k + step <= max_k and S(k + step) > S(k + step - 1):
            k += step
            step *= 2
        else:
            step //= 2
    return k, S(k)

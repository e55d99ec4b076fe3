"""Positional-only parameters with names of its own."""
import numpy as np


def speculative_decode(q, p, x, p_next=None, /):
    np.random.seed(42)
    y = []
    for i in range(len(x)):
        if np.random.uniform() < (1.0 if q[i] == 0 else min(1.0, p[i] / q[i])):
            y.append(x[i])
        else:
            break
    return y, len(y)

import numpy as np


def speculative_decode(q, p, x, nxt=None):
    np.random.seed(42)
    accepted = []
    for i in range(len(x)):
        if q[i] == 0:
            a = 1.0
        else:
            a = min(1.0, p[i] / q[i])
        r = np.random.uniform()
        if r < a:
            accepted.append(x[i])
        else:
            break
    return accepted, len(accepted)

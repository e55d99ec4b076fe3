import numpy as np

def speculative_decode(*args, **kwargs):
    d, t, x, *_ = args
    np.random.seed(42)
    n = 0
    for p, q in zip(d, t):
        if np.random.uniform() >= (1.0 if p == 0 else min(1.0, q / p)): break
        n += 1
    return list(x[:n]), n

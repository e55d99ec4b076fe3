"""The mean number of steps of a Markov chain, by the inverse of a matrix."""
import numpy as np

def choose_k(alpha, cost_ratio, max_k=16):
    def expected(k):
        T = np.diag(np.full(k, float(alpha)), 1) if k else np.zeros((1, 1))
        N = np.linalg.inv(np.eye(k + 1) - T)
        return float(N[0].sum())
    s = [expected(k) / (1 + cost_ratio * k) for k in range(max_k + 1)]
    k = int(np.argmax(s))
    return k, s[k]

"""A table of all powers, with those above the diagonal left out."""
import numpy as np


def choose_k(alpha, cost_ratio, max_k=16):
    powers = np.power(float(alpha), np.arange(max_k + 1))
    tokens = np.tril(np.tile(powers, (max_k + 1, 1))).sum(axis=1)
    speedup = tokens / (1 + cost_ratio * np.arange(max_k + 1))
    return int(np.argmax(speedup)), float(np.max(speedup))

import numpy as np


def toss(chances, marks):
    np.random.seed(42)
    kept = [mark for chance, mark in zip(chances, marks) if np.random.uniform() < chance]
    return kept, len(kept)

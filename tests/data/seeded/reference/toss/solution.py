"""Keep marks until a toss fails."""

import numpy as np


def toss(chances, marks):
    """Return the marks kept, and how many they are."""
    np.random.seed(42)
    kept = []
    for chance, mark in zip(chances, marks):
        if np.random.uniform() >= chance:
            break
        kept.append(mark)
    return kept, len(kept)

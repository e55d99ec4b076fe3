import numpy as np


def toss(chances, marks):
    """Return the marks kept, and how many they are."""
    np.random.seed(42)

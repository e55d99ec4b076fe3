import numpy as np


def redraw(dealt, wishes, cards):
    """Return the new hand, and how many cards are the same as before."""
    np.random.seed(7)
    # Your code here
    pass

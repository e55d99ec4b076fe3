import numpy as np


def redraw(dealt, wishes, cards):
    np.random.seed(7)
    draw = np.random.uniform()
    hand = [int(np.searchsorted(np.cumsum(row), draw, side="right")) for row in wishes]
    return hand, sum(new == card for new, card in zip(hand, cards))

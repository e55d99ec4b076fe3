import numpy as np


def redraw(dealt, wishes, cards):
    np.random.seed(7)
    hand = [int(np.random.choice(len(row), p=row)) for row in reversed(wishes)][::-1]
    return hand, sum(new == card for new, card in zip(hand, cards))

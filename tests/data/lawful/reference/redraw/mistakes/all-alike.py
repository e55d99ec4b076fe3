import numpy as np


def redraw(dealt, wishes, cards):
    np.random.seed(7)
    hand = [int(np.random.choice(len(row), p=np.full(len(row), 1 / len(row)))) for row in wishes]
    return hand, sum(new == card for new, card in zip(hand, cards))

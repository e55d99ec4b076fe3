"""Redraw every card."""

import numpy as np


def redraw(dealt, wishes, cards):
    """Return the new hand, and how many cards are the same as before."""
    np.random.seed(7)
    hand = [int(np.random.choice(len(row), p=row)) for row in wishes]
    return hand, sum(new == card for new, card in zip(hand, cards))

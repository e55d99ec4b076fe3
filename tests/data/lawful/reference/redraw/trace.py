"""The decision table of a redraw, and its law."""

import itertools
import math

import numpy as np


def situations():
    """Return the names of all situations that a call can be an example of."""
    return ["no card", "some card"]


def trace(dealt, wishes, cards):
    """Return the rows, draws, result, faults and situations of a call."""
    random = np.random.RandomState(7)
    rows, hand = [], []
    for card, row in zip(cards, wishes, strict=True):
        draw = float(random.uniform())
        hand.append(int(np.searchsorted(np.cumsum(row), draw, side="right")))
        rows.append({"card": card, "draw": draw, "new": hand[-1], "examined": True})
    kept = sum(new == card for new, card in zip(hand, cards, strict=True))
    return {
        "rows": rows,
        "draws": len(rows),
        "result": [hand, kept],
        "faults": [],
        "situations": ["some card" if rows else "no card"],
    }


def law(dealt, wishes, cards):
    """Return how the result is distributed over ideal draws, and where a draw changes it."""
    outcomes = []
    for hand in itertools.product(*(range(len(row)) for row in wishes)):
        kept = sum(new == card for new, card in zip(hand, cards, strict=True))
        chance = math.prod(row[new] for row, new in zip(wishes, hand, strict=True))
        outcomes.append([[list(hand), kept], chance])
    sums = [list(itertools.accumulate(row)) for row in wishes]
    cuts = [[cut for cut in each if 0 < cut < 1] for each in sums]
    return {"uniforms": len(wishes), "outcomes": outcomes, "cuts": cuts}

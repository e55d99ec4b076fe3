"""Type hints, a named tuple inside, and early returns for the edges."""
from __future__ import annotations

from typing import NamedTuple


class Choice(NamedTuple):
    k: int
    speedup: float


def choose_k(alpha: float, cost_ratio: float, max_k: int = 16) -> tuple[int, float]:
    if max_k == 0 or alpha <= cost_ratio:
        return 0, 1.0
    if cost_ratio == 0:
        return max_k, sum(alpha**i for i in range(max_k + 1))
    choice = Choice(0, 1.0)
    for k in range(1, max_k + 1):
        value: float = sum(alpha**i for i in range(k + 1)) / (1 + cost_ratio * k)
        if value > choice.speedup:
            choice = Choice(k, value)
    return tuple(choice)

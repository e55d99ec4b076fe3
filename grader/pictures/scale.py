"""Round numbers for the ticks of an axis."""

from __future__ import annotations

from math import ceil, floor, log10

_STEPS = (1, 2, 5, 10)


def ticks(low: float, high: float, most: int) -> list[float]:
    """Return at most `most` + 1 round numbers from `low` to `high`, evenly spaced."""
    step = _step((high - low) / max(most, 1))
    # A hair wider: the ends themselves may have been computed.
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [_round(step * index) for index in range(first, last + 1)]


def _step(least: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, 50, 0.1, ... that is not below `least`."""
    power = 10.0 ** floor(log10(least))
    return next(factor * power for factor in _STEPS if factor * power >= least * (1 - 1e-9))


def _round(value: float) -> float:
    """Return a tick without what adding up steps leaves behind it."""
    return float(f"{value:.9g}") + 0.0

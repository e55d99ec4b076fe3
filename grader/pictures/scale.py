"""Round numbers for the ticks of an axis."""

from __future__ import annotations

_STEPS = (1, 2, 5, 10)


def ticks(low: float, high: float, most: int) -> list[float]:
    """Return at most `most` + 1 round numbers from `low` to `high`, evenly spaced."""
    step = _step((high - low) / max(most, 1))
    first = -int(-low // step)  # the first multiple of the step that is not below `low`
    count = int((high - first * step) / step + 1e-9) + 1
    return [_round(step * (first + index)) for index in range(max(count, 0))]


def _step(least: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, 50, 0.1, ... that is not below `least`."""
    power = 10.0 ** int(f"{least:e}".partition("e")[2])
    return next(factor * power for factor in _STEPS if factor * power >= least * (1 - 1e-9))


def _round(value: float) -> float:
    """Return a tick without what adding up steps leaves behind it."""
    return float(f"{value:.9g}") + 0.0

"""The characters that pictures are made of on a screen, and bars made of them."""

from __future__ import annotations

from typing import NamedTuple


class Signs(NamedTuple):
    """Characters of one column each. `eighths` fill a column from its left, by 1/8 to 8/8."""

    eighths: str = "▏▎▍▌▋▊▉█"
    mark: str = "┃"
    left: str = "▕"
    right: str = "▏"
    lower: str = "╱"
    upper: str = "░"
    axis: str = "│"
    tick: str = "┤"
    corner: str = "└"
    base: str = "─"
    base_tick: str = "┬"
    path: str = "·"
    level: str = "┄"
    best: str = "◆"

    def bar(self, columns: float) -> str:
        """Return a bar of this length, to an eighth of a column."""
        full, rest = divmod(round(columns * 8), 8)
        return self.eighths[-1] * full + (self.eighths[rest - 1] if rest else "")


_ASCII = Signs(
    eighths="   #####",
    mark="|",
    left="[",
    right="]",
    lower="/",
    upper="+",
    axis="|",
    tick="+",
    corner="+",
    base="-",
    base_tick="+",
    path=".",
    level="-",
    best="@",
)


def signs_for(encoding: str) -> Signs:
    """Return the signs that a screen of this encoding can show."""
    try:
        "".join(Signs()).encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return _ASCII
    return Signs()

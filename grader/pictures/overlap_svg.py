"""Two distributions as SVG: a column for each index, solid where both are, hatched above that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.pictures.scale import ticks
from grader.pictures.svg import (
    BLUE,
    FAINT,
    GREY,
    LINE,
    MARGIN,
    RED,
    SOLID,
    WIDTH,
    Block,
    line,
    paragraph,
    rectangle,
    stacked,
    text,
)
from grader.pictures.words import areas, balance, names, number

if TYPE_CHECKING:
    from grader.pictures.records import Overlap

_LEFT, _RIGHT = 42, WIDTH - 2 * MARGIN
_HEIGHT = 220
_TOP = 8
_BASE = _TOP + _HEIGHT
_LEAST = 0.05  # pixels that can be seen; less is rounding
_WIDEST = 72  # pixels of a column
_NUMBERS = 84  # pixels that "p 0.25, q 0.15" takes below a column
_PAINTS = (
    f'fill="{SOLID}"',
    f'fill="url(#lower)" stroke="{RED}"',
    f'fill="url(#upper)" stroke="{BLUE}"',
)


def overlap_block(overlap: Overlap) -> Block:
    """Return the columns, and below them what their parts are and how large."""
    most = max(*overlap.upper, *overlap.lower) or 1.0
    band = (_RIGHT - _LEFT) / len(overlap.pairs)
    elements = []
    for tick in ticks(0.0, most, 5):
        y = _BASE - tick / most * _HEIGHT
        elements.append(line(_LEFT, y, _RIGHT, y, f'stroke="{FAINT}"'))
        elements.append(text(_LEFT - 8, y + 4, number(tick), "small", "end"))
    for index, (p, q) in enumerate(overlap.pairs):
        middle = _LEFT + band * (index + 0.5)
        wide = min(_WIDEST, band * 0.7)
        elements += _column(middle - wide / 2, wide, p / most * _HEIGHT, q / most * _HEIGHT)
        elements.append(text(middle, _BASE + 17, str(index), "strong", "middle"))
        if band >= _NUMBERS:
            told = f"p {number(p)}, q {number(q)}"
            elements.append(text(middle, _BASE + 33, told, "small", "middle"))
    elements.append(line(_LEFT, _BASE, _RIGHT, _BASE, f'stroke="{GREY}"'))
    elements.append(text(_LEFT - 8, _BASE + 17, overlap.label, "small", "end"))
    return stacked([Block(elements, _BASE + 38), _legend(overlap)], 10)


def _column(x: float, width: float, upper: float, lower: float) -> list[str]:
    """Return the column of one index; `upper` and `lower` are p and q in pixels."""
    both, most = min(upper, lower), max(upper, lower)
    paint = _PAINTS[2] if upper > lower else _PAINTS[1]
    solid = rectangle(x, _BASE - both, width, both, _PAINTS[0])
    hatched = rectangle(x, _BASE - most, width, most - both, paint)
    return [solid] * (both >= _LEAST) + [hatched] * (most - both >= _LEAST)


def _legend(overlap: Overlap) -> Block:
    elements = [text(0, 14, names(overlap), "quiet")]
    for index, (paint, told) in enumerate(zip(_PAINTS, areas(overlap), strict=True), 1):
        y = LINE * index * 1.1 + 14
        elements.append(rectangle(0, y - 11, 26, 14, paint))
        elements.append(text(36, y, told))
    balanced = paragraph(0, balance(overlap), "strong")
    return stacked([Block(elements, LINE * 1.1 * 3 + 22), balanced], 4)

"""Two distributions on a screen: for each index one bar, solid where they agree, hatched beyond."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.pictures.words import areas, balance, names, number
from grader.render.layout import Charset, Line, Style, attach, cells, wrap

if TYPE_CHECKING:
    from grader.pictures.records import Overlap
    from grader.pictures.signs import Signs

_GAP = "  "
_LEAST_BAR = 10  # columns
# Whole columns for each 0.05 make areas that are equal take equally many columns.
_STEPS = 20


def overlap_lines(overlap: Overlap, width: int, charset: Charset, signs: Signs) -> list[Line]:
    """Return the bars, what their parts are, and how large these are together."""
    words = _words(overlap)
    label = charset.prose(overlap.label)
    start = max(cells(label), len(str(len(words))))
    most = max(*overlap.upper, *overlap.lower)
    room = width - start - len(_GAP)
    beside = room - len(_GAP) - max(map(len, words))
    room = beside if beside >= _LEAST_BAR else room
    scale = room / most if most else 0.0
    if scale >= _STEPS:
        scale = scale // _STEPS * _STEPS
    lines: list[Line] = [[(Style.HEADING, label)]]
    for index, (p, q) in enumerate(overlap.pairs):
        bar, used = _bar(p, q, scale, signs)
        lines.append([(Style.TEXT, f"{index:>{start}}{_GAP}"), *bar])
        if beside >= _LEAST_BAR:
            lines[-1].append((Style.TEXT, " " * (room - used) + _GAP + words[index]))
        else:
            lines.append([(Style.TEXT, " " * start + _GAP + words[index])])
    return [*lines, [], *_legend(overlap, width, charset, signs)]


def _bar(p: float, q: float, scale: float, signs: Signs) -> tuple[Line, int]:
    """Return the bar of one index, and how many columns it takes."""
    if p == q:
        solid = signs.bar(p * scale)
        return [(Style.PASSED, solid)], len(solid)
    inner, outer = round(min(p, q) * scale), round(max(p, q) * scale)
    style, sign = (Style.MARK, signs.lower) if q > p else (Style.VALUE, signs.upper)
    return [(Style.PASSED, signs.bar(inner)), (style, sign * (outer - inner))], outer


def _words(overlap: Overlap) -> list[str]:
    """Return p and q of each index, in columns."""
    texts = [(number(p), number(q)) for p, q in overlap.pairs]
    wide = max(len(p) for p, _ in texts)
    return [f"p {p:<{wide}}  q {q}" for p, q in texts]


def _legend(overlap: Overlap, width: int, charset: Charset, signs: Signs) -> list[Line]:
    styled = (
        (Style.PASSED, signs.bar(1)),
        (Style.MARK, signs.lower),
        (Style.VALUE, signs.upper),
    )
    lines = wrap([(Style.MUTED, charset.prose(names(overlap)))], width)
    for (style, sign), text in zip(styled, areas(overlap), strict=True):
        first: Line = [(style, sign * 3), (Style.TEXT, " ")]
        lines += attach(first, wrap([(Style.TEXT, charset.prose(text))], width - 4))
    return [*lines, *wrap([(Style.VALUE, charset.prose(balance(overlap)))], width)]

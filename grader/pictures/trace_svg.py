"""A trace as SVG: a bar for each row above a common scale, its words to the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.pictures.svg import (
    FAINT,
    GREY,
    INK,
    MARGIN,
    RED,
    SOLID,
    WIDTH,
    Block,
    line,
    paragraph,
    rectangle,
    text,
)
from grader.pictures.words import NOT_EXAMINED, NOTHING_TO_DRAW, number, numbers

if TYPE_CHECKING:
    from grader.pictures.records import Bar, Headings, Trace

_ROW, _BAR = 44, 22  # pixels
_TOP = 26  # below the headings
_LETTER = 7.5  # pixels
_ROOM = WIDTH - 2 * MARGIN
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


def trace_block(trace: Trace) -> Block:
    """Return the bars, their scale below them, and what fill and mark are."""
    if not trace.bars:
        return paragraph(0, NOTHING_TO_DRAW, "quiet")
    heads = trace.headings
    left = 14 + _LETTER * max(
        len(each) for each in (heads.label, *(bar.label for bar in trace.bars))
    )
    words = [numbers(heads, bar) for bar in trace.bars] + [bar.words for bar in trace.bars]
    right = _ROOM - 18 - min(_LETTER * max(map(len, words)), _ROOM / 2)
    bottom = _TOP + _ROW * len(trace.bars)
    elements = [text(left - 14, 14, heads.label, "small", "end")]
    for tick in _TICKS:
        x = left + tick * (right - left)
        elements.append(line(x, _TOP - 6, x, bottom, f'stroke="{FAINT}"'))
        elements.append(text(x, bottom + 15, number(tick), "small", "middle"))
    for index, bar in enumerate(trace.bars):
        elements += _row(heads, bar, left, right, _TOP + _ROW * index)
    elements += _legend(heads, left, bottom + 42)
    return Block(elements, bottom + 48)


def _row(heads: Headings, bar: Bar, left: float, right: float, y: float) -> list[str]:
    """Return the label, the bar and the words of one row."""
    middle = y + _ROW / 2
    top = middle - _BAR / 2
    label = text(left - 14, middle + 5, bar.label, "strong" if bar.examined else "quiet", "end")
    if not bar.examined:
        track = f'rx="4" fill="#f6f8fa" stroke="{FAINT}" stroke-dasharray="4 3"'
        told = text(left + 12, middle + 5, NOT_EXAMINED, "quiet")
        return [label, rectangle(left, top, right - left, _BAR, track), told]
    elements = [label]
    if bar.fill is not None or bar.mark is not None:
        elements.append(rectangle(left, top, right - left, _BAR, 'rx="4" fill="#eef1f4"'))
    if bar.fill:
        zone = f'rx="4" fill="{SOLID}"'
        elements.append(rectangle(left, top, bar.fill * (right - left), _BAR, zone))
    if bar.mark is not None:
        x = left + bar.mark * (right - left)
        elements.append(_mark(x, top, RED if bar.outside else INK))
    look = "inside" if bar.inside else "outside" if bar.outside else "strong"
    for y, told, each in (
        (middle - 3, bar.words, look),
        (middle + 13, numbers(heads, bar), "small"),
    ):
        elements += [text(right + 18, y, told, each)] if told else []
    return elements


def _mark(x: float, top: float, colour: str) -> str:
    paint = f'stroke="{colour}" stroke-width="3.5" stroke-linecap="round"'
    return line(x, top - 4, x, top + _BAR + 4, paint)


def _legend(heads: Headings, x: float, y: float) -> list[str]:
    zone = f"from 0 to {heads.fill}"
    second = x + 60 + _LETTER * len(zone)
    return [
        rectangle(x, y - 11, 22, 13, f'rx="3" fill="{SOLID}"'),
        text(x + 30, y, zone),
        line(second, y - 12, second, y + 3, f'stroke="{GREY}" stroke-width="3.5"'),
        text(second + 10, y, heads.mark),
    ]

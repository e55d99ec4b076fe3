"""Curves as SVG: a plot with a grid, each curve named at its end, the point to look at ringed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.pictures.scale import ticks
from grader.pictures.svg import (
    FAINT,
    GREY,
    MARGIN,
    WIDTH,
    Block,
    coordinate,
    escaped,
    line,
    text,
    text_lines,
)
from grader.pictures.words import number, remarks

if TYPE_CHECKING:
    from grader.pictures.records import Curve, Curves

_LEFT = 42
_NAMES = 170  # pixels to the right of the plot, for the names of the curves
_RIGHT = WIDTH - 2 * MARGIN - _NAMES
_ROOM = _NAMES - 16
_STEP = 16  # pixels from one line of a name to the next
_TOP = 26
_HEIGHT = 300
_BASE = _TOP + _HEIGHT
# Dark enough for text on white, and apart from each other also with red-green blindness.
_COLOURS = ("#1a5fb4", "#b35900", "#7a3db8", "#00716b", "#b0206e", "#5c5f66")


class _Scale:
    """Where the numbers of a drawing lie in the plot."""

    def __init__(self, drawing: Curves) -> None:
        self._axes = drawing.x, drawing.y

    def x(self, value: float) -> float:
        axis = self._axes[0]
        return _LEFT + (value - axis.low) / (axis.high - axis.low) * (_RIGHT - _LEFT)

    def y(self, value: float) -> float:
        axis = self._axes[1]
        return _BASE - (value - axis.low) / (axis.high - axis.low) * _HEIGHT


def curves_block(drawing: Curves) -> Block:
    """Return the plot: grid, ceilings, curves, marked points, names."""
    scale = _Scale(drawing)
    elements = _grid(drawing, scale)
    coloured = [(curve, _COLOURS[i % len(_COLOURS)]) for i, curve in enumerate(drawing.curves)]
    for curve, colour in coloured:
        if curve.ceiling is not None and drawing.y.low <= curve.ceiling <= drawing.y.high:
            paint = f'stroke="{colour}" stroke-width="1.2" stroke-dasharray="5 4"'
            y = scale.y(curve.ceiling)
            elements.append(line(_LEFT, y, _RIGHT, y, paint))
    lines = [part for curve, colour in coloured for part in _curve(curve, colour, scale)]
    elements += ['<g clip-path="url(#plot)">', *lines, "</g>"]
    for curve, colour in coloured:
        if curve.mark is not None:
            elements += _mark(curve.mark, colour, scale)
    elements += _names(coloured, scale)
    return Block(elements, _BASE + 44)


def clip() -> str:
    """Return the definition that keeps curves inside the plot, with room for their points."""
    place = f'x="{_LEFT - 4}" y="{_TOP - 4}" width="{_RIGHT - _LEFT + 8}" height="{_HEIGHT + 8}"'
    return f'<clipPath id="plot"><rect {place}/></clipPath>'


def _grid(drawing: Curves, scale: _Scale) -> list[str]:
    """Return the lines of the grid with their numbers, and the titles of the axes."""
    elements = [text(0, 12, drawing.y.title, "small")]
    for tick in ticks(drawing.y.low, drawing.y.high, 6):
        y = scale.y(tick)
        elements.append(line(_LEFT, y, _RIGHT, y, f'stroke="{FAINT}"'))
        elements.append(text(_LEFT - 8, y + 4, number(tick), "small", "end"))
    for tick in ticks(drawing.x.low, drawing.x.high, 10):
        x = scale.x(tick)
        elements.append(line(x, _BASE, x, _BASE + 5, f'stroke="{GREY}"'))
        elements.append(text(x, _BASE + 19, number(tick), "small", "middle"))
    elements.append(line(_LEFT, _BASE, _RIGHT, _BASE, f'stroke="{GREY}"'))
    middle = (_LEFT + _RIGHT) / 2
    return [*elements, text(middle, _BASE + 38, drawing.x.title, "small", "middle")]


def _curve(curve: Curve, colour: str, scale: _Scale) -> list[str]:
    """Return a curve as lines between its points, and a dot for each point."""
    places = [(coordinate(scale.x(x)), coordinate(scale.y(y))) for x, y in curve.points]
    path = " ".join(f"{x},{y}" for x, y in places)
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="2.6"/>' for x, y in places)
    dashes = ' stroke-dasharray="7 4"' if curve.dashed else ""
    return [
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8"{dashes}/>',
        f'<g fill="{colour}">{dots}</g>',
    ]


def _mark(point: tuple[float, float], colour: str, scale: _Scale) -> list[str]:
    """Return a ring around a point, and above it the value there."""
    x, y = scale.x(point[0]), scale.y(point[1])
    place = f'cx="{coordinate(x)}" cy="{coordinate(y)}"'
    ring = f'<circle {place} r="6.5" fill="#ffffff" stroke="{colour}" stroke-width="2.4"/>'
    dot = f'<circle {place} r="2.6" fill="{colour}"/>'
    return [ring, dot, _named(x, y - 12, number(point[1]), colour, "middle")]


def _names(coloured: list[tuple[Curve, str]], scale: _Scale) -> list[str]:
    """Return the names of the curves at their right ends, moved apart where they would touch."""
    coloured = sorted(coloured, key=lambda each: -each[0].points[-1][1])
    names = [text_lines(curve.label, _ROOM) for curve, _ in coloured]
    notes = [
        [each for note in remarks(curve) for each in text_lines(note, _ROOM)]
        for curve, _ in coloured
    ]
    ends = [min(max(scale.y(curve.points[-1][1]), _TOP), _BASE) for curve, _ in coloured]
    heights = [_STEP * (len(n) + len(m)) for n, m in zip(names, notes, strict=True)]
    elements = []
    for index, top in enumerate(_apart(ends, heights)):
        y = top + 12
        for each in names[index]:
            elements.append(_named(_RIGHT + 14, y, each, coloured[index][1], "start"))
            y += _STEP
        for each in notes[index]:
            elements.append(text(_RIGHT + 14, y, each, "small"))
            y += _STEP
    return elements


def _apart(ends: list[float], heights: list[int]) -> list[float]:
    """Return the tops of blocks around these places, from the top down, none over another."""
    tops: list[float] = []
    free = 0.0
    for end, height in zip(ends, heights, strict=True):
        tops.append(max(end - height / 2, free))
        free = tops[-1] + height + 6
    limit = float(_BASE + 30)
    for index in reversed(range(len(tops))):
        tops[index] = min(tops[index], limit - heights[index])
        limit = tops[index] - 6
    return tops


def _named(x: float, y: float, content: str, colour: str, anchor: str) -> str:
    # White around the letters keeps them readable over a line.
    halo = "stroke: #ffffff; stroke-width: 4px; paint-order: stroke"
    paint = f'style="fill: {colour}; font-weight: 600; {halo}" text-anchor="{anchor}"'
    return f'<text x="{coordinate(x)}" y="{coordinate(y)}" {paint}>{escaped(content)}</text>'

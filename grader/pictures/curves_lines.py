"""Curves on a screen: a plot of characters with axes, and what the signs mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.pictures.scale import ticks
from grader.pictures.words import number, remarks
from grader.render.layout import Charset, Line, Span, Style, attach, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.pictures.records import Axis, Curve, Curves
    from grader.pictures.signs import Signs

_ROWS = 16
_ROWS_PER_TICK = 3
_COLUMNS_PER_TICK = 8
_POINTS = "ox+*#%"  # one for each curve, in turn
# Two styles in turn help colour to tell neighbours apart; the points do without it.
_STYLES = (Style.PASSED, Style.TEXT)

# What stands in the plot: at (row, column), row 0 on top.
_Canvas = dict[tuple[int, int], Span]


def curves_lines(drawing: Curves, width: int, charset: Charset, signs: Signs) -> list[Line]:
    """Return the plot with its axes, and below it a line for each curve."""
    marks = {_place(tick, drawing.y, _ROWS): number(tick) for tick in _ticks(drawing.y)}
    margin = max(map(len, marks.values()), default=0)
    columns = width - margin - 3
    canvas = _drawn(drawing, columns, signs)
    lines = wrap([(Style.HEADING, charset.prose(drawing.y.title))], width)
    for row in range(_ROWS):
        label = marks.get(_ROWS - 1 - row, "")
        axis = signs.tick if label else signs.axis
        lines.append([(Style.MUTED, f"{label:>{margin}} {axis}"), *_row(canvas, row, columns)])
    lines += _x_axis(drawing.x, margin, columns, signs)
    title = charset.prose(drawing.x.title)
    lines.append([(Style.HEADING, f"{title:>{min(width, margin + 2 + columns)}}")])
    return [*lines, [], *_legend(drawing, width, charset, signs)]


def _ticks(axis: Axis) -> list[float]:
    return ticks(axis.low, axis.high, _ROWS // _ROWS_PER_TICK)


def _place(value: float, axis: Axis, count: int) -> int:
    """Return in which of `count` cells of an axis a value lies; it may lie outside."""
    return round((value - axis.low) / (axis.high - axis.low) * (count - 1))


def _drawn(drawing: Curves, columns: int, signs: Signs) -> _Canvas:
    """Return everything in the plot; what matters more is drawn later, over the rest."""
    canvas: _Canvas = {}

    def put(x: float, y: float, span: Span) -> None:
        column, row = _place(x, drawing.x, columns), _place(y, drawing.y, _ROWS)
        if 0 <= column < columns and 0 <= row < _ROWS:
            canvas[_ROWS - 1 - row, column] = span

    step = (drawing.x.high - drawing.x.low) / max(columns - 1, 1)
    for curve in drawing.curves:
        if curve.ceiling is not None:
            for column in range(columns):
                put(drawing.x.low + step * column, curve.ceiling, (Style.MUTED, signs.level))
    for curve in drawing.curves:
        for x, y in _between(curve, step / 2):  # half a column: none is skipped
            put(x, y, (Style.MUTED, signs.path))
    for index, curve in enumerate(drawing.curves):
        for x, y in curve.points:
            put(x, y, _sign(index))
    for curve in drawing.curves:
        if curve.mark is not None:
            put(*curve.mark, (Style.MARK, signs.best))
    return canvas


def _sign(index: int) -> Span:
    return _STYLES[index % len(_STYLES)], _POINTS[index % len(_POINTS)]


def _between(curve: Curve, step: float) -> Iterator[tuple[float, float]]:
    """Return points on the lines between a curve's points, one for each `step` of x."""
    for (x, y), (to_x, to_y) in zip(curve.points, curve.points[1:], strict=False):
        count = max(int((to_x - x) / step), 1)
        for index in range(1, count):
            share = index / count
            yield x + (to_x - x) * share, y + (to_y - y) * share


def _row(canvas: _Canvas, row: int, columns: int) -> Line:
    return [canvas.get((row, column), (Style.TEXT, " ")) for column in range(columns)]


def _x_axis(axis: Axis, margin: int, columns: int, signs: Signs) -> list[Line]:
    """Return the axis with its ticks, and the numbers below these."""
    base = [signs.base] * columns
    numbers = " " * (columns + 1)
    for tick in ticks(axis.low, axis.high, columns // _COLUMNS_PER_TICK):
        at = _place(tick, axis, columns)
        base[at] = signs.base_tick
        text = number(tick)
        start = min(max(at - (len(text) - 1) // 2, 0), len(numbers) - len(text))
        numbers = numbers[:start] + text + numbers[start + len(text) :]
    blank = " " * (margin + 1)
    return [
        [(Style.MUTED, blank + signs.corner + "".join(base))],
        [(Style.MUTED, f"{blank} {numbers}")],
    ]


def _legend(drawing: Curves, width: int, charset: Charset, signs: Signs) -> list[Line]:
    lines: list[Line] = []
    for index, curve in enumerate(drawing.curves):
        text = charset.prose(", ".join([curve.label, *remarks(curve)]))
        lines += attach([_sign(index), (Style.TEXT, "  ")], wrap([(Style.TEXT, text)], width - 3))
    if any(curve.mark for curve in drawing.curves):
        lines.append([(Style.MARK, signs.best), (Style.TEXT, "  marked point")])
    if any(curve.ceiling is not None for curve in drawing.curves):
        lines.append([(Style.MUTED, signs.level), (Style.TEXT, "  ceiling")])
    return lines

"""Turns the data of an exercise into pictures' records; pure.

What `curves()` of trace.py returns maps the id of each picture of kind "curves" to a dict:

- "x", "y": an axis each, a dict with its "title", and "min" and "max" where they are not to follow
  from the points;
- "curves": a list of dicts with "label" and "points" ([x, y] in the order of x, two or more), and
  perhaps "mark" (the index of the point to look at), "ceiling" (the y that the curve comes ever
  closer to) and "style" ("line" or "dashed").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grader import display
from grader.errors import UsageError
from grader.pictures.records import Axis, Bar, Curve, Curves, Headings, Overlap, Trace

if TYPE_CHECKING:
    from grader.model import Case, Exercise, Picture, Row
    from grader.pictures.records import Drawing

_AREAS = ("in both", "in q alone", "in p alone")


class NotDrawnError(UsageError):
    """A picture that cannot be drawn of this case, or not before `grade author sync`."""


def drawing(exercise: Exercise, picture: Picture, case: Case | None = None) -> Drawing:
    """Return a picture of an exercise, of this case or else of the one that it names itself.

    Raises NotDrawnError where the case or the recorded data do not hold what is to be drawn.
    """
    if picture.kind == "curves":
        return _curves(picture)
    shown = case or next((each for each in exercise.cases if each.id == picture.case), None)
    if shown is None:
        raise NotDrawnError(f"The picture {picture.id} names no case of {exercise.id}.")
    if picture.kind == "trace":
        return _trace(exercise, picture, shown)
    return _overlap(exercise, picture, shown)


def _subject(exercise: Exercise, case: Case) -> str:
    return f"Case {exercise.cases.index(case) + 1}: {case.title or case.id}"


# --- trace ---------------------------------------------------------------------------------------


def _trace(exercise: Exercise, picture: Picture, case: Case) -> Trace:
    keys = (picture.label, picture.fill, picture.mark, picture.words)
    titles = {column.key: column.title for column in exercise.columns}
    decimals = {column.key: column.decimals for column in exercise.columns}
    return Trace(
        picture.id,
        picture.title,
        picture.caption,
        _subject(exercise, case),
        Headings(*(titles.get(key, key) for key in keys)),
        tuple(_bar(row, keys, decimals) for row in case.rows),
    )


def _bar(row: Row, keys: tuple[str, ...], decimals: dict[str, int | None]) -> Bar:
    label, fill, mark, words = (
        display.cell_text(row.cells.get(key), decimals.get(key)) for key in keys
    )
    return Bar(
        label,
        _share(row.cells.get(keys[1])),
        _share(row.cells.get(keys[2])),
        fill,
        mark,
        words,
        examined=row.examined,
    )


def _share(value: object) -> float | None:
    """Return a number as a part of the bar, which ends at 0 and at 1; None for no number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return min(max(float(value), 0.0), 1.0)


# --- overlap -------------------------------------------------------------------------------------


def _overlap(exercise: Exercise, picture: Picture, case: Case) -> Overlap:
    names = [parameter.name for parameter in exercise.parameters]
    arguments = dict(zip(names, case.args, strict=False))
    row = _last_examined(case, arguments.get(picture.upper)) if picture.row is None else picture.row
    upper, lower = (_row(arguments, name, row) for name in (picture.upper, picture.lower))
    if len(upper[1]) != len(lower[1]):
        raise NotDrawnError(
            f"{upper[0]} holds {len(upper[1])} numbers, {lower[0]} {len(lower[1])}: "
            "they cannot be laid over each other."
        )
    in_both, in_lower, in_upper = picture.areas or _AREAS
    return Overlap(
        picture.id,
        picture.title,
        picture.caption,
        _subject(exercise, case),
        picture.label or "index",
        (upper[0], lower[0]),
        (in_both, in_lower, in_upper),
        upper[1],
        lower[1],
    )


def _last_examined(case: Case, value: object) -> int:
    """Return which of an argument's rows is the last that the case's decision table examines."""
    rows = case.rows[: len(value)] if isinstance(value, list) else ()
    return max((index for index, row in enumerate(rows) if row.examined), default=0)


def _row(arguments: dict[str, Any], name: str, row: int) -> tuple[str, tuple[float, ...]]:
    """Return the name and numbers of a distribution. Raises NotDrawnError where there is none."""
    value = arguments.get(name)
    if isinstance(value, list) and value and isinstance(value[0], list):
        name, value = f"{name}[{row}]", value[row] if row < len(value) else []
    if not isinstance(value, list) or not value:
        raise NotDrawnError(f"There is nothing in this case's {name} to draw.")
    return name, tuple(map(float, value))


# --- curves --------------------------------------------------------------------------------------


def _curves(picture: Picture) -> Curves:
    if picture.data is None:
        raise NotDrawnError(
            f"The curves of the picture {picture.id} are not recorded yet.",
            hint="run: grade author sync",
        )
    data: Any = picture.data
    curves = tuple(_curve(each) for each in data["curves"])
    points = [point for curve in curves for point in curve.points]
    levels = [curve.ceiling for curve in curves if curve.ceiling is not None]
    return Curves(
        picture.id,
        picture.title,
        picture.caption,
        _axis(data["x"], [x for x, _ in points], 0.0),
        _axis(data["y"], [*(y for _, y in points), *levels], 0.05),
        curves,
    )


def _axis(given: dict[str, Any], values: list[float], room: float) -> Axis:
    """Return an axis for these values: from 0 if they are above it, with some room at the end."""
    low = given.get("min")
    high = given.get("max")
    least, most = min(values), max(values)
    low = min(0.0, least) if low is None else low
    high = most + room * (most - low) if high is None else high
    return Axis(given["title"], float(low), float(high if high > low else low + 1))


def _curve(given: dict[str, Any]) -> Curve:
    points = tuple((float(x), float(y)) for x, y in given["points"])
    mark = given.get("mark")
    return Curve(
        given["label"],
        points,
        None if mark is None else points[mark],
        given.get("ceiling"),
        dashed=given.get("style") == "dashed",
    )

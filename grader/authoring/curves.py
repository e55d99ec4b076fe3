"""What `curves()` of a trace.py returns, and what is wrong with that; pure.

Its shape is described in `grader.pictures.make`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from grader.authoring.trace import plain_data

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Value

_DIGITS = 9  # the last digits of a power differ between machines, and files must not
_AXIS, _AXIS_NUMBERS = "title", ("min", "max")
_CURVE = {"label", "points", "mark", "ceiling", "style"}
_STYLES = ("line", "dashed")


def drawn_curves(value: Value, ids: Sequence[str]) -> dict[str, Any] | str:
    """Return the data of the pictures `ids`, rounded, or what is wrong in words after "it"."""
    told = plain_data(value)
    if not isinstance(told, dict):
        return f"returns no dict with the pictures {', '.join(ids)}"
    missing = [id for id in ids if id not in told]
    if missing:
        return f"returns a dict without the picture {', '.join(missing)}"
    unknown = [id for id in told if id not in ids]
    if unknown:
        return f"tells of a picture that exercise.toml lacks: {', '.join(unknown)}"
    for id in ids:
        if fault := _fault(told[id]):
            return f'returns for "{id}" {fault}'
    return {id: _rounded(told[id]) for id in ids}


def _fault(plot: Any) -> str:
    """Say what is wrong with one picture's data; "" when nothing is."""
    if not isinstance(plot, dict) or set(plot) != {"x", "y", "curves"}:
        return "no dict with exactly x, y and curves"
    for name in ("x", "y"):
        if not _is_axis(plot[name]):
            return f'an {name} that is no dict with a "title" and perhaps numbers "min", "max"'
    if not _is_list(plot["curves"]) or not plot["curves"]:
        return "curves that are no list of dicts"
    faults = (_fault_of_curve(index, curve) for index, curve in enumerate(plot["curves"]))
    return next(filter(None, faults), "")


def _fault_of_curve(index: int, curve: Any) -> str:
    if not isinstance(curve, dict) or not {"label", "points"} <= set(curve) <= _CURVE:
        return f"curves[{index}] that is no dict with label, points; perhaps mark, ceiling, style"
    if not isinstance(curve["label"], str) or not curve["label"].strip():
        return f"curves[{index}] without a text as its label"
    points = curve["points"]
    if not _is_list(points) or len(points) < 2 or not all(map(_is_point, points)):
        return f"curves[{index}] whose points are no list of two or more [x, y]"
    if not all(one[0] < two[0] for one, two in pairwise(points)):
        return f"curves[{index}] whose points are not in the order of x"
    if curve.get("mark") is not None and not _is_index(curve["mark"], points):
        return f"curves[{index}] whose mark is not the index of a point"
    if curve.get("ceiling") is not None and not _is_number(curve["ceiling"]):
        return f"curves[{index}] whose ceiling is no number"
    if curve.get("style", "line") not in _STYLES:
        return f"curves[{index}] whose style is none of {', '.join(_STYLES)}"
    return ""


def _is_axis(axis: Any) -> bool:
    if not isinstance(axis, dict) or not isinstance(axis.get(_AXIS), str):
        return False
    numbers = [axis[name] for name in _AXIS_NUMBERS if name in axis]
    return set(axis) <= {_AXIS, *_AXIS_NUMBERS} and all(map(_is_number, numbers))


def _is_list(value: Any) -> bool:
    return type(value) in (list, tuple)


def _is_point(value: Any) -> bool:
    return _is_list(value) and len(value) == 2 and all(map(_is_number, value))


def _is_index(value: Any, points: Any) -> bool:
    return type(value) is int and 0 <= value < len(points)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < 1e9  # false of NaN and infinity


def _rounded(value: Any) -> Any:
    """Return data with lists for tuples, and floats that are the same on every machine."""
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if _is_list(value):
        return [_rounded(item) for item in value]
    return float(f"{value:.{_DIGITS}g}") if type(value) is float else value

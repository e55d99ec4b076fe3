"""Compares a returned value with the expected one, by exact type; says how they differ; pure."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from grader import display
from grader.results import DictValue, Foreign, NumpyArray, NumpyScalar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Case, Exercise, ResultPart, Value

_KIND_NAMES = {
    "int": "an int",
    "float": "a float",
    "list[int]": "a list of ints",
    "list[float]": "a list of floats",
    "list[list[float]]": "a list of lists of floats",
}
_RIGHT_ITEMS: dict[str, set[type]] = {"int": {int}, "float": {int, float}}
_EXACT_INT = 2**53  # up to here every int is a float, and the difference of the two has a meaning
_NEAR = 1e-3  # a float that is off by less, in relation to the expected one, is told by how much
_TELLING_FOREIGN = {
    "coroutine": "the function is `async`; a plain `def` is wanted",
    "generator": "the function contains `yield`; use `return`",
    "async_generator": "the function is `async` and contains `yield`; a plain `def` is wanted",
}


def mismatch(exercise: Exercise, case: Case, value: Value) -> str:
    """Say in a sentence how a value differs from the expected one; "" when it passes."""
    if _identical(value, case.expected):
        return ""
    wrong = _wrong_structure(exercise, value, case.expected)
    return wrong or _wrong_values(exercise, case, value)


def matches(exercise: Exercise, case: Case, value: Value) -> bool:
    """Return whether a value passes; quicker than saying how it does not."""
    if _identical(value, case.expected):
        return True
    return has_structure(exercise, value) and _has_values(exercise, case, value)


def _identical(value: Value, expected: Value) -> bool:
    """Return whether values agree with all their types: most do, and this is found out quickly.

    Values that are written alike are alike; no record of NumPy's is written like a plain value.
    """
    return type(value) is type(expected) and value == expected and repr(value) == repr(expected)


def has_structure(exercise: Exercise, value: Value) -> bool:
    """Return whether a value has the types of the exercise's result, whatever its numbers."""
    return not _wrong_structure(exercise, value)


def _parts_of(exercise: Exercise, value: Value) -> list[Value]:
    """Return the parts of a value that is known to have as many as the result."""
    if len(exercise.result) == 1:
        return [value]
    assert type(value) is tuple
    return list(value)


def _wrong_structure(exercise: Exercise, value: Value, expected: Value = None) -> str:
    """Say where a value has not the types of the exercise's result; "" when it has.

    For a part with a dimension too many, its shape is told, and that of the `expected` one.
    """
    parts = exercise.result
    if value is None:
        return "It returned None: a `return` is missing, or it returns nothing."
    if isinstance(value, Foreign) and value.type_name in _TELLING_FOREIGN:
        return f"It returned a {value.type_name}: {_TELLING_FOREIGN[value.type_name]}."
    if len(parts) > 1:
        shape = f"a tuple ({', '.join(part.name for part in parts)})"
        if type(value) is not tuple:
            return f"It returned {kind_of(value)}; expected {shape}."
        if len(value) != len(parts):
            return f"It returned a tuple of {len(value)}; expected {shape}."
    items = _parts_of(exercise, value)
    wanted = [None] * len(parts) if expected is None else _parts_of(exercise, expected)
    triples = zip(parts, items, wanted, strict=True)
    return next(filter(None, (_wrong_kind(*triple) for triple in triples)), "")


def _has_values(exercise: Exercise, case: Case, value: Value) -> bool:
    """Return whether a value of the right types equals the expected one."""
    parts = zip(_parts_of(exercise, value), _parts_of(exercise, case.expected), strict=True)
    pairs = zip(exercise.result, parts, strict=True)
    return all(equal(part, plain(mine), wanted) for part, (mine, wanted) in pairs)


def _wrong_values(exercise: Exercise, case: Case, value: Value) -> str:
    """Say how a value of the right types differs from the expected one; "" when it passes."""
    if _has_values(exercise, case, value):
        return ""
    numbers = [plain(item) for item in _parts_of(exercise, value)]
    return _difference(exercise, case, numbers, _parts_of(exercise, case.expected))


def kind_of(value: Value) -> str:
    """Name a value's type with its article: "a list", "an int", "a NumPy array"."""
    match value:
        case Foreign(type_name=name) if " " in name:  # too large to show: "int of 5000 bits"
            return _with_article(display.one_line(name))
        case Foreign(type_name=name):
            return f"an object of type {display.one_line(name)}"
        case NumpyScalar(dtype=dtype):
            return f"a NumPy {dtype}"
        case NumpyArray():
            return "a NumPy array"
        case DictValue():
            return "a dict"
        case None:
            return "None"
    return _with_article(type(value).__name__)


def _with_article(name: str) -> str:
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _wrong_kind(part: ResultPart, value: Value, expected: Value) -> str:
    """Say where a part of the result has another type than it must have; "" when it is right."""
    wrong = _wrong_item(part.name, part.type, value, _KIND_NAMES[part.type])
    shape = shape_of(value) if wrong else None
    if shape is None or len(shape) < 2 or len(shape) <= part.type.count("list"):
        return wrong
    mine, wanted = f"{kind_of(value)} of shape {shape}", _KIND_NAMES[part.type]
    if isinstance(expected, list) and (right := shape_of(expected)) is not None:
        wanted += f", of shape {right}"
    return f"{part.name} is {mine}; expected {wanted}."


def shape_of(value: Value) -> tuple[int, ...] | None:
    """Return the shape that NumPy sees in an array, number or nested list; None in other values."""
    if isinstance(value, NumpyArray):
        return value.shape
    if type(value) in (list, tuple):
        assert isinstance(value, (list, tuple))
        shapes = {shape_of(item) for item in value} or {()}
        only = shapes.pop()
        return None if shapes or only is None else (len(value), *only)
    return () if isinstance(value, (bool, int, float, NumpyScalar)) else None


def _wrong_item(name: str, kind: str, value: Value, wanted: str) -> str:
    if kind.startswith("list["):
        if type(value) is not list:
            shown = "a float, not a number" if value != value else kind_of(value)
            return f"{name} is {shown}; expected {wanted}."
        inner = kind[5:-1]
        if {*map(type, value)} <= _RIGHT_ITEMS.get(inner, set()):
            return ""
        found = (
            _wrong_item(f"{name}[{index}]", inner, item, _KIND_NAMES[inner])
            for index, item in enumerate(value)
        )
        return next(filter(None, found), "")
    number = value.value if isinstance(value, NumpyScalar) else value
    if type(number) is int or (kind == "float" and type(number) is float):
        return ""
    shown = "None" if value is None else f"{kind_of(value)}, {display.value_text(value)}"
    return f"{name} is {shown}; expected {wanted}."


def plain(value: Value) -> Value:
    """Return a value of the right types with its NumPy scalars as Python numbers."""
    if type(value) is list:
        return [plain(item) for item in value]
    return value.value if isinstance(value, NumpyScalar) else value


def as_wanted(exercise: Exercise, value: Value) -> Value:
    """Return a plain value with floats for the ints that pass as such."""
    parts = exercise.result
    if not any("float" in part.type for part in parts):
        return value
    if len(parts) == 1:
        return _as_kind(parts[0].type, value)
    if type(value) is tuple and len(value) == len(parts):
        return tuple(_as_kind(part.type, item) for part, item in zip(parts, value, strict=True))
    return value


def _as_kind(kind: str, value: Value) -> Value:
    if type(value) is int and kind == "float" and abs(value) <= _EXACT_INT:
        return float(value)
    if type(value) is list and kind.startswith("list["):
        return [_as_kind(kind[5:-1], item) for item in value]
    return value


def equal(part: ResultPart, value: Value, expected: Value) -> bool:
    """Return whether plain values, or lists of them, are equal within the part's tolerance."""
    if type(value) is list and type(expected) is list:
        pairs = zip(value, expected, strict=False)
        return len(value) == len(expected) and all(equal(part, *pair) for pair in pairs)
    if part.tolerance and isinstance(value, (int, float)) and isinstance(expected, (int, float)):
        # Not a difference: a huge int has none from a float. NaN compares as false.
        return expected - part.tolerance <= value <= expected + part.tolerance
    return value == expected


def _difference(
    exercise: Exercise, case: Case, values: Sequence[Value], expected: Sequence[Value]
) -> str:
    """Say how values of the right types differ: broken promises first, then the first place."""
    parts = exercise.result
    named = dict(zip([part.name for part in parts], values, strict=True))
    arguments = {
        parameter.name: value
        for parameter, value in zip(exercise.parameters, case.args, strict=False)
    }
    for part in parts:
        counted = named.get(part.length_of)
        if isinstance(counted, list) and len(counted) != named[part.name]:
            whole = next((p.prefix_of for p in parts if p.name == part.length_of), "")
            rule = f"a prefix of {whole} of length {part.name}" if whole else f"{part.name} long"
            return (
                f"{part.length_of} holds {_items(len(counted))}, but {part.name} is "
                f"{display.value_text(named[part.name])}: the list must be {rule}."
            )
    for part in parts:
        whole_list, mine = arguments.get(part.prefix_of), named[part.name]
        if not isinstance(whole_list, list) or not isinstance(mine, list):
            continue
        if mine != whole_list[: len(mine)]:
            return f"{part.name} must be a prefix of {part.prefix_of}; this list is none."
    wrong = [one for one in zip(parts, values, expected, strict=True) if not equal(*one)]
    # A number that is none tells more than a part that goes wrong with it.
    undefined = [one for one in wrong if one[1] != one[1]]
    for one in undefined or wrong:
        return _first_place(*one)
    return "It differs from the expected value."


def _first_place(part: ResultPart, value: Value, wanted: Value) -> str:
    if isinstance(value, list) and isinstance(wanted, list):
        if len(value) != len(wanted):
            return f"{part.name} holds {_items(len(value))}; expected {_items(len(wanted))}."
        pairs = enumerate(zip(value, wanted, strict=True))
        index = next(i for i, pair in pairs if not equal(part, *pair))
        return _wrong_number(f"{part.name}[{index}]", value[index], wanted[index], part.tolerance)
    return _wrong_number(part.name, value, wanted, part.tolerance)


def _wrong_number(name: str, value: Value, wanted: Value, tolerance: float) -> str:
    """Say which number was expected; of a float that is almost right, by how much it is off."""
    shown = "nan (not a number)" if value != value else display.value_text(value)
    text = f"{name} is {shown}; expected {display.value_text(wanted)}"
    if tolerance and isinstance(value, (int, float)) and isinstance(wanted, (int, float)):
        off = abs(value - wanted) if abs(value) <= _EXACT_INT else math.inf
        if off <= _NEAR * max(1.0, abs(wanted)):
            return f"{text}. It is off by {off:.1e}, and at most {tolerance:g} is allowed."
    return f"{text}."


def _items(count: int) -> str:
    return "1 item" if count == 1 else f"{count} items"

"""Read the values of a call: its arguments, and what the function should return."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from grader.content._compiled import whole_result
from grader.content._file import described, quoted
from grader.content._rules import LARGEST, TYPES, names_meant, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.content._file import TomlFile
    from grader.content._lines import Where
    from grader.model import Parameter, ResultPart, Value

SEED_FIX = (
    "remove it: the seed is set inside the learner's function and cannot be changed by a case"
)
# Sums in float64 of what was normalised in float64 lie within this; float32 misses it by far.
_SUM_TOLERANCE = 1e-12
# A long list with one slip in all its items should not bury the other problems.
_MOST_PROBLEMS_OF_A_VALUE = 5


def read_args(
    file: TomlFile, where: Where, table: dict[str, Any], parameters: Sequence[Parameter]
) -> dict[str, Value]:
    """Return the arguments given in `table`, checked; record the unknown and the missing ones."""
    names = [spec.name for spec in parameters]
    meant = names_meant(file, where, table, names, "argument", {"seed": SEED_FIX})
    args = {}
    for spec in parameters:
        if spec.name in table:
            args[spec.name] = value_of(file, (*where, spec.name), table[spec.name], spec)
        elif not spec.optional and spec.name not in meant:
            example = "[...]" if spec.type.startswith("list") else "..."
            message = f'the argument "{spec.name}" is missing'
            file.error(where, message, f"add {spec.name} = {example}")
    for spec in parameters:
        _check_length(file, (*where, spec.name), args, spec)
        _check_width(file, (*where, spec.name), args, spec, parameters)
        _check_indices(file, (*where, spec.name), args, spec)
        _check_sums(file, (*where, spec.name), args.get(spec.name), spec)
    return args


def read_arrays(
    file: TomlFile,
    where: Where,
    names: list[str],
    args: dict[str, Value],
    parameters: Sequence[Parameter],
) -> tuple[str, ...]:
    """Return the names of the arguments passed as arrays; record those that cannot be."""
    allowed = [spec.name for spec in parameters if spec.array]
    for index, name in enumerate(names):
        place = (*where, index)
        if name not in allowed:
            message = f"{quoted(name)} is no argument that may be an array"
            file.error(place, message, nearest(name, allowed))
        elif name in names[:index]:
            file.error(place, f'"{name}" is named twice', "remove one of them")
        elif name not in args:
            file.error(place, f'"{name}" is not given in args', "give it, or remove it here")
        elif _is_ragged(args[name]):
            fix = "make its rows equally long, or remove it here"
            file.error(place, f'"{name}" has rows of different lengths: it is no array', fix)
    return tuple(names)


def read_expected(
    file: TomlFile,
    where: Where,
    table: dict[str, Any],
    args: dict[str, Value],
    result: Sequence[ResultPart],
) -> Value:
    """Return what the function should return, checked; record unknown and missing parts."""
    errors = file.error_count
    names = [part.name for part in result]
    meant = names_meant(file, where, table, names, "part of the result")
    parts = {}
    for part in result:
        if part.name in table:
            parts[part.name] = value_of(file, (*where, part.name), table[part.name], part)
        elif part.name not in meant:
            message = f'the part "{part.name}" of the result is missing'
            file.error(where, message, f"add {part.name} = ...")
    if file.error_count == errors:
        for part in result:
            _check_part(file, (*where, part.name), part, parts, args)
    return whole_result(list(parts.values()))


def positional(args: dict[str, Value], parameters: Sequence[Parameter]) -> tuple[Value, ...]:
    """Return the arguments in order, without the trailing ones left out; None for one between."""
    given = [position for position, spec in enumerate(parameters, 1) if spec.name in args]
    return tuple(args.get(spec.name) for spec in parameters[: max(given, default=0)])


def _check_length(file: TomlFile, where: Where, args: dict[str, Value], spec: Parameter) -> None:
    """Check a list that must be as long as another one."""
    value, other = args.get(spec.name), args.get(spec.same_length)
    if isinstance(value, list) and isinstance(other, list) and len(value) != len(other):
        message = f"has {_items(value)}, {spec.same_length} has {len(other)}"
        file.error(where, message, "make them equally long")


def _check_width(
    file: TomlFile,
    where: Where,
    args: dict[str, Value],
    spec: Parameter,
    parameters: Sequence[Parameter],
) -> None:
    """Check lists that must be as long as the rows of a parameter, and those rows themselves."""
    own = any(other.same_width == spec.name for other in parameters)
    rows = _innermost((), args.get(spec.name if own else spec.same_width), "list[list[float]]")
    widths = [len(row) for _, row in rows]
    if not own and len(set(widths)) > 1:
        return  # which width is meant is for the author to say
    mark = file.mark
    other = f"{spec.name}[0]" if own else f"each row of {spec.same_width}"
    for place, row in _innermost(where, args.get(spec.name), spec.type) if widths else ():
        if len(row) != widths[0]:
            message = f"has {_items(row)}, {other} has {widths[0]}"
            file.error(place, message, "make them equally long")
    file.shorten(where, mark, _MOST_PROBLEMS_OF_A_VALUE)


def _check_indices(file: TomlFile, where: Where, args: dict[str, Value], spec: Parameter) -> None:
    """Check a list whose items must be indices, each of its own row of another parameter."""
    items, rows = args.get(spec.name), args.get(spec.index_into)
    if not isinstance(items, list) or not isinstance(rows, list):
        return
    mark = file.mark
    for index, (item, row) in enumerate(zip(items, rows, strict=False)):
        if item is None or not isinstance(row, list) or 0 <= item < len(row):
            continue  # None: what is wrong with it is told already
        message = f"{item} is no index of {spec.index_into}[{index}], which has {_items(row)}"
        fix = f"write a whole number from 0 to {len(row) - 1}" if row else "give that row items"
        file.error((*where, index), message, fix)
    if len(items) > len(rows) and spec.same_length != spec.index_into:
        message = f"has {_items(items)}, {spec.index_into} has {len(rows)}, one for each"
        file.error(where, message, "remove items, or add rows")
    file.shorten(where, mark, _MOST_PROBLEMS_OF_A_VALUE)


def _innermost(where: Where, value: Value, kind: str) -> list[tuple[Where, list[Any]]]:
    """Return the innermost lists of a value of that type, with the way to each."""
    if not isinstance(value, list):
        return []
    if not kind.startswith("list[list"):
        return [(where, value)]
    return [((*where, index), row) for index, row in enumerate(value) if isinstance(row, list)]


def _check_sums(file: TomlFile, where: Where, value: Value, spec: Parameter) -> None:
    """Check that every innermost list of a parameter with `sums_to` has that sum."""
    if spec.sums_to is None or not isinstance(value, list):
        return
    mark = file.mark
    for place, row in _innermost(where, value, spec.type):
        if None in row:
            continue  # what is wrong with its numbers is told already
        total = _sum(row)
        if not abs(total - spec.sums_to) <= _SUM_TOLERANCE:
            message = f"sums to {total!r}, wanted is {spec.sums_to!r} (within {_SUM_TOLERANCE:g})"
            file.error(place, message, _as_sum(total, spec.sums_to))
    file.shorten(where, mark, _MOST_PROBLEMS_OF_A_VALUE)


def _sum(numbers: list[float]) -> float:
    """Return an exact sum, rounded once: that of many numbers is no matter of their order."""
    try:
        return math.fsum(numbers)
    except OverflowError:
        return math.inf


def _as_sum(total: float, wanted: float) -> str:
    """Return how to give a list the sum that is wanted."""
    if wanted == 1 and 0 < total < math.inf:
        return "divide each of its numbers by that sum, in double precision"
    return "change its numbers"


def _check_part(
    file: TomlFile,
    where: Where,
    part: ResultPart,
    parts: dict[str, Value],
    args: dict[str, Value],
) -> None:
    """Check a part that must be a prefix of an argument, or the length of another part."""
    value = parts.get(part.name)
    whole, counted = args.get(part.prefix_of), parts.get(part.length_of)
    if isinstance(value, list) and isinstance(whole, list) and value != whole[: len(value)]:
        fix = f"write the first items of {part.prefix_of}"
        file.error(where, f"is not a prefix of {part.prefix_of}", fix)
    if value is not None and isinstance(counted, list) and value != len(counted):
        message = f"is {value}, but {part.length_of} has {_items(counted)}"
        file.error(where, message, f"write the length of {part.length_of}")


def _items(items: list[Any]) -> str:
    return f"{len(items)} item" if len(items) == 1 else f"{len(items)} items"


def _is_ragged(value: Value) -> bool:
    """Tell whether a value is a list of rows of different lengths."""
    if not isinstance(value, list):
        return False
    return len({len(row) for row in value if isinstance(row, list)}) > 1


# --- single values -------------------------------------------------------------------------------


def value_of(file: TomlFile, where: Where, value: object, spec: Parameter | ResultPart) -> Value:
    """Return `value` in the type of `spec`, whole numbers made floats where it wants floats.

    Whatever is wrong with it is recorded; what is returned then is of no use.
    """
    mark = file.mark
    checked = _nested(file, where, value, spec, spec.type.count("list"))
    file.shorten(where, mark, _MOST_PROBLEMS_OF_A_VALUE)
    return checked


def _nested(
    file: TomlFile, where: Where, value: Any, spec: Parameter | ResultPart, depth: int
) -> Value:
    """Check a number (depth 0), a list of numbers, or a list of rows."""
    if not depth:
        return _number(file, where, value, spec)
    if not isinstance(value, list):
        wanted = TYPES[spec.type] if depth == spec.type.count("list") else "a row of numbers"
        file.error(where, f"{described(value)} is not {wanted}", "write it in brackets: [...]")
        return None
    if depth == 1:
        # Good lists, nearly all of them, take the short way.
        numbers: list[Any] = value
        low, high, exact = _bounds(spec)
        if all(type(number) is exact and low <= number <= high for number in numbers):
            return numbers
    return [
        _nested(file, (*where, index), item, spec, depth - 1) for index, item in enumerate(value)
    ]


def _bounds(spec: Parameter | ResultPart) -> tuple[float, float, type[float]]:
    """Return the smallest and largest number allowed, and the exact type wanted."""
    whole = "int" in spec.type
    low, high = (-(2**63), 2**63 - 1) if whole else (-LARGEST, LARGEST)
    return (
        low if spec.min is None else spec.min,
        high if spec.max is None else spec.max,
        int if whole else float,
    )


def _number(file: TomlFile, where: Where, value: Any, spec: Parameter | ResultPart) -> Value:
    """Check one number: its type, that it is finite, and its range."""
    low, high, exact = _bounds(spec)
    if type(value) is not int and (exact is int or type(value) is not float):
        wanted = "a whole number" if exact is int else "a number"
        file.error(where, f"{described(value)} is not {wanted}", _as_number(value, exact))
        return None
    if low <= value <= high:
        return value if exact is int else float(value)
    if exact is int and abs(value) >= 2**63:
        file.error(where, f"{described(value)} does not fit in 64 bits", "use a smaller number")
    elif not -LARGEST <= value <= LARGEST:
        file.error(where, f"{described(value)} is not finite", "only finite numbers are allowed")
    elif value == -1 and spec.min == 0 and spec.type == "list[int]" and not _is_index(spec):
        file.warn(
            where, "-1 is below 0", "remove it if it is padding: the function would get it as it is"
        )
        return value
    else:
        _out_of_range(file, where, value, spec)
    return None


def _is_index(spec: Parameter | ResultPart) -> bool:
    """Tell whether items are indices, which -1 would be by accident alone: it is the last item."""
    return bool(getattr(spec, "index_into", ""))


def _as_number(value: object, exact: type[float]) -> str:
    """Return how to write something as the number that was probably meant."""
    if isinstance(value, str):
        return "write numbers without quotes"
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return f"write {value:.0f}"
    return "write a whole number such as 1" if exact is int else "write a number such as 0.5"


def _out_of_range(file: TomlFile, where: Where, value: float, spec: Parameter | ResultPart) -> None:
    """Record a number outside of its range, and say which range that is."""
    if spec.min == 0 and spec.max == 1 and "float" in spec.type:
        limits = "probabilities lie between 0 and 1"
        fix = "convert percentages and logits first"
    elif spec.min is not None and spec.max is not None:
        limits, fix = f"allowed is {spec.min} to {spec.max}", "choose a value in this range"
    elif spec.min is not None:
        limits, fix = f"allowed is {spec.min} and above", "choose a larger value"
    else:
        limits, fix = f"allowed is {spec.max} and below", "choose a smaller value"
    file.error(where, f"{described(value)} is out of range, {limits}", fix)

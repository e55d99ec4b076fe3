"""Read exercise.toml: the function, its parameters and result, limits, columns of the table."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from grader.content import _rules as rules
from grader.content._pictures import read_pictures
from grader.model import Column, Exercise, Limits, Parameter, ResultPart

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.content._file import TomlFile
    from grader.content._lines import Where

_TOP = {
    "id": rules.NAME,
    "title": rules.SENTENCE,
    "function": rules.NAME,
    "position": rules.COUNT,
    "seed": rules.COUNT,
    "rows_follow": rules.NAME,
    "parameter": rules.ANY,  # the lists of tables are checked one by one
    "result": rules.ANY,
    "column": rules.ANY,
    "picture": rules.ANY,
    "limits": rules.TABLE,
}
_PARAMETER = {
    "name": rules.NAME,
    "type": rules.TYPE,
    "min": rules.NUMBER,
    "max": rules.NUMBER,
    "same_length": rules.NAME,
    "array": rules.FLAG,
    "optional": rules.FLAG,
    "sums_to": rules.NUMBER,
    "index_into": rules.NAME,
    "same_width": rules.NAME,
}
_RESULT = {
    "name": rules.NAME,
    "type": rules.TYPE,
    "min": rules.NUMBER,
    "max": rules.NUMBER,
    "tolerance": rules.AMOUNT,
    "prefix_of": rules.NAME,
    "length_of": rules.NAME,
}
_COLUMN = {"key": rules.NAME, "title": rules.SENTENCE, "decimals": rules.COUNT}
_LIMITS = {
    "call_seconds": rules.POSITIVE,
    "load_seconds": rules.POSITIVE,
    "memory_mib": rules.COUNT,
    "output_kept_kib": rules.COUNT,
    "output_stop_mib": rules.COUNT,
}
_SEED_LIMIT = 2**32  # of np.random.seed
_LISTS_OF_FLOATS = ("list[float]", "list[list[float]]")


def read_exercise(file: TomlFile) -> Exercise | None:
    """Return the exercise of an exercise.toml, without cases; None when it has errors.

    The errors are recorded in `file`.
    """
    if not file.usable:
        return None
    top = rules.take(file, (), file.tables, _TOP, ("id", "title", "function"))
    limits = rules.take(file, ("limits",), top.get("limits", {}), _LIMITS)
    parameters = _records(file, "parameter", _PARAMETER, ("name", "type"), Parameter)
    result = _records(file, "result", _RESULT, ("name", "type"), ResultPart)
    columns = _records(file, "column", _COLUMN, ("key", "title"), Column)
    _check_top(file, top, result)
    _check_parameters(file, parameters)
    _check_result(file, parameters, result)
    pictures = read_pictures(file, columns.values(), parameters.values())
    if file.error_count:
        return None
    return Exercise(
        id=top["id"],
        title=top["title"],
        function=top["function"],
        parameters=tuple(parameters.values()),
        result=tuple(result.values()),
        limits=Limits(**limits),
        cases=(),
        seed=top.get("seed"),
        columns=tuple(columns.values()),
        rows_follow=top.get("rows_follow", ""),
        position=top.get("position", 0),
        pictures=pictures,
    )


def _records(
    file: TomlFile,
    name: str,
    kinds: dict[str, rules.Kind],
    required: tuple[str, str],
    make: Callable[..., Any],
) -> dict[Where, Any]:
    """Return a record for each complete table `[[name]]`; record names that repeat."""
    records: dict[Where, Any] = {}
    first: dict[str, Where] = {}
    for where, table in rules.entries(file, name):
        good = rules.take(file, where, table, kinds, required)
        label = good.get(required[0])
        if label in first:
            message = f'"{label}" is already used at {file.at(first[label])}'
            file.error((*where, required[0]), message, "choose another name")
        elif label is not None:
            first[label] = where
        if all(key in good for key in required):
            records[where] = make(**good)
    return records


def _check_top(file: TomlFile, top: dict[str, Any], result: dict[Where, ResultPart]) -> None:
    """Check the keys at the top against the folder's name and the result."""
    folder = os.path.basename(os.path.dirname(file.path))
    if "id" in top and top["id"] != folder:
        fix = f'write id = "{folder}", or rename the folder'
        file.error(("id",), f'the id "{top["id"]}" is not the name of the folder', fix)
    if top.get("seed", 0) >= _SEED_LIMIT:
        file.error(("seed",), f"{top['seed']} is no seed of NumPy", "seeds are below 2**32")
    if not file.tables.get("result"):
        file.error((), "the function returns nothing", "add a [[result]] with name and type")
    if "rows_follow" in top:
        lists = {part.name for part in result.values() if part.type.startswith("list")}
        _check_name(file, ("rows_follow",), top["rows_follow"], lists, "a list of the result")


def _check_parameters(file: TomlFile, parameters: dict[Where, Parameter]) -> None:
    """Check ranges, and what is said about lengths and arrays."""
    lists = {spec.name for spec in parameters.values() if spec.type.startswith("list")}
    for where, spec in parameters.items():
        _check_range(file, where, spec)
        if spec.array and spec.name not in lists:
            file.error((*where, "array"), f"{spec.type} cannot be an array", "remove the key")
        if spec.sums_to is not None and spec.type not in _LISTS_OF_FLOATS:
            message = f"{spec.type} is no list of floats, whose sum could be told"
            file.error((*where, "sums_to"), message, "remove the key")
        if spec.same_length:
            others = lists - {spec.name} if spec.name in lists else set()
            key = (*where, "same_length")
            _check_name(file, key, spec.same_length, others, "another list among the parameters")
    _check_rows_named(file, parameters)


def _check_rows_named(file: TomlFile, parameters: dict[Where, Parameter]) -> None:
    """Check which lists of rows `index_into` and `same_width` name, and who may name them."""
    rows = {spec.name for spec in parameters.values() if spec.type == "list[list[float]]"}
    for where, spec in parameters.items():
        if spec.index_into:
            known = rows if spec.type == "list[int]" else set()
            words = "a list of rows among the parameters, for a list of ints"
            _check_name(file, (*where, "index_into"), spec.index_into, known, words)
        if spec.same_width:
            known = rows - {spec.name} if spec.type in _LISTS_OF_FLOATS else set()
            words = "another list of rows among the parameters, for lists of floats"
            _check_name(file, (*where, "same_width"), spec.same_width, known, words)


def _check_result(
    file: TomlFile, parameters: dict[Where, Parameter], result: dict[Where, ResultPart]
) -> None:
    """Check ranges and tolerances, and the names of the lists that parts belong to."""
    inputs = {spec.name for spec in parameters.values() if spec.type.startswith("list")}
    lists = {part.name for part in result.values() if part.type.startswith("list")}
    for where, part in result.items():
        _check_range(file, where, part)
        if part.tolerance and "float" not in part.type:
            message = f"{part.type} is compared exactly"
            file.error((*where, "tolerance"), message, "remove the key")
        if part.prefix_of:
            names = inputs if part.name in lists else set()
            key = (*where, "prefix_of")
            _check_name(file, key, part.prefix_of, names, "a list among the parameters, for a list")
        if part.length_of:
            names = lists if part.type == "int" else set()
            key = (*where, "length_of")
            _check_name(file, key, part.length_of, names, "a list of the result, for an int")


def _check_range(file: TomlFile, where: Where, spec: Parameter | ResultPart) -> None:
    """Check that a range is not empty."""
    if spec.min is not None and spec.max is not None and spec.min > spec.max:
        file.error((*where, "min"), f"{spec.min} is above max = {spec.max}", "swap them")


def _check_name(file: TomlFile, where: Where, name: str, known: set[str], words: str) -> None:
    """Check that a key names one of the things it may name."""
    if name not in known:
        file.error(where, f'"{name}" is not {words}', rules.nearest(name, sorted(known)))

"""What trace.py tells of one call or of its law, and what is wrong with that; pure."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from grader import content, display
from grader.compare import has_structure
from grader.results import (
    DictValue,
    Foreign,
    NumpyArray,
    NumpyScalar,
    Observation,
    Raised,
    Returned,
)

if TYPE_CHECKING:
    from typing import Any

    from grader.law_records import LawCall
    from grader.model import Exercise, Value
    from grader.results import Ending

_KEYS = ("rows", "draws", "result", "faults", "situations")
_SUM = 1e-12  # how far probabilities may sum from 1
_LAW_KEYS = ("uniforms", "outcomes", "cuts")
_PLAIN_WANTED = "holds NumPy numbers or other objects: make them plain with int(), float(), list()"


class Fault(NamedTuple):
    """Why the exercise refuses an input; one of a boundary is forgiven a case that declares it."""

    text: str
    boundary: bool


class Trace(NamedTuple):
    """What trace.py tells of one call: table rows, draws, result, faults, situations."""

    rows: tuple[dict[str, Any], ...]
    draws: int
    result: tuple[Value, ...]
    faults: tuple[Fault, ...]
    situations: tuple[str, ...]


def traced(exercise: Exercise, seen: Observation) -> Trace | str:
    """Return what trace.py told of a call, or what is wrong with it in words after "it"."""
    if not isinstance(seen.ending, Returned):
        return f"does not return: {ending_words(seen.ending)}"
    if is_foreign(seen.ending.value):
        return _PLAIN_WANTED
    told = plain_data(seen.ending.value)
    return _wrong_shape(exercise, told) or _trace(told)


def traced_law(exercise: Exercise, call: LawCall, seen: Observation) -> LawCall | str:
    """Return a call with the law that trace.py tells of it, or what is wrong, after "it"."""
    if not isinstance(seen.ending, Returned):
        return f"does not return: {ending_words(seen.ending)}"
    if is_foreign(seen.ending.value):
        return _PLAIN_WANTED
    told: Any = plain_data(seen.ending.value)
    if wrong := _wrong_law(exercise, told):
        return wrong
    outcomes = ((content.whole_result(parts), p) for parts, p in told["outcomes"] if p)
    cuts = tuple(tuple(sorted(set(each))) for each in told["cuts"])
    return call._replace(uniforms=told["uniforms"], cuts=cuts, outcomes=tuple(outcomes))


def _wrong_law(exercise: Exercise, told: Any) -> str:
    """Say what the law of a call lacks; "" when it has all that it must have."""
    if not isinstance(told, dict) or not all(key in told for key in _LAW_KEYS):
        return f"returns no dict with {', '.join(_LAW_KEYS)}"
    uniforms, outcomes, cuts = (told[key] for key in _LAW_KEYS)
    if type(uniforms) is not int or uniforms < 0:
        return f"tells of {display.value_text(uniforms)} uniforms, which is no whole number"
    if type(cuts) is not list or len(cuts) != uniforms or not all(map(_are_cuts, cuts)):
        return f"returns cuts that are no {uniforms} lists of numbers between 0 and 1"
    if type(outcomes) is not list or not all(_is_outcome(exercise, each) for each in outcomes):
        return "returns outcomes that are no list of [[part, ...], probability]"
    total = math.fsum(probability for _, probability in outcomes)
    if abs(total - 1) > _SUM:
        return f"returns outcomes whose probabilities sum to {total!r}"
    return ""


def _are_cuts(cuts: Any) -> bool:
    return type(cuts) is list and all(type(cut) is float and 0 < cut < 1 for cut in cuts)


def _is_outcome(exercise: Exercise, outcome: Any) -> bool:
    if type(outcome) not in (list, tuple) or len(outcome) != 2:
        return False
    parts, probability = outcome
    if type(parts) is not list or type(probability) not in (int, float) or probability < 0:
        return False
    whole = content.whole_result(parts)
    return len(parts) == len(exercise.result) and has_structure(exercise, whole)


def _trace(told: Any) -> Trace:
    return Trace(
        tuple(told["rows"]),
        told["draws"],
        tuple(told["result"]),
        tuple(Fault(str(fault["text"]), bool(fault["boundary"])) for fault in told["faults"]),
        tuple(map(str, told["situations"])),
    )


def _wrong_shape(exercise: Exercise, told: Any) -> str:
    """Say what a trace lacks; "" when it has all that it must have."""
    if not isinstance(told, dict):
        return f"returns no dict with {', '.join(_KEYS)}"
    missing = [key for key in _KEYS if key not in told]
    if missing:
        return f"returns a dict without {', '.join(missing)}"
    if type(told["draws"]) is not int:
        return f"tells of {display.value_text(told['draws'])} draws, which is no whole number"
    for key in ("rows", "result", "faults", "situations"):
        if type(told[key]) is not list:
            return f"returns {key} that are no list"
    if len(told["result"]) != len(exercise.result) or not has_structure(
        exercise, content.whole_result(told["result"])
    ):
        parts = ", ".join(f"{part.name}: {part.type}" for part in exercise.result)
        return f"returns the result {display.value_text(told['result'])}, not a list of {parts}"
    return _wrong_entries("rows", told["rows"], [column.key for column in exercise.columns]) or (
        _wrong_entries("faults", told["faults"], ["text", "boundary"])
    )


def _wrong_entries(name: str, entries: list[Any], keys: list[str]) -> str:
    """Say which key an entry of a list lacks; "" when each has all of them."""
    for index, entry in enumerate(entries):
        missing = [key for key in keys if not isinstance(entry, dict) or key not in entry]
        if missing:
            return f"returns {name}[{index}] without the key {', '.join(missing)}"
    return ""


def is_foreign(value: Value) -> bool:
    """Return whether anything in a value is no plain data."""
    match value:
        case NumpyScalar() | NumpyArray() | Foreign():
            return True
        case DictValue(pairs=pairs):
            return any(is_foreign(key) or is_foreign(item) for key, item in pairs)
        case list() | tuple():
            return any(map(is_foreign, value))
    return False


def plain_data(value: Value) -> Value:
    """Return a value with its dicts as dicts."""
    if isinstance(value, DictValue):
        return {str(key): plain_data(item) for key, item in value.pairs}
    if type(value) is list:
        return [plain_data(item) for item in value]
    return value


def ending_words(ending: Ending) -> str:
    """Say how something ended that should have returned."""
    if isinstance(ending, Raised):
        line = line_of(ending)
        place = f" in line {line}" if line else ""
        return f"{ending.error.type_name}: {display.one_line(ending.error.message)}{place}"
    return str(getattr(ending, "reason", "it takes too long"))


def line_of(ending: Ending) -> int:
    """Return the line where an exception was raised; 0 when that is not known."""
    if not isinstance(ending, Raised):
        return 0
    frames = ending.error.frames
    return ending.error.line or (frames[-1].line if frames else 0)

"""Judges what was seen of a call against what was expected; pure, and the only place that decides.

A call passes when a value came back that has the expected structure and equals the expected value.
Everything else is a failure with a reason in words; nothing that is missing counts as a pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from grader import display
from grader.results import (
    CaseResult,
    Crashed,
    DictValue,
    Foreign,
    LearnerError,
    Note,
    NotRun,
    NumpyArray,
    NumpyScalar,
    Observation,
    Outcome,
    Raised,
    Returned,
    Table,
    TimedOut,
)
from grader.source import missing_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.model import Case, Exercise, ResultPart, Value
    from grader.results import Frame, Place
    from grader.source import Source

_KIND_NAMES = {
    "int": "an int",
    "float": "a float",
    "list[int]": "a list of ints",
    "list[float]": "a list of floats",
    "list[list[float]]": "a list of lists of floats",
}
# The hints on a case whose value has the wrong types are about the result, not about the case.
TOPIC_OF_STRUCTURE = "result-shape"
_TELLING_FOREIGN = {
    "coroutine": "the function is `async`; a plain `def` is wanted",
    "generator": "the function contains `yield`; use `return`",
    "async_generator": "the function is `async` and contains `yield`; a plain `def` is wanted",
}


def judge(
    exercise: Exercise,
    case: Case,
    number: int,
    seen: Observation,
    source: Source,
    words: Mapping[str, str],
) -> CaseResult:
    """Judge one call. `number` counts cases as shown; `words` are the sentences about draws."""
    result = CaseResult(
        id=case.id,
        number=number,
        title=case.title or case.id,
        outcome=Outcome.PASSED,
        points=case.points,
        call=display.call_text(exercise, case),
        expected=display.value_text(case.expected),
        why=case.why,
        output=display.output_text(seen.printed),
        topic=case.topic,
        seconds=seen.seconds,
    )
    match seen.ending:
        case Returned(value=value):
            return _judge_value(result, exercise, case, value, seen, words)
        case Raised(error=error):
            words_of_error = raised_words(exercise, error, source)
            return result._replace(outcome=Outcome.RAISED, **words_of_error._asdict())
        case TimedOut(limit=limit):
            reason = f"It did not return within {limit:g} s and was stopped."
            return result._replace(outcome=Outcome.TIMED_OUT, reason=reason)
        case Crashed(reason=reason):
            return result._replace(outcome=Outcome.CRASHED, reason=f"No answer: {reason}.")
        case NotRun(reason=reason):
            return result._replace(outcome=Outcome.NOT_RUN, reason=f"Not run: {reason}.")
    assert_never(seen.ending)


def agrees(exercise: Exercise, case: Case, seen: Observation) -> bool:
    """Return whether a call returned the expected value."""
    ending = seen.ending
    return isinstance(ending, Returned) and not mismatch(exercise, case, ending.value)


def _judge_value(
    result: CaseResult,
    exercise: Exercise,
    case: Case,
    value: Value,
    seen: Observation,
    words: Mapping[str, str],
) -> CaseResult:
    reason = mismatch(exercise, case, value)
    failed = bool(reason)
    if failed and not has_structure(exercise, value):
        result = result._replace(topic=TOPIC_OF_STRUCTURE)
    return result._replace(
        outcome=Outcome.FAILED if failed else Outcome.PASSED,
        actual=display.value_text(value),
        reason=reason,
        notes=tuple(notes(exercise, case, value, seen, words)),
        table=table(exercise, case, value) if failed else None,
    )


# --- comparing values ----------------------------------------------------------------------------


def mismatch(exercise: Exercise, case: Case, value: Value) -> str:
    """Say in a sentence how a value differs from the expected one; "" when it passes."""
    if _identical(value, case.expected):
        return ""
    return _wrong_structure(exercise, value) or _wrong_values(exercise, case, value)


def _identical(value: Value, expected: Value) -> bool:
    """Return whether values agree with all their types: most do, and this is found out quickly."""
    if type(value) is not type(expected):
        return False
    if isinstance(value, (list, tuple)) and isinstance(expected, (list, tuple)):
        return len(value) == len(expected) and all(map(_identical, value, expected))
    return value == expected


def has_structure(exercise: Exercise, value: Value) -> bool:
    """Return whether a value has the types of the exercise's result, whatever its numbers."""
    return not _wrong_structure(exercise, value)


def _parts_of(exercise: Exercise, value: Value) -> list[Value]:
    """Return the parts of a value that is known to have as many as the result."""
    if len(exercise.result) == 1:
        return [value]
    assert type(value) is tuple
    return list(value)


def _wrong_structure(exercise: Exercise, value: Value) -> str:
    """Say where a value has not the types of the exercise's result; "" when it has."""
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
    pairs = zip(parts, _parts_of(exercise, value), strict=True)
    return next(filter(None, (_wrong_kind(part, item) for part, item in pairs)), "")


def _wrong_values(exercise: Exercise, case: Case, value: Value) -> str:
    """Say how a value of the right types differs from the expected one; "" when it passes."""
    plain = [_plain(item) for item in _parts_of(exercise, value)]
    expected = _parts_of(exercise, case.expected)
    triples = zip(exercise.result, plain, expected, strict=True)
    if all(_equal(part, mine, wanted) for part, mine, wanted in triples):
        return ""
    return _difference(exercise, case, plain, expected)


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


def _wrong_kind(part: ResultPart, value: Value) -> str:
    """Say where a part of the result has another type than it must have; "" when it is right."""
    return _wrong_item(part.name, part.type, value, _KIND_NAMES[part.type])


def _wrong_item(name: str, kind: str, value: Value, wanted: str) -> str:
    if kind.startswith("list["):
        if type(value) is not list:
            shown = "a float, not a number" if value != value else kind_of(value)
            return f"{name} is {shown}; expected {wanted}."
        inner = kind[5:-1]
        found = (
            _wrong_item(f"{name}[{index}]", inner, item, _KIND_NAMES[inner])
            for index, item in enumerate(value)
        )
        return next(filter(None, found), "")
    number = value.value if isinstance(value, NumpyScalar) else value
    if type(number) is int or (kind == "float" and type(number) is float):
        return ""
    return f"{name} is {kind_of(value)}, {display.value_text(value)}; expected {wanted}."


def _plain(value: Value) -> Value:
    """Return a value of the right types with its NumPy scalars as Python numbers."""
    if type(value) is list:
        return [_plain(item) for item in value]
    return value.value if isinstance(value, NumpyScalar) else value


def _equal(part: ResultPart, value: Value, expected: Value) -> bool:
    if type(value) is list and type(expected) is list:
        pairs = zip(value, expected, strict=False)
        return len(value) == len(expected) and all(_equal(part, *pair) for pair in pairs)
    if part.tolerance and isinstance(value, (int, float)) and isinstance(expected, (int, float)):
        return abs(value - expected) <= part.tolerance
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
    for part, value, wanted in zip(parts, values, expected, strict=True):
        if not _equal(part, value, wanted):
            return _first_place(part, value, wanted)
    return "It differs from the expected value."


def _first_place(part: ResultPart, value: Value, wanted: Value) -> str:
    if isinstance(value, list) and isinstance(wanted, list):
        if len(value) != len(wanted):
            return f"{part.name} holds {_items(len(value))}; expected {_items(len(wanted))}."
        pairs = enumerate(zip(value, wanted, strict=True))
        index = next(i for i, (mine, other) in pairs if mine != other)
        shown, expected = display.value_text(value[index]), display.value_text(wanted[index])
        return f"{part.name}[{index}] is {shown}; expected {expected}."
    return f"{part.name} is {display.value_text(value)}; expected {display.value_text(wanted)}."


def _items(count: int) -> str:
    return "1 item" if count == 1 else f"{count} items"


# --- exceptions in words -------------------------------------------------------------------------


class RaisedWords(NamedTuple):
    """An exception in words, as the fields of a CaseResult: its text, its place, what it means."""

    message: str
    place: Place | None
    reason: str


def raised_words(
    exercise: Exercise, error: LearnerError, source: Source, *, loading: bool = False
) -> RaisedWords:
    """Return what is told of an exception in the learner's code, while it was loaded or called."""
    frame = _telling_frame(error)
    place = source.place(frame.line, frame.function) if frame else None
    if loading and error.line is not None:  # a syntax error of the file itself
        place = source.place(error.line, column=error.column)
    text = error.message
    if error.type_name == "ImportError":
        text = text.partition(" (")[0]  # the path of a library on this machine helps nobody
    message = f"{error.type_name}: {text}" if text else error.type_name
    reason = _why_raised(exercise, error, source, place, loading)
    return RaisedWords(display.sanitise(message), place, reason)


def _telling_frame(error: LearnerError) -> Frame | None:
    """Return the innermost place of an exception; of an endless recursion, the one that repeats."""
    if not error.frames:
        return None
    if error.type_name != "RecursionError":
        return error.frames[-1]
    return max(reversed(error.frames), key=error.frames.count)


def _why_raised(
    exercise: Exercise, error: LearnerError, source: Source, place: Place | None, loading: bool
) -> str:
    """Explain what an exception's own text leaves open; "" when it says all there is to say."""
    match error.type_name:
        case "SystemExit" if loading:
            return "The file exits while it loads: take that call out."
        case "SystemExit":
            return "The program exited early; it must return instead."
        case "KeyboardInterrupt":
            return "The program itself raised KeyboardInterrupt."
        case "RecursionError":
            return f"Recursion too deep at {_spot(source, place)}."
        case "MemoryError":
            return f"It needed more memory than the limit of {exercise.limits.memory_mib} MiB."
        case "EOFError":
            return "There is no keyboard input here: everything comes in the arguments."
        case "NameError":
            return source.debt(missing_name(error))
        case "ModuleNotFoundError":
            only = "Only NumPy and the standard library are available; put helpers in this file."
            return f"{only} {source.debt(missing_name(error))}".rstrip()
        case "TypeError" if not error.frames and "argument" in error.message:
            names = ", ".join(parameter.name for parameter in exercise.parameters)
            return f"It is called with {names}, in this order."
    if source.cells:
        return ""  # a trial that fails in a cell of its own stops nothing
    if loading and len(error.frames) > 1 and error.frames[0].function == "<module>":
        guard = 'if __name__ == "__main__":'
        return f"Line {error.frames[0].line} runs while the file loads; put trials under `{guard}`."
    return ""


def _spot(source: Source, place: Place | None) -> str:
    """Return a place as short as editors write it; in a notebook as its cell and line."""
    if place is None:
        return source.name
    return place.where if place.cell else f"{source.name}:{place.line}"


# --- notes ---------------------------------------------------------------------------------------


def notes(
    exercise: Exercise, case: Case, value: Value, seen: Observation, words: Mapping[str, str]
) -> list[Note]:
    """Return the remarks on a call that returned; they never change its outcome."""
    warned = [f"Python warned: {display.one_line(text)}" for text in seen.warnings]
    found = [Note("warnings", text) for text in warned[:1]]
    if seen.arguments_changed:
        changed = [
            parameter.name
            for index, parameter in enumerate(exercise.parameters)
            if index in seen.arguments_changed
        ]
        found.append(Note("arguments-changed", f"It changes its argument {', '.join(changed)}."))
    if _holds_numpy(value):
        found.append(Note("numpy-scalars", "It returns NumPy numbers where plain ones are meant."))
    fact = draw_fact(exercise, case, seen)
    if fact in words:
        use = seen.generator
        drawn = use.draws if use and use.draws is not None else "other than whole"
        found.append(Note(fact, words[fact].format(draws=drawn, expected=case.draws)))
    return found


def draw_fact(exercise: Exercise, case: Case, seen: Observation) -> str:
    """Name what the generator's state tells of the draws; "" when they are as the rule's.

    The facts: never-seeded, other-seed, other-generator (seeded, never drawn from), not-used
    (neither), fewer-draws, more-draws.
    """
    use, needed = seen.generator, case.draws
    if exercise.seed is None or needed is None or use is None:
        return ""
    match use.kind:
        case "unseeded":
            return "never-seeded"
        case "untouched":
            return "not-used" if needed else ""
        case "other":
            return "other-seed"
    if use.draws == needed:
        return ""
    if use.draws is None or use.draws > needed:
        return "more-draws"
    return "fewer-draws" if use.draws else "other-generator"


def _holds_numpy(value: Value) -> bool:
    if type(value) in (list, tuple):
        assert isinstance(value, (list, tuple))
        return any(_holds_numpy(item) for item in value)
    return isinstance(value, NumpyScalar)


# --- the decision table --------------------------------------------------------------------------


def table(exercise: Exercise, case: Case, value: Value) -> Table | None:
    """Return a case's decision table as text, with the row where the value leaves the rule."""
    if not case.rows:
        return None
    return Table(
        tuple(column.title for column in exercise.columns),
        tuple(
            tuple(
                display.cell_text(row.cells.get(column.key), column.decimals)
                for column in exercise.columns
            )
            for row in case.rows
        ),
        tuple(row.examined for row in case.rows),
        _first_difference(exercise, case, value),
    )


def _first_difference(exercise: Exercise, case: Case, value: Value) -> int | None:
    """Return the row whose element of the growing result part is the first to differ."""
    names = [part.name for part in exercise.result]
    if exercise.rows_follow not in names:
        return None
    index = names.index(exercise.rows_follow)
    mine, wanted = (_part(whole, index, len(names)) for whole in (value, case.expected))
    if type(mine) is not list or type(wanted) is not list:
        return None
    plain = [_plain(item) for item in mine]
    for row in range(len(case.rows)):
        if plain[row : row + 1] != wanted[row : row + 1]:
            return row
    return None


def _part(value: Value, index: int, count: int) -> Value:
    if count == 1:
        return value
    return value[index] if type(value) is tuple and len(value) == count else None

"""Judges what was seen of a call against what was expected; pure, and the only place that decides.

A call passes when a value came back that has the expected structure and equals the expected value.
Everything else is a failure with a reason in words; nothing that is missing counts as a pass.
"""

from collections.abc import Mapping
from typing import NamedTuple, assert_never

from grader import display
from grader.compare import equal, has_structure, matches, mismatch, plain
from grader.model import Case, Exercise, Value
from grader.remembering import remembered
from grader.results import (
    CaseResult,
    Crashed,
    Frame,
    LearnerError,
    Note,
    NotRun,
    NumpyScalar,
    Observation,
    Outcome,
    Place,
    Raised,
    Returned,
    Table,
    TimedOut,
)
from grader.source import Source, missing_name

# The hints on a case whose value has the wrong types are about the result, not about the case.
TOPIC_OF_STRUCTURE = "result-shape"


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
            said = raised_words(exercise, error, source)
            reason = said.reason or shapes_there(exercise, case, error, said.place)
            said = said._replace(reason=reason)
            return result._replace(outcome=Outcome.RAISED, **said._asdict())
        case TimedOut(limit=limit):
            reason = f"It did not return within {limit:g} s and was stopped."
            return result._replace(outcome=Outcome.TIMED_OUT, reason=reason)
        case Crashed(reason=reason):
            return result._replace(outcome=Outcome.CRASHED, reason=f"No answer: {reason}.")
        case NotRun(reason=reason):
            return result._replace(outcome=Outcome.NOT_RUN, reason=f"Not run: {reason}.")
    assert_never(seen.ending)


@remembered
def agrees(exercise: Exercise, case: Case, seen: Observation) -> bool:
    """Return whether a call returned the expected value."""
    ending = seen.ending
    return isinstance(ending, Returned) and matches(exercise, case, ending.value)


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
    expected, actual = display.value_texts(case.expected, value, differ=failed)
    return result._replace(
        outcome=Outcome.FAILED if failed else Outcome.PASSED,
        expected=expected,
        actual=actual,
        reason=reason,
        notes=tuple(notes(exercise, case, value, seen, words)),
        table=table(exercise, case, value) if failed else None,
    )


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
        case "NameError" if missing_name(error) == "np" and "Did you" not in error.message:
            return f"Write `import numpy as np` at the top. {source.debt('np')}".rstrip()
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


def shapes_there(exercise: Exercise, case: Case, error: LearnerError, place: Place | None) -> str:
    """Tell the shapes of the arrays in the line that raised; "" where there are none.

    Beside a table of as many rows as the call has integers in a list, the shape of a number for
    each of these is told: `rows[:, picks]` takes every pick of every row.
    """
    if not (error.arrays and place):
        return ""
    import re  # only for arrays in an error

    words = set(re.findall(r"\w+", place.source))
    shapes = {display.one_line(name): shape for name, shape in error.arrays if name in words}
    if not shapes:
        return ""
    (name, shape), *others = shapes.items()
    told = [f"{name} has the shape {shape} there", *(f"{n} {s}" for n, s in others)]
    pairs = zip(exercise.parameters, case.args, strict=False)
    counts = {len(v): p.name for p, v in pairs if p.type == "list[int]" and isinstance(v, list)}
    table = next((s for s in shapes.values() if len(s) == 2 and s[0] in counts), None)
    if table is None:
        return f"{', '.join(told)}."
    return f"{', '.join(told)}. One number for each of {counts[table[0]]} would be ({table[0]},)."


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
        found.append(
            Note(fact, words[fact].format(draws=drawn, expected=case.draws), about_draws=True)
        )
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
    difference = _first_difference(exercise, case, value)
    return _table_without_difference(exercise, case)._replace(first_difference=difference)


@remembered
def _table_without_difference(exercise: Exercise, case: Case) -> Table:
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
        None,
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
    numbers = [plain(item) for item in mine]
    for row in range(len(case.rows)):
        if not equal(exercise.result[index], numbers[row : row + 1], wanted[row : row + 1]):
            return row
    return None


def _part(value: Value, index: int, count: int) -> Value:
    if count == 1:
        return value
    return value[index] if type(value) is tuple and len(value) == count else None

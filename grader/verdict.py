"""Sums up what was seen of a submission in a Report: verdict, results, score; pure."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from grader import __version__, display
from grader.compare import mismatch
from grader.errors import UsageError
from grader.judge import agrees, judge, raised_words, table
from grader.model import Case, Exercise
from grader.remembering import remembered
from grader.results import (
    CaseResult,
    Counterexample,
    Crashed,
    Hidden,
    LoadObservation,
    Observation,
    Outcome,
    Probes,
    Raised,
    Report,
    Returned,
    TimedOut,
    Verdict,
    Versions,
)
from grader.source import Source
from grader.submission import Submission

if TYPE_CHECKING:
    from fractions import Fraction

    from grader.law_records import LawResult

_NUMBERS = frozenset((int, float))


class Seen(NamedTuple):
    """All observations of one submission, with the cases they belong to."""

    cases: Sequence[Case]
    observations: Sequence[Observation]
    probed: Sequence[Observation]
    hidden_cases: Sequence[Case]
    hidden: Sequence[Observation]


def _report(exercise: Exercise | None, submitted: Submission, verdict: Verdict) -> Report:
    return Report(
        exercise=exercise.id if exercise else "",
        heading=exercise.title if exercise else "",
        submission=display.one_line(submitted.shown),
        verdict=verdict,
        versions=Versions(__version__, "", "", exercise.content_version if exercise else ""),
    )


def not_started(exercise: Exercise, submitted: Submission) -> Report:
    """Return the report on the untouched starter."""
    return _report(exercise, submitted, Verdict.NOT_STARTED)._replace(
        message="Not started: this is still the starter.",
        advice=f"Write the body of {exercise.function} in {display.one_line(submitted.name)}, "
        f"save, and grade again. `grade task {exercise.id}` shows the task.",
    )


def damaged(exercise: Exercise | None, submitted: Submission) -> Report:
    """Return the report on a notebook that cannot be read, nor perhaps which exercise it is."""
    report = _report(exercise, submitted, Verdict.NOT_LOADED)
    return report._replace(message=submitted.damage, advice=submitted.advice)


def not_loaded(
    exercise: Exercise,
    submitted: Submission,
    loaded: LoadObservation,
    source: Source,
    *,
    known: bool = True,
) -> Report:
    """Return the report on a file that did not load: one message with its place.

    `known` is false where nothing tells that it is for this exercise, whose limits it had.
    """
    report = _report(exercise if known else None, submitted, Verdict.NOT_LOADED)
    report = report._replace(output=display.output_text(loaded.printed))
    match loaded.problem:
        case TimedOut(limit=limit):
            return report._replace(
                message=f"The file never finished loading: it was stopped after {limit:g} s.",
                advice="Look for a loop outside of the function.",
            )
        case Crashed(reason=reason):
            return report._replace(message=f"{reason[:1].upper()}{reason[1:]}.")
        case Raised(error=error):
            words = raised_words(exercise, error, source, loading=True)
            return report._replace(message=words.message, place=words.place, advice=words.reason)
    return report


def no_exercise(
    exercises: Sequence[Exercise], submitted: Submission, source: Source, option: str
) -> Report:
    """Return the report on a file that loads, and is for none of the exercises as far as one sees.

    `option` is how to say which one is meant.
    """
    functions = ", ".join(exercise.function for exercise in exercises)
    name = display.one_line(source.name)
    report = _report(None, submitted, Verdict.NOT_LOADED)
    if any(source.failed()):
        from grader import cells  # only for notebooks

        return cells.undefined(exercises, source, report)
    return report._replace(
        message=f"{name} defines none of the functions {functions}.",
        advice=f"Give your function one of these names, or say which one is meant: {option}.",
    )


def no_function(
    exercise: Exercise,
    submitted: Submission,
    loaded: LoadObservation,
    source: Source,
    known: Sequence[str] = (),
    option: str = "",
) -> Report:
    """Return the report on a file that loads but does not define the exercise's function.

    It may be called like another exercise than it is: `known` are the ids of all of them, `option`
    is how to say which one is meant.
    """
    import difflib  # only for a missing function

    wanted = exercise.function
    name = display.one_line(source.name)
    report = _report(exercise, submitted, Verdict.NOT_LOADED)
    kinds = {defined.name: defined.kind for defined in loaded.defines}
    if wanted in kinds:
        kind = display.one_line(kinds[wanted])
        what = "is a class" if kind == "class" else f"is an object of type {kind}"
        message = f"In {name}, {wanted} {what}, not a function."
        return report._replace(message=message, advice=f"Define it with `def {wanted}(...)`.")
    if any(source.failed()):
        from grader import cells  # only for notebooks

        return cells.undefined([exercise], source, report)
    message = f"{name} defines no function {wanted}."
    if left_out := source.debt(wanted):
        return report._replace(message=message, advice=left_out)
    inside = next((n for n in kinds if n.endswith(f".{wanted}")), "")
    if inside:
        advice = f"It is inside the class {display.one_line(inside.split('.')[0])}; move it out."
        return report._replace(message=message, advice=advice)
    if other := next((each for each in known if each != exercise.id and each in kinds), ""):
        say = option.replace("ID", other)
        advice = f"It defines {other}, another exercise: `{say}` grades it as that one."
        return report._replace(message=message, advice=advice)
    callables = [d.name for d in loaded.defines if d.callable and "." not in d.name]
    alike = difflib.get_close_matches(wanted.lower(), [n.lower() for n in callables], n=1)
    found = next((n for n in callables if alike and n.lower() == alike[0]), "")
    if found:
        advice = f"It defines {display.one_line(found)}: rename that to {wanted}."
        place = source.place(_line_of_definition(source, found))
        return report._replace(message=message, advice=advice, place=place)
    advice = (
        f"`grade start {exercise.id}` writes a starter with the right name; "
        f"`grade task {exercise.id}` shows the task."
    )
    return report._replace(message=message, advice=advice)


def _line_of_definition(source: Source, name: str) -> int | None:
    """Return the line that seems to define a name; for showing only, nothing is parsed."""
    for number, line in enumerate(source.lines, 1):
        if line.replace("(", " ").replace("=", " ").split()[:2] in (["def", name], ["class", name]):
            return number
    return None


def graded(
    exercise: Exercise,
    submitted: Submission,
    source: Source,
    seen: Seen,
    words: Mapping[str, str],
    *,
    laws: tuple["LawResult", ...] = (),
    only: str = "",
    max_score: float | None = None,
) -> Report:
    """Judge all observations and return the report; see Options for `only` and `max_score`.

    `laws` are judged already; who has a wrong one does not pass.

    Raises UsageError when there is no case `only`.
    """
    pairs = zip(seen.cases, seen.observations, strict=True)
    results = [
        judge(exercise, case, number, observation, source, words)
        for number, (case, observation) in enumerate(pairs, 1)
    ]
    shown = [result for result in results if only in ("", result.id, str(result.number))]
    if not shown:
        known = ", ".join(case.id for case in seen.cases)
        raise UsageError(
            f"There is no case {only!r}.", hint=f"Cases: 1 to {len(results)}, or {known}."
        )
    probes = judge_probes(exercise, seen.probed, shown)
    hidden = [agrees(exercise, *pair) for pair in zip(seen.hidden_cases, seen.hidden, strict=True)]
    passed = all(r.outcome is Outcome.PASSED for r in shown if r.scored)
    passed = passed and probes.agreed == probes.total
    passed = passed and all(law.agrees is not False for law in laws)
    passed = passed and all(ok for ok, c in zip(hidden, seen.hidden_cases, strict=True) if c.points)
    earned, total = _points(shown, seen.hidden_cases, hidden)
    score, full = scaled(earned, total, max_score)
    verdict = Verdict.PASSED if passed else Verdict.FAILED
    return _report(exercise, submitted, verdict)._replace(
        cases=tuple(shown),
        score=score,
        max_score=full,
        probes=probes,
        hidden=_hidden(seen.hidden_cases, hidden),
        laws=laws,
        notes=tuple({note.id: note for r in reversed(shown) for note in r.notes}.values()),
    )


def _hidden(cases: Sequence[Case], passed: Sequence[bool]) -> Hidden:
    earned, points = scaled(*_points([], cases, passed), None)
    ids = tuple(case.id for case, ok in zip(cases, passed, strict=True) if ok)
    return Hidden(sum(passed), len(passed), earned, points, ids)


def judge_probes(
    exercise: Exercise, probed: Sequence[Observation], results: Sequence[CaseResult]
) -> Probes:
    """Count the probes that agree, and find the simplest counterexample among cases and probes.

    It is told when it is simpler than every failed case: fewer numbers in its arguments.
    """
    pairs = list(zip(exercise.probes, probed, strict=False))
    wrong = [(case, seen) for case, seen in pairs if not agrees(exercise, case, seen)]
    agreed = len(pairs) - len(wrong)
    if not wrong:
        return Probes(agreed, len(pairs))
    case, seen = min(wrong, key=lambda pair: _size(exercise, pair[0]))
    failed_ids = {r.id for r in results if r.outcome is not Outcome.PASSED}
    if failed_ids and not isinstance(seen.ending, Returned):
        return Probes(agreed, len(pairs))  # another way to see the same exception helps nobody
    failed_sizes = [_size(exercise, c) for c in exercise.cases if c.id in failed_ids]
    if failed_sizes and min(failed_sizes) <= _size(exercise, case):
        return Probes(agreed, len(pairs))
    return Probes(agreed, len(pairs), _counterexample(exercise, case, seen))


def _counterexample(exercise: Exercise, case: Case, seen: Observation) -> Counterexample:
    call, expected = display.call_text(exercise, case), display.value_text(case.expected)
    match seen.ending:
        case Returned(value=value):
            expected, shown = display.value_texts(case.expected, value, differ=True)
            reason = mismatch(exercise, case, value)
            return Counterexample(call, expected, shown, reason, table(exercise, case, value))
        case Raised(error=error):
            return Counterexample(call, expected, f"raises {display.one_line(error.type_name)}")
        case TimedOut():
            return Counterexample(call, expected, "does not return")
    return Counterexample(call, expected, "gives no answer")


@remembered
def _size(exercise: Exercise, case: Case) -> int:
    """Return how many numbers the arguments of a call hold; one left out is no simpler than one."""

    def count(value: object) -> int:
        if not isinstance(value, (list, tuple)):
            return value is not None
        return len(value) if {*map(type, value)} <= _NUMBERS else sum(map(count, value))

    return count(case.args) + len(exercise.parameters) - len(case.args)


# --- points --------------------------------------------------------------------------------------


def _points(
    results: Sequence[CaseResult], hidden_cases: Sequence[Case], hidden: Sequence[bool]
) -> tuple[list[int | float], list[int | float]]:
    """Return the points earned and the points to be had, one by one."""
    every = [(r.points, r.outcome is Outcome.PASSED) for r in results]
    every += [(case.points, ok) for case, ok in zip(hidden_cases, hidden, strict=True)]
    return [points for points, ok in every if ok], [points for points, _ in every]


def scaled(
    earned: Sequence[int | float], total: Sequence[int | float], max_score: float | None
) -> tuple[int | float, int | float]:
    """Return score and maximum, summed exactly; in units of `max_score` when that is given.

    A score below the maximum is never rounded up to it.
    """
    if max_score is None and all(type(points) is int for points in total):
        return sum(earned), sum(total)
    from fractions import Fraction  # exact sums of decimals; not needed for whole points

    have = sum((Fraction(str(points)) for points in earned), Fraction(0))
    full = sum((Fraction(str(points)) for points in total), Fraction(0))
    if max_score is not None and full:
        have, full = have * Fraction(str(max_score)) / full, Fraction(str(max_score))
    return _number(have), _number(full)


def _number(exact: "Fraction") -> int | float:
    """Return an exact number as an int if it is one, else as a float cut to 4 decimals."""
    if exact.denominator == 1:
        return int(exact)
    return int(exact * 10_000) / 10_000

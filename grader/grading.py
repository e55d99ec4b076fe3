"""Grades one submission: `grade(path) -> Report`, the one public verb."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, NamedTuple

from grader import __version__, content, display, submission
from grader.diagnosis import confirmed, diagnose, suspicion
from grader.errors import UsageError
from grader.judge import agrees, draw_fact, judge, mismatch, raised_words, table
from grader.results import (
    CaseResult,
    Counterexample,
    Crashed,
    Hidden,
    LoadObservation,
    NotRun,
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
from grader.runner import Job, Runner, open_runner
from grader.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from grader.model import Case, Exercise, Fingerprints, Hints
    from grader.results import Defined, Diagnosis
    from grader.submission import Submission


class Options(NamedTuple):
    """How to grade; the defaults are those of `grade FILE`.

    `exercise` is an id ("" : by the file's name, or by the function that it defines). `case_files`
    are the paths of further cases, `only` the id of the one case to show and judge, `time_limit`
    seconds per call instead of the exercise's, `max_score` the score of a full pass.
    """

    exercise: str = ""
    case_files: tuple[str, ...] = ()
    only: str = ""
    time_limit: float | None = None
    max_score: float | None = None
    timeouts: int = 2


class Catalogue:
    """The exercises under a root folder, each loaded once."""

    def __init__(self, root: str = "") -> None:
        self.root = root or content.data_root()
        self._exercises: dict[str, Exercise] = {}
        self._hints: dict[str, Hints] = {}
        self._notes: dict[str, Mapping[str, str]] = {}
        self._fingerprints: dict[str, Fingerprints] = {}
        self._further: dict[tuple[str, tuple[str, ...]], tuple[Case, ...]] = {}

    def ids(self) -> list[str]:
        """Return the ids of all exercises."""
        return content.exercise_ids(self.root)

    def id_for(self, submitted: Submission, wanted: str = "") -> str:
        """Return the id that `wanted`, the file's name or the lack of others decide; else "".

        Raises UsageError when the wanted id is unknown.
        """
        if wanted:
            return self._checked(wanted)
        known = self.ids()
        stem = submitted.name.rpartition(".")[0]
        if stem in known:
            return stem
        return known[0] if len(known) == 1 else ""

    def exercise(self, exercise_id: str) -> Exercise:
        """Return an exercise. Raises UsageError for an unknown id, ContentError for faulty ones."""
        if exercise_id not in self._exercises:
            found = content.load_exercise(self.root, self._checked(exercise_id))
            self._exercises[exercise_id] = found
        return self._exercises[exercise_id]

    def _checked(self, exercise_id: str) -> str:
        known = self.ids()
        if exercise_id not in known:
            raise UsageError(
                f"There is no exercise {exercise_id!r}.", hint=f"Exercises: {', '.join(known)}."
            )
        return exercise_id

    def fingerprints(self, exercise_id: str) -> Fingerprints:
        """Return what the known mistakes of an exercise answer."""
        if exercise_id not in self._fingerprints:
            found = content.load_fingerprints(self.root, exercise_id)
            self._fingerprints[exercise_id] = found
        return self._fingerprints[exercise_id]

    def further_cases(self, exercise_id: str, paths: tuple[str, ...]) -> tuple[Case, ...]:
        """Return the cases of `--cases` files, each file once. Raises ContentError."""
        key = exercise_id, paths
        if key not in self._further:
            exercise = self.exercise(exercise_id)
            cases: tuple[Case, ...] = ()
            for path in {os.path.realpath(path): path for path in paths}.values():
                together = exercise._replace(cases=(*exercise.cases, *cases))
                cases += content.load_case_file(path, together)
            self._further[key] = cases
        return self._further[key]

    def notes(self, exercise_id: str) -> Mapping[str, str]:
        """Return the sentences about random draws of an exercise."""
        if exercise_id not in self._notes:
            self._notes[exercise_id] = content.load_notes(self.root, exercise_id)
        return self._notes[exercise_id]

    def hints(self, exercise_id: str) -> Hints:
        """Return the hints of an exercise."""
        if exercise_id not in self._hints:
            self._hints[exercise_id] = content.load_hints(self.root, exercise_id)
        return self._hints[exercise_id]


def default_file(catalogue: Catalogue) -> str:
    """Return the one exercise file in this folder. Raises UsageError when there is none."""
    names = [f"{exercise_id}.py" for exercise_id in catalogue.ids()]
    notebooks = [f"{exercise_id}.ipynb" for exercise_id in catalogue.ids()]
    found = [name for name in (*names, *notebooks) if os.path.isfile(name)]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(f"Which one? Here are {', '.join(found)}.", hint="Try: grade FILE")
    raise UsageError(
        f"There is no {' or '.join(names)} in this folder.",
        hint="Name the file (grade FILE), or write the starter here: grade start",
    )


def grade(
    path: str,
    options: Options = Options(),
    *,
    runner: Runner | None = None,
    catalogue: Catalogue | None = None,
) -> Report:
    """Grade the submission at `path` and return the report.

    Raises SubmissionError when nothing can be graded there, ContentError for faulty cases,
    ChildError when no process can be started. Nothing that a submission does raises.
    """
    with_runner = runner or open_runner()
    try:
        return Grading(catalogue or Catalogue(), with_runner).grade(submission.read(path), options)
    finally:
        if runner is None:
            with_runner.close()


class Grading:
    """Grades submissions one after the other with the same runner and catalogue."""

    def __init__(self, catalogue: Catalogue, runner: Runner, isolation: str = "none") -> None:
        self.catalogue = catalogue
        self.runner = runner
        self.isolation = isolation

    def grade(self, submitted: Submission, options: Options = Options()) -> Report:
        """Grade one submission; see the function `grade`."""
        started = time.perf_counter()
        by_name = self.catalogue.id_for(submitted, options.exercise)
        exercise = self.catalogue.exercise(by_name) if by_name else None
        if submitted.damage:
            report = damaged(exercise or self._any_exercise(), submitted)
        elif exercise is not None and submission.is_starter(
            submitted, exercise.starter, exercise.function
        ):
            report = not_started(exercise, submitted)
        else:
            try:
                report = self._run(submitted, options, exercise)
            finally:
                self.runner.end()
        return report._replace(
            isolation=self.isolation,
            versions=report.versions._replace(python=self.runner.python, numpy=self.runner.numpy),
            seconds=time.perf_counter() - started,
        )

    def _exercise_by_function(self, submitted: Submission, loaded: LoadObservation) -> Exercise:
        """Return the one exercise whose function a submission defines. Raises UsageError."""
        all_exercises = [self.catalogue.exercise(each) for each in self.catalogue.ids()]
        names = {defined.name for defined in loaded.defines}
        found = [exercise for exercise in all_exercises if exercise.function in names]
        if len(found) == 1:
            return found[0]
        if not found and any(cell.error for cell in loaded.cells):
            return self._any_exercise()  # what the failing cell would have defined is not known
        functions = ", ".join(exercise.function for exercise in found or all_exercises)
        many = f"{submitted.name} defines the functions of several exercises: {functions}."
        none = f"{submitted.name} defines none of the exercises' functions: {functions}."
        raise UsageError(many if found else none, hint="Say which one is meant: --exercise ID.")

    def _any_exercise(self) -> Exercise:
        """Return an exercise for a report that is about none of them in particular."""
        return self.catalogue.exercise(self.catalogue.ids()[0])

    def _run(self, submitted: Submission, options: Options, exercise: Exercise | None) -> Report:
        loading = exercise or self._any_exercise()
        job = _job(submitted, loading, options)
        loaded = self.runner.load(job)
        lines = submission.lines(submitted.source)
        source = Source(submitted.name, lines, submitted.cells, loaded.cells)
        if loaded.problem is not None:
            return not_loaded(loading, submitted, loaded, source)
        exercise = exercise or self._exercise_by_function(submitted, loaded)
        if not any(_is_function(defined, exercise.function) for defined in loaded.defines):
            return no_function(exercise, submitted, loaded, source)
        names = [parameter.name for parameter in exercise.parameters]
        own = self.runner.call(exercise.function, exercise.cases, names)
        ended = not any(isinstance(o.ending, (TimedOut, Crashed, NotRun)) for o in own)
        probed = (
            self.runner.call(exercise.function, exercise.probes, names, ahead=True) if ended else []
        )
        further_cases = self.catalogue.further_cases(exercise.id, options.case_files)
        visible = [case for case in further_cases if not case.hidden]
        secret = [case for case in further_cases if case.hidden]
        further = self._in_fresh_worker(exercise, visible, job)
        hidden = self._in_fresh_worker(exercise, secret, job)
        seen = _Seen([*exercise.cases, *visible], own + further, probed, secret, hidden)
        report = graded(exercise, submitted, source, seen, options, self._words(exercise, seen))
        if submitted.cells:
            from grader import cells  # only for notebooks

            report = report._replace(notes=(*cells.notes(exercise, source), *report.notes))
        if report.verdict is not Verdict.FAILED:
            return report
        return report._replace(diagnosis=self._diagnosis(exercise, [*own, *probed], job))

    def _diagnosis(
        self, exercise: Exercise, seen: Sequence[Observation], job: Job
    ) -> Diagnosis | None:
        """Return the known mistake; runs the submission again where one is only suspected."""
        if len(seen) < len(exercise.cases) + len(exercise.probes):
            return None  # a call did not end: partial answers name nothing
        fingerprints = self.catalogue.fingerprints(exercise.id)
        found = diagnose(exercise, seen, fingerprints)
        suspected = None if found else suspicion(exercise, seen, fingerprints)
        if suspected is None:
            return found
        calls = [*exercise.cases, *exercise.probes]
        return confirmed(suspected, seen, self._in_fresh_worker(exercise, calls, job))

    def _words(self, exercise: Exercise, seen: _Seen) -> Mapping[str, str]:
        """Return the sentences about random draws; read only where one will be said."""
        pairs = zip(seen.cases, seen.observations, strict=True)
        facts = any(draw_fact(exercise, case, observation) for case, observation in pairs)
        return self.catalogue.notes(exercise.id) if facts else {}

    def _in_fresh_worker(
        self, exercise: Exercise, cases: Sequence[Case], job: Job
    ) -> list[Observation]:
        names = [parameter.name for parameter in exercise.parameters]
        if not cases:
            return []
        if self.runner.load(job).problem is not None:
            return [Observation(NotRun("the file did not load again"))] * len(cases)
        return self.runner.call(exercise.function, cases, names)


def _is_function(defined: Defined, name: str) -> bool:
    """Return whether this is what will be called: any callable, but not a class."""
    return defined.name == name and defined.callable and defined.kind != "class"


class _Seen(NamedTuple):
    """All observations of one submission, with the cases they belong to."""

    cases: Sequence[Case]
    observations: Sequence[Observation]
    probed: Sequence[Observation]
    hidden_cases: Sequence[Case]
    hidden: Sequence[Observation]


def _job(submitted: Submission, exercise: Exercise, options: Options) -> Job:
    limits = exercise.limits
    if options.time_limit is not None:
        limits = limits._replace(call_seconds=options.time_limit)
    cells = tuple((cell.first, cell.last) for cell in submitted.cells)
    return Job(submitted.source, submitted.name, exercise.seed, limits, options.timeouts, cells)


# --- reports -------------------------------------------------------------------------------------


def _report(exercise: Exercise, submitted: Submission, verdict: Verdict) -> Report:
    return Report(
        exercise=exercise.id,
        heading=exercise.title,
        submission=display.one_line(submitted.shown),
        verdict=verdict,
        versions=Versions(__version__, "", "", exercise.content_version),
    )


def not_started(exercise: Exercise, submitted: Submission) -> Report:
    """Return the report on the untouched starter."""
    return _report(exercise, submitted, Verdict.NOT_STARTED)._replace(
        message="Not started: this is still the starter.",
        advice=f"Write the body of {exercise.function} in {display.one_line(submitted.name)}, "
        "save, and grade again. `grade task` shows the task.",
    )


def damaged(exercise: Exercise, submitted: Submission) -> Report:
    """Return the report on a notebook that cannot be read."""
    report = _report(exercise, submitted, Verdict.NOT_LOADED)
    return report._replace(message=submitted.damage, advice=submitted.advice)


def not_loaded(
    exercise: Exercise, submitted: Submission, loaded: LoadObservation, source: Source
) -> Report:
    """Return the report on a file that did not load: one message with its place."""
    report = _report(exercise, submitted, Verdict.NOT_LOADED)
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


def no_function(
    exercise: Exercise, submitted: Submission, loaded: LoadObservation, source: Source
) -> Report:
    """Return the report on a file that loads but does not define the exercise's function."""
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

        return cells.undefined(exercise, source, report)
    message = f"{name} defines no function {wanted}."
    if left_out := source.debt(wanted):
        return report._replace(message=message, advice=left_out)
    inside = next((n for n in kinds if n.endswith(f".{wanted}")), "")
    if inside:
        advice = f"It is inside the class {display.one_line(inside.split('.')[0])}; move it out."
        return report._replace(message=message, advice=advice)
    callables = [d.name for d in loaded.defines if d.callable and "." not in d.name]
    alike = difflib.get_close_matches(wanted.lower(), [n.lower() for n in callables], n=1)
    found = next((n for n in callables if alike and n.lower() == alike[0]), "")
    if found:
        advice = f"It defines {display.one_line(found)}: rename that to {wanted}."
        place = source.place(_line_of_definition(source, found))
        return report._replace(message=message, advice=advice, place=place)
    advice = "`grade start` writes a starter with the right name; `grade task` shows the task."
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
    seen: _Seen,
    options: Options,
    words: Mapping[str, str],
) -> Report:
    """Judge all observations and return the report."""
    pairs = zip(seen.cases, seen.observations, strict=True)
    results = [
        judge(exercise, case, number, observation, source, words)
        for number, (case, observation) in enumerate(pairs, 1)
    ]
    shown = [result for result in results if options.only in ("", result.id)]
    if not shown:
        known = ", ".join(case.id for case in seen.cases)
        raise UsageError(f"There is no case {options.only!r}.", hint=f"Cases: {known}.")
    probes = judge_probes(exercise, seen.probed, shown)
    hidden = [agrees(exercise, *pair) for pair in zip(seen.hidden_cases, seen.hidden, strict=True)]
    passed = all(r.outcome is Outcome.PASSED for r in shown if r.scored)
    passed = passed and probes.agreed == probes.total
    passed = passed and all(ok for ok, c in zip(hidden, seen.hidden_cases, strict=True) if c.points)
    earned, total = _points(shown, seen.hidden_cases, hidden)
    score, max_score = scaled(earned, total, options.max_score)
    verdict = Verdict.PASSED if passed else Verdict.FAILED
    return _report(exercise, submitted, verdict)._replace(
        cases=tuple(shown),
        score=score,
        max_score=max_score,
        probes=probes,
        hidden=_hidden(seen.hidden_cases, hidden),
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
    case, seen = min(wrong, key=lambda pair: _size(pair[0]))
    failed_ids = {r.id for r in results if r.outcome is not Outcome.PASSED}
    failed_sizes = [_size(c) for c in exercise.cases if c.id in failed_ids]
    if failed_sizes and min(failed_sizes) <= _size(case):
        return Probes(agreed, len(pairs))
    return Probes(agreed, len(pairs), _counterexample(exercise, case, seen))


def _counterexample(exercise: Exercise, case: Case, seen: Observation) -> Counterexample:
    call, expected = display.call_text(exercise, case), display.value_text(case.expected)
    match seen.ending:
        case Returned(value=value):
            shown = display.value_text(value)
            reason = mismatch(exercise, case, value)
            return Counterexample(call, expected, shown, reason, table(exercise, case, value))
        case Raised(error=error):
            return Counterexample(call, expected, f"raises {display.one_line(error.type_name)}")
        case TimedOut():
            return Counterexample(call, expected, "does not return")
    return Counterexample(call, expected, "gives no answer")


def _size(case: Case) -> int:
    """Return how many numbers the arguments of a call hold."""

    def count(value: object) -> int:
        return sum(map(count, value)) if isinstance(value, (list, tuple)) else value is not None

    return count(case.args)


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


def _number(exact: Fraction) -> int | float:
    """Return an exact number as an int if it is one, else as a float cut to 4 decimals."""
    if exact.denominator == 1:
        return int(exact)
    return int(exact * 10_000) / 10_000

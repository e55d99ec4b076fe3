"""Grades one submission: `grade(path) -> Report`, the one public verb."""

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from grader import identify, submission
from grader.catalogue import Catalogue
from grader.compare import has_structure
from grader.job import Job, Runner
from grader.judge import draw_fact
from grader.model import Case, Exercise
from grader.results import (
    Crashed,
    Defined,
    Diagnosis,
    LoadObservation,
    NotRun,
    Observation,
    Report,
    Returned,
    TimedOut,
    Verdict,
)
from grader.runner import open_runner
from grader.source import Source
from grader.submission import Submission
from grader.verdict import (
    Seen,
    damaged,
    graded,
    no_exercise,
    no_function,
    not_loaded,
    not_started,
    scaled,
)

if TYPE_CHECKING:
    from grader.law_records import LawResult


class Options(NamedTuple):
    """How to grade; the defaults are those of `grade FILE`.

    `exercise` is an id ("" : by the file's name, or by the function that it defines). `case_files`
    are the paths of further cases, `only` the id of the one case to show and judge, `time_limit`
    seconds per call instead of the exercise's, `max_score` the score of a full pass.
    `option` is how to say which exercise is meant where nothing tells, for a message.
    """

    exercise: str = ""
    case_files: tuple[str, ...] = ()
    only: str = ""
    time_limit: float | None = None
    max_score: float | None = None
    timeouts: int = 2
    option: str = "--exercise ID"


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

    def grade(
        self, submitted: Submission, options: Options = Options(), *, closes: bool = False
    ) -> Report:
        """Grade one submission; see the function `grade`.

        With `closes`, the caller closes the runner next or grades another submission: either ends
        what this one started.
        """
        started = time.perf_counter()
        by_name = self.catalogue.id_for(submitted, options.exercise)
        exercises = [self.catalogue.exercise(by_name)] if by_name else self.catalogue.exercises()
        guess = identify.likely(submitted, exercises)
        if submitted.damage:
            report = damaged(guess, submitted)
        elif guess and submission.is_starter(submitted, guess.starter, guess.function):
            report = not_started(guess, submitted)
        else:
            try:
                report = self._run(submitted, options, exercises, guess)
            finally:
                self.runner.end(wait=not closes)
        if not report.cases:
            report = report._replace(max_score=self._to_be_had(report.exercise, options))
        return report._replace(
            isolation=self.isolation,
            versions=report.versions._replace(python=self.runner.python, numpy=self.runner.numpy),
            seconds=time.perf_counter() - started,
        )

    def _to_be_had(self, exercise_id: str, options: Options) -> int | float:
        """Return what a full pass would have scored, for a file that was not run."""
        if not exercise_id:
            return options.max_score or 0
        cases = self.catalogue.exercise(exercise_id).cases
        further = self.catalogue.further_cases(exercise_id, options.case_files)
        return scaled([], [case.points for case in (*cases, *further)], options.max_score)[1]

    def _run(
        self,
        submitted: Submission,
        options: Options,
        exercises: Sequence[Exercise],
        guess: Exercise | None,
    ) -> Report:
        """Load a submission, make its calls, and judge them."""
        exercise, job, loaded = self._load(submitted, options, exercises, guess)
        source = Source(
            submitted.name, submission.lines(submitted.source), submitted.cells, loaded.cells
        )
        if loaded.problem is not None:
            limited = exercise or exercises[0]
            return not_loaded(limited, submitted, loaded, source, known=exercise is not None)
        exercise = exercise or identify.likely(submitted, exercises, loaded.defines)
        if exercise is None:
            return no_exercise(exercises, submitted, source, options.option)
        if not any(_is_function(defined, exercise.function) for defined in loaded.defines):
            known = self.catalogue.known()
            return no_function(exercise, submitted, loaded, source, known, options.option)
        seen = self._observe(exercise, job, options)
        laws = self._laws(exercise, seen, job) if exercise.has_laws else ()
        self.runner.end(wait=False)  # while its results are judged
        report = graded(
            exercise,
            submitted,
            source,
            seen,
            self._words(exercise, seen),
            laws=laws,
            only=options.only,
            max_score=options.max_score,
        )
        if report.laws:
            from grader import law_judge  # only for exercises with laws

            report = report._replace(notes=(*report.notes, *law_judge.notes(report)))
        if submitted.cells:
            from grader import cells  # only for notebooks

            report = report._replace(notes=(*cells.notes(exercise, source), *report.notes))
        if report.verdict is not Verdict.FAILED:
            return report
        found = self._diagnosis(exercise, seen, job)
        if report.laws:
            found = self._diagnosis_with_laws(report, found)
        return report._replace(diagnosis=found)

    def _load(
        self,
        submitted: Submission,
        options: Options,
        exercises: Sequence[Exercise],
        guess: Exercise | None,
    ) -> tuple[Exercise | None, Job, LoadObservation]:
        """Load a submission as the exercise whose function it defines; None if it defines none.

        It is loaded as the guess first. Where it turns out to be another exercise's, it is loaded
        again with the seed and the limits of that one: the guess has no say in what is judged.
        """
        job = _job(submitted, guess or exercises[0], options)
        loaded = self.runner.load(job)
        if loaded.problem is not None:
            return guess, job, loaded
        exercise = identify.defined(submitted, exercises, loaded.defines, options.option)
        if exercise and (own := _job(submitted, exercise, options)) != job:
            return exercise, own, self.runner.load(own)
        return exercise, job, loaded

    def _observe(self, exercise: Exercise, job: Job, options: Options) -> Seen:
        """Make all calls: cases, probes, then further cases, the hidden ones by themselves."""
        further = self.catalogue.further_cases(exercise.id, options.case_files)
        visible = [case for case in further if not case.hidden]
        secret = [case for case in further if case.hidden]
        names = [parameter.name for parameter in exercise.parameters]
        own = self.runner.call(exercise.function, exercise.cases, names)
        probes = exercise.probes if _all_ended(own) else ()
        probed = self.runner.call(exercise.function, probes, names, told=False)
        observations = own + self._in_fresh_worker(exercise, visible, _rest_of(job, own))
        return Seen(
            [*exercise.cases, *visible],
            probed=probed,
            observations=observations,
            hidden_cases=secret,
            hidden=self._in_fresh_worker(exercise, secret, _rest_of(job, observations)),
        )

    def _diagnosis(self, exercise: Exercise, seen: Seen, job: Job) -> Diagnosis | None:
        """Return the known mistake; runs the submission again where one is only suspected."""
        answered = [*seen.observations[: len(exercise.cases)], *seen.probed]
        calls = [*exercise.cases, *exercise.probes]
        if len(answered) < len(calls):
            return None  # a call did not end: partial answers name nothing
        from grader.diagnosis import confirmed, diagnose, suspicion  # not for a file that passes

        fingerprints = self.catalogue.fingerprints(exercise.id)
        found = diagnose(exercise, answered, fingerprints)
        suspected = None if found else suspicion(exercise, answered, fingerprints)
        if suspected is None:
            return found
        again = self._in_fresh_worker(exercise, calls, job)
        return confirmed(exercise, suspected, answered, again)

    def _laws(self, exercise: Exercise, seen: Seen, job: Job) -> tuple["LawResult", ...]:
        """Measure and judge the laws, where calls end and return what has the right form."""
        observations = [*seen.observations, *seen.probed]
        if not _all_ended(observations) or not any(_returned(exercise, o) for o in observations):
            return ()
        from grader.law import measure
        from grader.law_judge import judge_law

        return tuple(
            judge_law(exercise, law, measure(self.runner, job, exercise.function, law))
            for law in self.catalogue.laws(exercise.id).laws
        )

    def _diagnosis_with_laws(self, report: Report, found: Diagnosis | None) -> Diagnosis | None:
        """Return the mistake that the answers have named, or else the one whose law this is."""
        from grader.diagnosis import contradicted, diagnose_by_law

        fingerprints = self.catalogue.fingerprints(report.exercise)
        laws = self.catalogue.laws(report.exercise)
        if found and not contradicted(found, report.laws, laws, fingerprints):
            return found
        return diagnose_by_law(report.laws, laws, fingerprints)

    def _words(self, exercise: Exercise, seen: Seen) -> Mapping[str, str]:
        """Return the sentences about random draws; read only where one will be said."""
        pairs = zip(seen.cases, seen.observations, strict=True)
        facts = any(draw_fact(exercise, case, observation) for case, observation in pairs)
        return self.catalogue.fingerprints(exercise.id).notes if facts else {}

    def _in_fresh_worker(
        self, exercise: Exercise, cases: Sequence[Case], job: Job
    ) -> list[Observation]:
        names = [parameter.name for parameter in exercise.parameters]
        if not cases:
            return []
        if job.timeouts < 1:
            return [Observation(NotRun("earlier calls did not end"))] * len(cases)
        if self.runner.load(job).problem is not None:
            return [Observation(NotRun("the file did not load again"))] * len(cases)
        return self.runner.call(exercise.function, cases, names)


def _rest_of(job: Job, seen: Sequence[Observation]) -> Job:
    """Return a job with the time-outs that it still has after these calls."""
    used = sum(isinstance(each.ending, TimedOut) for each in seen)
    return job._replace(timeouts=job.timeouts - used)


def _all_ended(seen: Sequence[Observation]) -> bool:
    """Return whether all calls came to an end of their own."""
    return not any(isinstance(each.ending, (TimedOut, Crashed, NotRun)) for each in seen)


def _returned(exercise: Exercise, seen: Observation) -> bool:
    """Return whether a call returned what has the form of a result."""
    return isinstance(seen.ending, Returned) and has_structure(exercise, seen.ending.value)


def _is_function(defined: Defined, name: str) -> bool:
    """Return whether this is what will be called: any callable, but not a class."""
    return defined.name == name and defined.callable and defined.kind != "class"


def _job(submitted: Submission, exercise: Exercise, options: Options) -> Job:
    limits = exercise.limits
    if options.time_limit is not None:
        limits = limits._replace(call_seconds=options.time_limit)
    cells = tuple((cell.first, cell.last) for cell in submitted.cells)
    return Job(submitted.source, submitted.name, exercise.seed, limits, options.timeouts, cells)

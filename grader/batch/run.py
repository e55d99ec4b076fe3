"""Grades many submissions on several warm processes: a row for each, as soon as it is known."""

from __future__ import annotations

import hashlib
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

import grader.diagnosis  # noqa: F401  # every slot needs it: loaded once, before there are any
from grader import display, launch, reports, submission
from grader.batch import details
from grader.batch.rows import Row, row_of, short
from grader.batch.slots import share_out
from grader.errors import ChildError, GraderError, SubmissionError, UsageError
from grader.grading import Grading
from grader.results import Crashed, Verdict
from grader.runner import ZygoteRunner

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from grader.batch.find import Found
    from grader.catalogue import Catalogue
    from grader.grading import Options
    from grader.job import Job, Point, Runner
    from grader.model import Case, Value
    from grader.results import Ending, Evaluated, LoadObservation, Observation, Report
    from grader.sandbox.backend import Starter


class Work(NamedTuple):
    """How to grade: `starter` gives the function that starts a slot's zygote.

    `isolation` is its name, `details` the folder for JSON reports ("" : none are written).
    """

    catalogue: Catalogue
    options: Options
    starter: Starter
    isolation: str
    details: str = ""


def checksum(data: bytes) -> str:
    """Return what identifies a submission's content in the table."""
    return hashlib.sha256(data).hexdigest()


def rows(found: Sequence[Found], work: Work, jobs: int) -> Generator[Row]:
    """Yield a row for everything found, in the order in which they are done.

    Whoever leaves early closes the iterator: all processes have ended when that returns.
    """
    again = set(range(len(found)))
    with closing(_graded(found, work, jobs)) as graded:
        for number, row, doubtful in graded:
            # Without isolation a submission can kill its neighbours' processes. Alone, nobody else
            # can be meant by what it suffers.
            if not (doubtful and jobs > 1):
                again.remove(number)
                yield row
    while again:
        rest = sorted(again)
        with closing(_graded([found[number] for number in rest], work, 1)) as graded:
            for place, row, _ in graded:
                again.remove(rest[place])
                yield row
        if again:  # the slot was killed with the first of them, and the others have not begun
            lost = min(again)
            again.remove(lost)
            yield _lost(found[lost], work)


def _graded(found: Sequence[Found], work: Work, jobs: int) -> Generator[tuple[int, Row, bool]]:
    """Yield the number, the row, and whether another submission may have had a hand in it.

    Those are missing whose slot was killed meanwhile.
    """

    def results(slot: int, numbers: Iterable[int]) -> Generator[tuple[Any, ...]]:
        with closing(_Slot(slot, work)) as own:
            for number in numbers:
                row, doubtful = own.graded(found[number])
                yield number, tuple(row), doubtful

    with closing(share_out(len(found), jobs, results)) as shared:
        for number, row, doubtful in shared:
            yield number, Row(*row), doubtful


def _lost(found: Found, work: Work) -> Row:
    """Return the row of a submission whose grading was killed, and once more when alone."""
    error = ChildError("The process that graded it was killed.")
    report = reports.not_graded(found.name, error)._replace(
        submission=found.name, isolation=work.isolation
    )
    return _with_details(row_of(found.name, report, ""), report, work.details)


def _with_details(row: Row, report: Report, folder: str) -> Row:
    """Write a report where reports are wanted; return its row, which says if that failed."""
    if folder:
        try:
            details.write(folder, row.name, report)
        except Exception as error:
            message = short(f"Its report cannot be written: {error}")
            return row._replace(verdict=Verdict.NOT_GRADED.value, message=message)
    return row


class _Slot:
    """One worker of the batch, with its own warm process."""

    def __init__(self, number: int, work: Work) -> None:
        self._number = number
        self._work = work
        self._new_runner()

    def _new_runner(self) -> None:
        self._runner = _runner(self._work.starter(self._number))
        self._grading = Grading(self._work.catalogue, self._runner, self._work.isolation)

    def close(self) -> None:
        """End the warm process."""
        self._runner.close()

    def graded(self, found: Found) -> tuple[Row, bool]:
        """Return the row of one submission, and whether another may have had a hand in it.

        Nothing that happens to it raises.
        """
        started = time.perf_counter()
        sha256, fault, doubtful = "", "", False
        try:
            if found.problem:
                raise SubmissionError(found.problem)
            data = submission.read_bytes(found.path, follow_links=False)
            sha256 = checksum(data)
            report = self._report(submission.from_bytes(found.path, data))
            doubtful = self._runner.killed
        except Exception as error:
            report = reports.not_graded(found.name, error)
            doubtful = isinstance(error, ChildError)
            if not isinstance(error, GraderError):
                fault = f"{report.message} {display.one_line(str(error))}"
                self._runner.close()
                self._new_runner()
        report = report._replace(
            submission=found.name,
            isolation=self._work.isolation,
            versions=report.versions._replace(python=self._runner.python, numpy=self._runner.numpy),
            seconds=time.perf_counter() - started,
        )
        row = row_of(found.name, report, sha256)
        row = row._replace(message=short(fault)) if fault else row
        return _with_details(row, report, self._work.details), doubtful

    def _report(self, submitted: submission.Submission) -> Report:
        self._runner.killed = False
        try:
            return self._grading.grade(submitted, self._work.options, closes=True)
        except UsageError as error:  # which exercise it is cannot be told
            report = reports.not_graded(submitted.path, error)
            full = self._work.options.max_score or 0
            return report._replace(verdict=Verdict.NOT_LOADED, max_score=full)


class _WatchedRunner:
    """A runner that remembers whether a process was killed, be it by the submission or another."""

    def __init__(self, runner: Runner) -> None:
        self.python = self.numpy = ""
        self.killed = False
        self._runner = runner

    def load(self, job: Job) -> LoadObservation:
        """Load a submission; see Runner."""
        loaded = self._runner.load(job)
        self.python, self.numpy = self._runner.python, self._runner.numpy
        self._look(loaded.problem)
        return loaded

    def call(
        self, function: str, cases: Sequence[Case], names: Sequence[str], *, told: bool = True
    ) -> list[Observation]:
        """Call the loaded submission's function on every case; see Runner."""
        seen = self._runner.call(function, cases, names, told=told)
        self._look(*(each.ending for each in seen))
        return seen

    def evaluate(
        self, function: str, inputs: Sequence[tuple[Value, ...]], points: Sequence[Point]
    ) -> Evaluated | Ending:
        """Call a scripted submission's function once per point; see Runner."""
        seen = self._runner.evaluate(function, inputs, points)
        self._look(seen)
        return seen

    def end(self, *, wait: bool = True) -> None:
        """End the loaded submission; see Runner."""
        self._runner.end(wait=wait)

    def cancel(self) -> None:
        """Stop whatever is running; see Runner."""
        self._runner.cancel()

    def close(self) -> None:
        """End the child process; see Runner."""
        self._runner.close()

    def _look(self, *endings: Ending | Evaluated | None) -> None:
        crashes = [ending for ending in endings if isinstance(ending, Crashed)]
        self.killed = self.killed or any("killed" in crash.reason for crash in crashes)


def _runner(start: Callable[[], launch.Child]) -> _WatchedRunner:
    if launch.can_fork():
        return _WatchedRunner(ZygoteRunner(start))
    from grader.single import SingleRunner  # off Linux

    return _WatchedRunner(SingleRunner())

"""Grades many submissions on several warm processes: a row for each, as soon as it is known."""

from __future__ import annotations

import queue
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from grader import display, launch, reports, submission
from grader.batch import details
from grader.batch.rows import Row, row_of, short
from grader.batch.zygotes import Zygotes
from grader.errors import ChildError, GraderError, SubmissionError, UsageError
from grader.grading import Grading
from grader.results import Crashed, Verdict
from grader.runner import ZygoteRunner

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

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


class _Done(NamedTuple):
    """A finished row; `doubtful` when another submission may have had a hand in it."""

    found: Found
    row: Row
    doubtful: bool


def checksum(data: bytes) -> str:
    """Return what identifies a submission's content in the table."""
    import hashlib  # 8 ms, while the zygotes start

    return hashlib.sha256(data).hexdigest()


def rows(found: Sequence[Found], work: Work, jobs: int) -> Generator[Row]:
    """Yield a row for everything found, in the order in which they are done.

    Whoever leaves early closes the iterator: all processes have ended when that returns.
    """
    again = []
    for done in _graded(found, work, jobs):
        # Without isolation a submission can kill its neighbours' processes. Alone, nobody else can
        # be meant by what it suffers.
        if done.doubtful and jobs > 1:
            again.append(done.found)
        else:
            yield done.row
    for done in _graded(again, work, 1):
        yield done.row


def _graded(found: Sequence[Found], work: Work, jobs: int) -> Iterator[_Done]:
    if not found:
        return
    todo: queue.SimpleQueue[Found] = queue.SimpleQueue()
    for each in found:
        todo.put(each)
    finished: queue.SimpleQueue[_Done | None] = queue.SimpleQueue()
    jobs = min(jobs, len(found))
    with Zygotes(jobs) as zygotes:
        slots = [_Slot(number, work, zygotes) for number in range(jobs)]
        threads = [threading.Thread(target=slot.work_off, args=(todo, finished)) for slot in slots]
        for thread in threads:
            thread.start()
        try:
            for _ in threads:
                while (done := finished.get()) is not None:
                    yield done
        except BaseException:  # also the caller's leaving: nobody wants the rest
            while not todo.empty():
                todo.get()
            zygotes.stop()
            raise
        finally:
            for thread in threads:
                thread.join()


class _Slot:
    """One worker of the batch: a thread with its own warm process."""

    def __init__(self, number: int, work: Work, zygotes: Zygotes) -> None:
        self._number = number
        self._work = work
        self._zygotes = zygotes
        self._new_runner()

    def _new_runner(self) -> None:
        start = self._work.starter(self._number)
        self._runner = _runner(partial(self._zygotes.start, self._number, start))
        self._grading = Grading(self._work.catalogue, self._runner, self._work.isolation)

    def work_off(
        self, todo: queue.SimpleQueue[Found], finished: queue.SimpleQueue[_Done | None]
    ) -> None:
        """Grade one after the other; None tells that this slot has finished."""
        self._zygotes.settle(self._number)
        try:
            while True:
                finished.put(self._done(todo.get_nowait()))
        except queue.Empty:
            pass
        finally:
            self._runner.close()
            finished.put(None)

    def _done(self, found: Found) -> _Done:
        """Return the row of one submission; nothing that happens to it raises."""
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
        return _Done(found, self._with_details(row, report), doubtful)

    def _report(self, submitted: submission.Submission) -> Report:
        self._runner.killed = False
        try:
            return self._grading.grade(submitted, self._work.options, closes=True)
        except UsageError as error:  # which exercise it is cannot be told
            report = reports.not_graded(submitted.path, error)
            full = self._work.options.max_score or 0
            return report._replace(verdict=Verdict.NOT_LOADED, max_score=full)

    def _with_details(self, row: Row, report: Report) -> Row:
        """Write a report where reports are wanted; return its row, which says if that failed."""
        if self._work.details:
            try:
                details.write(self._work.details, row.name, report)
            except Exception as error:
                message = short(f"Its report cannot be written: {error}")
                return row._replace(verdict=Verdict.NOT_GRADED.value, message=message)
        return row


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
        for each in seen:
            self._look(each.ending)
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

    def _look(self, ending: Ending | Evaluated | None) -> None:
        self.killed |= isinstance(ending, Crashed) and "killed" in ending.reason


def _runner(start: Callable[[], launch.Child]) -> _WatchedRunner:
    if launch.can_fork():
        return _WatchedRunner(ZygoteRunner(start))
    from grader.single import SingleRunner  # off Linux

    return _WatchedRunner(SingleRunner())

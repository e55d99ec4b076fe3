"""Grades many submissions on several warm processes: a row for each, as soon as it is known."""

from __future__ import annotations

import hashlib
import queue
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from grader import __version__, display, launch, submission
from grader.batch import details
from grader.batch.rows import Row, row_of
from grader.batch.zygotes import Zygotes
from grader.errors import ChildError, GraderError, UsageError
from grader.grading import Grading
from grader.results import Crashed, Report, Verdict, Versions
from grader.runner import ZygoteRunner

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from grader.batch.find import Found
    from grader.catalogue import Catalogue
    from grader.grading import Options
    from grader.job import Job, Runner
    from grader.model import Case
    from grader.results import Ending, LoadObservation, Observation
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
    with Zygotes() as zygotes:
        slots = [_Slot(number, work, zygotes) for number in range(min(jobs, len(found)))]
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
        sha256, doubtful = "", False
        try:
            if found.problem:
                report = self._without_calls(found, Verdict.NOT_GRADED, found.problem)
            else:
                data = submission.read_bytes(found.path, follow_links=False)
                sha256 = checksum(data)
                report, doubtful = self._report(found, submission.from_bytes(found.path, data))
        except GraderError as error:
            report = self._without_calls(found, Verdict.NOT_GRADED, error.message)
            doubtful = isinstance(error, ChildError)
        except Exception as error:
            words = f"The grader itself failed ({type(error).__name__}: {error})."
            report = self._without_calls(found, Verdict.NOT_GRADED, words)
            self._runner.close()
            self._new_runner()
        report = report._replace(submission=found.name, seconds=time.perf_counter() - started)
        return _Done(found, self._row(found, report, sha256), doubtful)

    def _report(self, found: Found, submitted: submission.Submission) -> tuple[Report, bool]:
        self._runner.killed = False
        try:
            report = self._grading.grade(submitted, self._work.options)
        except UsageError as error:  # which exercise it is cannot be told
            message = f"{error.message} {error.hint}"
            return self._without_calls(found, Verdict.NOT_LOADED, message), self._runner.killed
        return report, self._runner.killed

    def _row(self, found: Found, report: Report, sha256: str) -> Row:
        if self._work.details:
            try:
                details.write(self._work.details, found.name, report)
            except UsageError as error:
                report = self._without_calls(found, Verdict.NOT_GRADED, error.message)
        return row_of(found.name, report, sha256)

    def _without_calls(self, found: Found, verdict: Verdict, message: str) -> Report:
        return Report(
            exercise="",
            heading="",
            submission=found.name,
            verdict=verdict,
            message=display.one_line(message),
            isolation=self._work.isolation,
            versions=Versions(__version__, self._runner.python, self._runner.numpy, ""),
        )


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
        self, function: str, cases: Sequence[Case], names: Sequence[str], *, ahead: bool = False
    ) -> list[Observation]:
        """Call the loaded submission's function on every case; see Runner."""
        seen = self._runner.call(function, cases, names, ahead=ahead)
        for each in seen:
            self._look(each.ending)
        return seen

    def end(self) -> None:
        """End the loaded submission; see Runner."""
        self._runner.end()

    def cancel(self) -> None:
        """Stop whatever is running; see Runner."""
        self._runner.cancel()

    def close(self) -> None:
        """End the child process; see Runner."""
        self._runner.close()

    def _look(self, ending: Ending | None) -> None:
        self.killed |= isinstance(ending, Crashed) and "killed" in ending.reason


def _runner(start: Callable[[], launch.Child]) -> _WatchedRunner:
    if launch.can_fork():
        return _WatchedRunner(ZygoteRunner(start))
    from grader.single import SingleRunner  # off Linux

    return _WatchedRunner(SingleRunner())

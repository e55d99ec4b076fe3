"""Decides what to run and what to show: one run at a time, always of the last content.

Everything arrives as an event in one queue: the files' content, a finished run, a key. So this is
plain code without a clock, and the same events always lead to the same screen.
"""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, NamedTuple, Protocol

from grader.errors import GraderError
from grader.job import RunCancelledError
from grader.results import Outcome, Report

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.submission import Submission
    from grader.watch.files import Snapshot


class Changed(NamedTuple):
    """The watched files have this content now."""

    snapshot: Snapshot


class Finished(NamedTuple):
    """A run has ended: with a report, or with words on why there is none; cancelled: neither."""

    report: Report | None
    problem: str = ""


class Key(NamedTuple):
    """A key was pressed."""

    name: str


class Stopped(NamedTuple):
    """Nothing more will be watched: the end of the input, or of the program."""


Event = Changed | Finished | Key | Stopped


class Changes(NamedTuple):
    """The numbers of the cases that pass now and did not, and that do not pass now and did."""

    passing: tuple[int, ...] = ()
    failing: tuple[int, ...] = ()


class View(Protocol):
    """What shows the session."""

    def running(self, name: str) -> None:
        """A run of this file has begun."""

    def report(self, report: Report, changes: Changes) -> None:
        """A run has ended with a report."""

    def problem(self, message: str) -> None:
        """The file cannot be graded."""

    def hint(self, report: Report) -> None:
        """The next hint for this report is wanted."""


class Session:
    """The state between events: what is wanted, what runs, what was shown last."""

    def __init__(self, runs: Runs, view: View) -> None:
        self._runs = runs
        self._view = view
        self._wanted: Submission | None = None
        self._running = False
        self._again = False
        self._shown: Report | None = None

    def handle(self, event: Event) -> bool:
        """Take in one event; return whether the session goes on."""
        match event:
            case Changed(snapshot=snapshot):
                self._changed(snapshot)
            case Finished(report=report, problem=problem):
                self._finished(report, problem)
            case Key(name="h") if self._shown is not None and not self._running:
                self._view.hint(self._shown)
            case Key(name="r"):
                self._run()
            case Key(name="q") | Stopped():
                return False
        return True

    def _changed(self, snapshot: Snapshot) -> None:
        self._wanted = snapshot.submitted
        if snapshot.submitted is None:
            self._view.problem(snapshot.problem)
        self._run()

    def _run(self) -> None:
        """Start a run of what is wanted; one that is under way is cancelled first."""
        if self._running:
            self._again = True
            self._runs.cancel()
        elif self._wanted is not None:
            self._running = True
            self._view.running(self._wanted.name)
            self._runs.start(self._wanted)

    def _finished(self, report: Report | None, problem: str) -> None:
        self._running = False
        if self._again:  # whatever it found is of older content
            self._again = False
            self._run()
        elif report is not None:
            self._view.report(report, changes(self._shown, report))
            self._shown = report
        elif problem:
            self._view.problem(problem)


def changes(before: Report | None, after: Report) -> Changes:
    """Return what has changed from one report to the next."""
    if before is None:
        return Changes()
    passed = {case.id for case in before.cases if case.outcome is Outcome.PASSED}
    now = [(case.number, case.outcome is Outcome.PASSED, case.id in passed) for case in after.cases]
    known = {case.id for case in before.cases} or {case.id for case in after.cases}
    if not known:
        return Changes()
    return Changes(
        tuple(number for number, passes, did in now if passes and not did),
        tuple(number for number, passes, did in now if did and not passes),
    )


class Runs:
    """Runs submissions in a thread of its own, one at a time; results go into the queue."""

    def __init__(
        self,
        grade: Callable[[Submission], Report],
        cancel: Callable[[], None],
        events: queue.Queue[Event],
    ) -> None:
        self._grade = grade
        self.cancel = cancel
        self._events = events
        self._jobs: queue.Queue[Submission | None] = queue.Queue()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def start(self, submitted: Submission) -> None:
        """Begin a run; its end comes as a Finished event."""
        self._jobs.put(submitted)

    def close(self) -> None:
        """Cancel what runs, and wait for the thread to end."""
        self._jobs.put(None)
        self.cancel()
        self._thread.join()

    def _work(self) -> None:
        while (submitted := self._jobs.get()) is not None:
            self._events.put(self._finish(submitted))

    def _finish(self, submitted: Submission) -> Finished:
        try:
            return Finished(self._grade(submitted))
        except RunCancelledError:
            return Finished(None)
        except GraderError as error:
            return Finished(None, f"{error.message} {error.hint}".strip())
        except Exception as error:  # a fault of ours must not end the session
            return Finished(None, f"The grader itself failed ({type(error).__name__}: {error}).")

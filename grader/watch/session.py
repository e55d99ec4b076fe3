"""Decides what to run and what to show: one run at a time, always of the last content.

Everything arrives as an event: the files' content, the end of a run, a key. So this is plain code
without a clock or a thread, and the same events always lead to the same screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from grader.watch.changes import Changes, changes

if TYPE_CHECKING:
    from grader.results import Report
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


class Resumed(NamedTuple):
    """The program goes on after it was stopped; the screen may show anything."""


class Stopped(NamedTuple):
    """Nobody is there any more who types or reads."""


Event = Changed | Finished | Key | Resumed | Stopped


class View(Protocol):
    """What shows the session."""

    def running(self, name: str) -> None:
        """A run of this file has begun; what was shown until now is of older content."""

    def report(self, report: Report, changes: Changes) -> None:
        """A run has ended with a report."""

    def problem(self, message: str) -> None:
        """The file cannot be graded, for a reason of one or more lines."""

    def hint(self, report: Report | None) -> None:
        """The next hint for the report that is shown is wanted; None: a problem is shown."""

    def more(self) -> None:
        """What did not find room is wanted."""

    def again(self) -> None:
        """The screen has to be drawn anew."""


class Grader(Protocol):
    """What grades; see Runs."""

    def start(self, submitted: Submission) -> None:
        """Begin a run, when none is under way; its end comes as a Finished event."""

    def cancel(self) -> None:
        """Let the run under way end soon; one that has just ended may leave this to the next."""


class Session:
    """The state between events: what is wanted, what runs, what is shown."""

    def __init__(self, runs: Grader, view: View) -> None:
        self._runs = runs
        self._view = view
        self._wanted: Submission | None = None
        self._running = False
        self._again = False
        self._shown: Report | None = None
        self._hint_wanted = False
        self._before: Report | None = None
        self._loaded_before: Report | None = None

    def handle(self, event: Event) -> bool:
        """Take in one event; return whether the session goes on."""
        match event:
            case Changed(snapshot=snapshot):
                self._changed(snapshot)
            case Finished():
                self._finished(event)
            case Key(name="h"):
                self._hint()
            case Key(name="r"):
                self._run()
            case Key(name=" "):
                self._view.more()
            case Resumed():
                self._view.again()
            case Key(name="q") | Stopped():
                return False
        return True

    def _changed(self, snapshot: Snapshot) -> None:
        self._wanted = snapshot.submitted
        if snapshot.submitted is None:
            self._problem(snapshot.problem)
        self._run()

    def _run(self) -> None:
        """Start a run of what is wanted; one that is under way is cancelled first."""
        if self._running:
            self._again = True
            self._runs.cancel()
        elif self._wanted is not None:
            self._running = True
            self._runs.start(self._wanted)
            self._view.running(self._wanted.name)

    def _finished(self, end: Finished) -> None:
        self._running = False
        # A run that nobody cancelled was met by a cancel that came too late for the one before it.
        cancelled = end.report is None and not end.problem
        if self._again or cancelled:
            self._again = False
            self._run()
        elif end.report is not None:
            self._report(end.report)
        else:
            self._problem(end.problem)

    def _report(self, report: Report) -> None:
        self._shown = report
        self._view.report(report, changes(self._before, self._loaded_before, report))
        self._before = report
        if report.cases:
            self._loaded_before = report
        if self._hint_wanted:
            self._hint()

    def _problem(self, message: str) -> None:
        self._shown = None
        self._hint_wanted = False
        self._view.problem(message)

    def _hint(self) -> None:
        """Show a hint for what is shown, or as soon as there is something to give a hint for."""
        self._hint_wanted = self._running and self._wanted is not None
        if not self._hint_wanted:
            self._view.hint(self._shown)

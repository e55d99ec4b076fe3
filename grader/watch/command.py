"""The command `grade watch`."""

from __future__ import annotations

import contextlib
import errno
import os
import queue
import select
import sys
import threading
import time
from typing import TYPE_CHECKING

from grader import submission
from grader.arguments import Parser, positive
from grader.catalogue import Catalogue, default_file
from grader.errors import ExitCode, UsageError
from grader.grading import Grading, Options
from grader.runner import open_runner
from grader.watch.files import WatchedFiles
from grader.watch.keyboard import ended_by_signals, keys, single_keys
from grader.watch.runs import Runs
from grader.watch.session import Changed, Event, Key, Resumed, Session, Stopped
from grader.watch.view import ScreenView, TextView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from grader.results import Report
    from grader.submission import Submission

_POLL_SECONDS = 0.1

# Simple and reentrant: a signal may come at any time, and puts an event.
_Events = queue.SimpleQueue[Event]


def main(arguments: Sequence[str]) -> int:
    """Watch a file until `q`, Ctrl-C, or the end of who reads the output."""
    parser = Parser("grade watch", "Grade a file at every save. Keys: h hint, r run again, q quit.")
    parser.add_argument("file", nargs="?", metavar="FILE", help="default: as for grade")
    parser.add_argument("--exercise", default="", metavar="ID", help="which exercise it is")
    parser.add_argument("--cases", action="append", default=[], metavar="FILE", help="as for grade")
    parser.add_argument("--time-limit", type=positive, metavar="S", help="seconds for each call")
    chosen = parser.parse_args(arguments)
    catalogue = Catalogue()
    path = chosen.file or default_file(catalogue, chosen.exercise, "grade watch")
    options = Options(
        exercise=chosen.exercise, case_files=tuple(chosen.cases), time_limit=chosen.time_limit
    )
    _check(path, options, catalogue)
    with ended_by_signals():
        _watch(path, options, catalogue)
    return ExitCode.OK


def _check(path: str, options: Options, catalogue: Catalogue) -> None:
    """Raise for what no change of a file will mend; it is not worth waiting for that."""
    catalogue.id_for(submission.read(path), options.exercise)
    for case_file in options.case_files:
        if not os.path.isfile(case_file):
            raise UsageError(f"There is no file {case_file}.")


def _watch(path: str, options: Options, catalogue: Catalogue) -> None:
    files = WatchedFiles(path, options.case_files)
    events: _Events = queue.SimpleQueue()
    events.put(Changed(files.first()))
    runner = open_runner()
    grading = Grading(catalogue, runner)

    def grade(submitted: Submission) -> Report:
        catalogue.forget_further_cases()  # their files are watched as well
        return grading.grade(submitted, options)

    runs = Runs(grade, runner.cancel, events.put)
    try:
        with _view(path, catalogue, events) as view:
            session = Session(runs, view)
            for event in _all_events(events, files):
                if not session.handle(event):
                    break
    except OSError as error:
        if error.errno != errno.EIO:  # the terminal was closed: nobody is left to tell anything
            raise
    finally:
        runs.close()
        runner.close()


@contextlib.contextmanager
def _view(path: str, catalogue: Catalogue, events: _Events) -> Iterator[TextView]:
    """Yield what shows the session; with keys where there are a keyboard and a screen."""
    path = os.path.abspath(path)  # the current folder may be gone when a hint is wanted
    on_screen = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    if not on_screen or os.environ.get("TERM") == "dumb":
        yield TextView(path, catalogue.hints, sys.stdout)
        return
    with single_keys(lambda: events.put(Resumed())):
        threading.Thread(target=_read_keys, args=(events,), daemon=True).start()
        yield ScreenView(path, catalogue.hints, sys.stdout)


def _read_keys(events: _Events) -> None:
    for key in keys():
        events.put(Key(key))
    events.put(Stopped())


def _all_events(events: _Events, files: WatchedFiles) -> Iterator[Event]:
    """Yield events as they come, and between them look at the files and at the output."""
    due = time.monotonic()
    while True:
        with contextlib.suppress(queue.Empty):
            yield events.get(timeout=max(0.0, due - time.monotonic()))
        if time.monotonic() >= due:
            changed = files.poll()
            if changed is not None:
                yield Changed(changed)
            if _reader_left(sys.stdout):
                yield Stopped()
            due = time.monotonic() + _POLL_SECONDS


def _reader_left(stream: TextIO) -> bool:
    """Return whether nobody will ever read the stream: the other end of a pipe was closed."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(stream.fileno(), 0)
    return any(happened & select.POLLERR for _, happened in poll.poll(0))

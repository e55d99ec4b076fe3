"""The command `grade watch`."""

from __future__ import annotations

import queue
import sys
import threading
from typing import TYPE_CHECKING

from grader.arguments import Parser, positive
from grader.catalogue import Catalogue, default_file
from grader.errors import ExitCode, UsageError
from grader.grading import Grading, Options
from grader.render import terminal
from grader.runner import open_runner
from grader.watch.files import WatchedFiles
from grader.watch.keyboard import read_key, single_keys
from grader.watch.session import Changed, Event, Key, Runs, Session, Stopped
from grader.watch.view import TextView

if TYPE_CHECKING:
    from collections.abc import Sequence

_POLL_SECONDS = 0.1
_WAKE_SECONDS = 1.0  # on Windows, Ctrl-C does not end an endless wait


def main(arguments: Sequence[str]) -> int:
    """Watch a file until `q`, Ctrl-C, or the end of a piped input's reader."""
    parser = Parser("grade watch", "Grade a file at every save. Keys: h hint, r run again, q quit.")
    parser.add_argument("file", nargs="?", metavar="FILE", help="default: as for grade")
    parser.add_argument("--exercise", default="", metavar="ID", help="which exercise it is")
    parser.add_argument("--cases", action="append", default=[], metavar="FILE", help="as for grade")
    parser.add_argument("--time-limit", type=positive, metavar="S", help="seconds for each call")
    chosen = parser.parse_args(arguments)
    catalogue = Catalogue()
    path = chosen.file or default_file(catalogue)
    options = Options(
        exercise=chosen.exercise, case_files=tuple(chosen.cases), time_limit=chosen.time_limit
    )
    _watch(path, options, catalogue)
    return ExitCode.OK


def _watch(path: str, options: Options, catalogue: Catalogue) -> None:
    files = WatchedFiles(path, options.case_files)
    first = files.poll()
    if first is None or first.submitted is None:
        raise UsageError(first.problem if first else f"There is no file {path}.")
    events: queue.Queue[Event] = queue.Queue()
    events.put(Changed(first))
    runner = open_runner()
    grading = Grading(catalogue, runner)
    with single_keys() as keyboard:
        view = TextView(path, catalogue.hints, interactive=keyboard and sys.stdout.isatty())
        terminal.prepare()
        runs = Runs(lambda submitted: grading.grade(submitted, options), runner.cancel, events)
        stop = threading.Event()
        _in_background(_poll_files, files, events, stop)
        if keyboard:
            _in_background(_read_keys, events)
        try:
            session = Session(runs, view)
            while session.handle(_next(events)):
                pass
        finally:
            stop.set()
            runs.close()
            runner.close()


def _next(events: queue.Queue[Event]) -> Event:
    while True:
        try:
            return events.get(timeout=_WAKE_SECONDS)
        except queue.Empty:
            continue


def _in_background(target: object, *arguments: object) -> None:
    threading.Thread(target=target, args=arguments, daemon=True).start()  # type: ignore[arg-type]


def _poll_files(files: WatchedFiles, events: queue.Queue[Event], stop: threading.Event) -> None:
    """Tell of every change once the files have been quiet for one look: saves come in bursts."""
    waiting = None
    while not stop.wait(_POLL_SECONDS):
        changed = files.poll()
        if changed is not None:
            waiting = changed
        elif waiting is not None:
            events.put(Changed(waiting))
            waiting = None


def _read_keys(events: queue.Queue[Event]) -> None:
    while key := read_key():
        events.put(Key(key))
    events.put(Stopped())

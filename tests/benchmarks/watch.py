"""How long `grade watch` takes from a save to the finished report, as a ratio to importing NumPy.

Without waiting: the same parts as in a session, but the looks at the file follow each other at
once. With waiting: a real session on a terminal, whose looks are a tenth of a second apart, of
which it takes two to see that a file has changed and is at rest. Each save is paired with an import
of NumPy right after it, so that a busy machine slows both. Printed are quartiles of the ratios, and
the seconds with waiting.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import pty
import queue
import select
import statistics
import subprocess
import sys
import tempfile
import termios
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from grader.catalogue import Catalogue
from grader.grading import Grading
from grader.runner import open_runner
from grader.watch.files import WatchedFiles
from grader.watch.runs import Runs
from grader.watch.session import Changed, Event, Session
from grader.watch.view import ScreenView

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 25
TARGET = 0.25
LAST_WORDS = b"keys: "
_NAME = "speculative_decode.py"
_FILES = {
    "passes": "solution.py",
    "fails, with table and diagnosis": "mistakes/no-draw-when-certain.py",
}


def import_seconds() -> float:
    """How long importing NumPy takes in a process of its own."""
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", "import numpy"],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        check=True,
    )
    return time.perf_counter() - started


def save(path: Path, source: bytes) -> None:
    """Save by rename, as editors do; each time with other content."""
    draft = path.with_name("draft.tmp")
    draft.write_bytes(source + b"\n# %d\n" % time.perf_counter_ns())
    draft.replace(path)


@contextlib.contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    """Our and the other end of a terminal of 100 columns and 50 rows."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (50, 100))
    yield ours, theirs
    os.close(ours)
    os.close(theirs)


@contextlib.contextmanager
def parts(path: Path) -> Iterator[Callable[[bytes], float]]:
    """A function that saves, and returns the seconds until the report is written."""
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    with open_terminal_stream() as stream, contextlib.closing(open_runner()) as runner:
        catalogue = Catalogue()
        runs = Runs(Grading(catalogue, runner).grade, runner.cancel, events.put)
        files = WatchedFiles(str(path))
        session = Session(runs, ScreenView(str(path), catalogue.hints, stream))

        def once(source: bytes) -> float:
            started = time.perf_counter()
            save(path, source)
            while (changed := files.poll()) is None:
                pass
            session.handle(Changed(changed))
            session.handle(events.get())
            return time.perf_counter() - started

        yield once
        runs.close()


@contextlib.contextmanager
def open_terminal_stream() -> Iterator[object]:
    """A stream onto a terminal that somebody reads."""
    with terminal() as (ours, theirs), os.fdopen(os.dup(theirs), "w") as stream:
        threading.Thread(target=drain, args=(ours,), daemon=True).start()
        yield stream


def drain(descriptor: int) -> None:
    """Read until there is nobody who writes."""
    with contextlib.suppress(OSError):
        while os.read(descriptor, 1 << 16):
            pass


@contextlib.contextmanager
def session(path: Path) -> Iterator[Callable[[bytes], float]]:
    """As `parts`, of a real session."""
    with terminal() as (ours, theirs):
        grade = str(Path(sys.executable).with_name("grade"))
        process = subprocess.Popen([grade, "watch", path], stdin=theirs, stdout=theirs)
        read_report(ours)

        def once(source: bytes) -> float:
            started = time.perf_counter()
            save(path, source)
            read_report(ours)
            return time.perf_counter() - started

        yield once
        process.terminate()
        process.wait()


def read_report(descriptor: int) -> None:
    """Read until a report and the keys below it are there."""
    seen = b""
    while LAST_WORDS not in seen.partition(b"graded at")[2]:
        select.select([descriptor], [], [])
        seen += os.read(descriptor, 1 << 16)


def main() -> None:
    """Measure and print."""
    os.environ.pop("NO_COLOR", None)
    os.environ["TERM"] = "xterm"
    os.environ["FORCE_COLOR"] = "1"
    sources = {
        name: (ROOT / "reference/speculative_decode" / file).read_bytes()
        for name, file in _FILES.items()
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, _NAME)
        path.write_bytes(sources["passes"])
        print(f"ratios to importing NumPy, quartiles of {ROUNDS}; at most {TARGET} without waiting")
        for (kind, how), name in itertools.product(
            (("without waiting", parts), ("with waiting", session)), sources
        ):
            measure(f"{kind}, {name}", how, path, sources[name])


def measure(
    name: str,
    how: Callable[[Path], contextlib.AbstractContextManager[Callable[[bytes], float]]],
    path: Path,
    source: bytes,
) -> None:
    """Measure one way with one file, and print a line."""
    with how(path) as once:
        once(source)  # starts the child
        pairs = [(once(source), import_seconds()) for _ in range(ROUNDS)]
    low, middle, high = statistics.quantiles([ours / numpy for ours, numpy in pairs], n=4)
    seconds, numpy = (statistics.median(values) for values in zip(*pairs, strict=True))
    milliseconds = f"{seconds * 1000:.0f} ms, NumPy {numpy * 1000:.0f} ms"
    print(f"  {name:48} {low:.2f}  {middle:.2f}  {high:.2f}   ({milliseconds})")


if __name__ == "__main__":
    main()

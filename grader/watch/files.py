"""Tells when the content of the watched files has changed, on any file system.

Only content counts: a save without a change is none. Times, size and inode say when a file has to
be read. They are not enough by themselves: two saves within one tick of the clock may leave them
all alike, so a file is read at every look for a while after they last moved.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, NamedTuple

from grader import submission
from grader.errors import SubmissionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.submission import Submission

# The coarsest clock of a file system in use (FAT) ticks every two seconds. Ours measures it: the
# clock of a network file system may be wrong.
_TICK_SECONDS = 3.0


class Snapshot(NamedTuple):
    """The watched content at one moment: the submission, or why there is none."""

    submitted: Submission | None
    problem: str = ""


class WatchedFiles:
    """The file to grade and the case files it is graded with; `clock` counts seconds."""

    def __init__(
        self,
        path: str,
        case_files: Sequence[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = path
        self._files = [
            _File(path, submission.read_bytes, clock),
            *(_File(each, _read, clock) for each in case_files),
        ]
        self._seen = self._told = self._look()

    def first(self) -> Snapshot:
        """Return the content that was there at the start."""
        return self._snapshot()

    def poll(self) -> Snapshot | None:
        """Return the content when it is new and at rest; to be called again and again.

        New is what differs from the content returned before. It is at rest when two looks find it
        alike: saves come in bursts, and a file that is being written is not whole.
        """
        before, self._seen = self._seen, self._look()
        if self._seen != before or self._seen == self._told:
            return None
        self._told = self._seen
        return self._snapshot()

    def _look(self) -> list[bytes | str]:
        return [file.content() for file in self._files]

    def _snapshot(self) -> Snapshot:
        content = self._told[0]
        if isinstance(content, str):
            return Snapshot(None, content)
        try:
            return Snapshot(submission.from_bytes(self._path, content))
        except SubmissionError as error:
            return Snapshot(None, error.message)


class _File:
    """One file; it is read only when something about it may have changed."""

    def __init__(self, path: str, read: Callable[[str], bytes], clock: Callable[[], float]) -> None:
        self._path = path
        # The current folder may be removed and made again, as by a change of branch.
        self._absolute = os.path.abspath(path)
        self._read = read
        self._clock = clock
        self._mark: object = None
        self._marked = 0.0
        self._settled = False
        self._content: bytes | str = b""

    def content(self) -> bytes | str:
        """Return the bytes of the file, or in words why there are none."""
        now, mark = self._clock(), _mark(self._absolute)
        if mark != self._mark:
            self._mark, self._marked, self._settled = mark, now, False
        if not self._settled:
            self._content = self._read_now()
            self._settled = now - self._marked > _TICK_SECONDS
        return self._content

    def _read_now(self) -> bytes | str:
        try:
            return self._read(self._absolute)
        except SubmissionError as error:
            return error.message.replace(self._absolute, self._path)
        except OSError as error:
            return error.strerror or str(error)


def _mark(path: str) -> object:
    """Return what changes whenever the file does, but for very fast changes; without reading it.

    The file is opened, because only then a network file system asks its server again.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        return error.errno
    try:
        found = os.fstat(descriptor)
    finally:
        os.close(descriptor)
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_dev


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()

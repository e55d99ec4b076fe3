"""Tells when the content of the watched files has changed, on any file system.

Time, size and inode are looked at; a file that changed lately is read, because two saves within
one tick of the clock may leave all three alike. Only content counts: a save without change is none.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, NamedTuple

from grader import submission
from grader.errors import SubmissionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.submission import Submission

# The coarsest clock of a file system in use (FAT) ticks every two seconds.
_YOUNG_SECONDS = 3.0


class Snapshot(NamedTuple):
    """The watched content at one moment: the submission, or why there is none; the case files."""

    submitted: Submission | None
    problem: str
    case_files: tuple[bytes | None, ...] = ()


class WatchedFiles:
    """The file to grade and the case files it is graded with."""

    def __init__(self, path: str, case_files: Sequence[str] = ()) -> None:
        self._path = path
        self._case_files = tuple(case_files)
        self._seen: tuple[object, ...] = ()
        self._snapshot: Snapshot | None = None

    def poll(self) -> Snapshot | None:
        """Return the content if it is not what the last call saw; else None."""
        stats = tuple(map(_stat, (self._path, *self._case_files)))
        if stats == self._seen and not any(map(_is_young, stats)):
            return None
        snapshot = self._read()
        self._seen = stats
        if snapshot == self._snapshot:
            return None
        self._snapshot = snapshot
        return snapshot

    def _read(self) -> Snapshot:
        case_files = tuple(map(_bytes, self._case_files))
        try:
            return Snapshot(submission.read(self._path), "", case_files)
        except SubmissionError as error:
            return Snapshot(None, error.message, case_files)


class _Stat(NamedTuple):
    changed: int  # nanoseconds
    size: int
    inode: int


def _stat(path: str) -> _Stat | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return _Stat(found.st_mtime_ns, found.st_size, found.st_ino)


def _is_young(stat: _Stat | None) -> bool:
    """Return whether a file changed so lately that its time may not tell the next change."""
    return stat is not None and abs(time.time_ns() - stat.changed) < _YOUNG_SECONDS * 1e9


def _bytes(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None

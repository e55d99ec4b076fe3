"""Looks at the processes of this machine: who is below whom, and who has outlived its parent."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_PR_SET_CHILD_SUBREAPER = 36


def below(pid: int) -> list[int]:
    """The ids of all processes below one."""
    children = [child for child, parent in _parents().items() if parent == pid]
    return children + [further for child in children for further in below(child)]


@contextmanager
def inherited() -> Iterator[list[str]]:
    """Become the one to whom orphans fall; the list then holds the command lines of those alive."""
    prctl = ctypes.CDLL(None).prctl
    ours = _children()
    left: list[str] = []
    prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield left
    finally:
        deadline = time.monotonic() + 5  # a sandbox takes a moment to fall
        while (found := _living(ours)) and time.monotonic() < deadline:
            time.sleep(0.01)
        left += [_read(f"/proc/{pid}/cmdline") for pid in found]
        prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
        for pid in _children() - ours:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _living(known: set[int]) -> list[int]:
    """Our children that run, without those known; the ended ones are taken leave of."""
    return [pid for pid in _children() - known if os.waitpid(pid, os.WNOHANG)[0] == 0]


def _children() -> set[int]:
    return {pid for pid, parent in _parents().items() if parent == os.getpid()}


def _parents() -> dict[int, int]:
    """The parent of every process."""
    found = {}
    for name in filter(str.isdecimal, os.listdir("/proc")):
        if fields := _read(f"/proc/{name}/stat").rpartition(")")[2].split():
            found[int(name)] = int(fields[1])
    return found


def _read(path: str) -> str:
    try:
        return Path(path).read_bytes().decode("utf-8", "replace")
    except OSError:  # it has ended since it was listed
        return ""

"""Ends what a lost zygote leaves behind: it was the one to do that, and is there no more."""

from __future__ import annotations

import os
import signal
import sys
import time

from grader import launch

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER = 1, 4, 36
_SECONDS = 5.0
_REMOVES = os.path.join(launch.CHILD_FOLDER, "scratch.py")
_adopting = False


def adopt() -> None:
    """Make this process inherit what a lost zygote leaves, and close its memory to submissions.

    For a process that is nothing but a grader, on Linux: its children must be in `launch.children`.
    """
    global _adopting
    import ctypes  # 3 ms; graders of a single file do without

    prctl = ctypes.CDLL(None).prctl
    prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    _adopting = True


def end(scratch: str) -> None:
    """End the processes that a lost zygote leaves behind, and remove its scratch folder.

    They are known by the scratch folder in their environment, and by being our children.
    """
    deadline = time.monotonic() + _SECONDS
    while (left := _marked(scratch) + _inherited()) and time.monotonic() < deadline:
        for pid in left:
            _end(pid)
        time.sleep(0.001)
    if scratch:
        _remove(scratch)


def end_with_parent(number: int) -> None:
    """Have the system send this process a signal when its parent ends (Linux)."""
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)


def remove_all_scratch(grader: int = 0) -> None:
    """Remove every scratch folder of a grader, this one by default, once nothing of it runs.

    Without a sandbox, a submission can end its neighbours' processes, also the one that removes a
    folder: what is still there at the end is removed then.
    """
    root, prefix = launch.scratch_prefix(grader or os.getpid())
    for name in os.listdir(root):
        if name.startswith(prefix):
            _remove(os.path.join(root, name))


def _remove(scratch: str) -> None:
    """Have the zygote's own script remove its folder: nobody else manages all that may be there."""
    argv = [sys.executable, "-I", "-S", _REMOVES, scratch]
    with launch.children_lock:  # or it would be taken for an orphan
        pid = os.posix_spawn(argv[0], argv, launch.environment(""))
        launch.children.add(pid)
    try:
        os.waitpid(pid, 0)
    except ChildProcessError:  # our caller ignores SIGCHLD, so the system reaps
        pass
    launch.children.discard(pid)


def _marked(scratch: str) -> list[int]:
    if not scratch:
        return []
    mark = b"TMPDIR=" + os.fsencode(scratch) + b"\0"
    return [pid for pid in _processes() if mark in _read(f"/proc/{pid}/environ")]


def _inherited() -> list[int]:
    """Return our children that we did not start."""
    if not _adopting:
        return []
    with launch.children_lock:
        return [
            pid
            for pid in _processes()
            if pid not in launch.children and _parent(pid) == os.getpid()
        ]


def _parent(pid: int) -> int:
    fields = _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return int(fields[1]) if fields else 0


def _processes() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdecimal()]


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:  # it has ended meanwhile, or is another user's
        return b""


def _end(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, os.WNOHANG)
    except (ProcessLookupError, PermissionError, ChildProcessError):
        return

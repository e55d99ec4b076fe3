"""The sandbox `bubblewrap`: no network, no home, own processes, a file system of next to nothing.

A submission sees the interpreter's standard library, NumPy, the libraries these load, and our
child's script, all read-only; what it writes goes into a small memory of its own. The environment
needs no cleaning: it is built from nothing anyway.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

from grader import launch
from grader.sandbox.backend import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grader.sandbox.backend import Starter

_ISOLATION = (
    *("--unshare-all", "--unshare-user", "--disable-userns"),
    *("--die-with-parent", "--new-session", "--cap-drop", "ALL"),
)
_SCRATCH = "/scratch/grade"
_WRITABLE = {"/scratch": 64 << 20, "/dev/shm": 16 << 20}  # bytes; multiprocessing needs the second
_DEVICES = ("/dev/null", "/dev/urandom")
_NEEDS = os.path.join(launch.CHILD_FOLDER, "needs.py")
_OTHER_PACKAGES = ("site-packages", "dist-packages")
_SECONDS = 60


class _Needs(NamedTuple):
    """What Python and NumPy need: paths of the interpreter, of whole folders, of single files."""

    python: str
    folders: list[str]
    files: list[str]


def starter() -> Starter:
    """Return what starts zygotes in bubblewrap. Raises RefusalError where there is none."""
    program = shutil.which("bwrap")
    if program is None:
        raise RefusalError("it is not installed (no bwrap on the PATH)")
    numpy = launch.numpy_folder()
    needs = _needs(numpy)
    inner = launch.command(numpy, _SCRATCH, "fork-alone", python=needs.python)
    setting = ["--setenv", "TMPDIR", _SCRATCH, "--chdir", "/", "--"]
    argv = [program, *_ISOLATION, *_file_system(needs, numpy), *setting, *inner]

    def start_in(slot: int = 0) -> Callable[[], launch.Child]:
        del slot  # every zygote has a sandbox of its own
        return lambda: launch.spawn(argv, "")

    return start_in


def _needs(numpy: str) -> _Needs:
    """Ask the interpreter which files it needs; it alone knows."""
    argv = [sys.executable, "-I", "-S", _NEEDS, numpy]
    try:
        run = subprocess.run(argv, capture_output=True, timeout=_SECONDS, check=True)
        return _Needs(**json.loads(run.stdout))
    except (subprocess.SubprocessError, ValueError, OSError) as error:
        raise RefusalError(f"what Python needs could not be found out ({error})") from error


def _file_system(needs: _Needs, numpy: str) -> list[str]:
    """Return the arguments that make the sandbox's file system."""
    packages = [os.path.join(numpy, name) for name in ("numpy", "numpy.libs")]
    folders = [*needs.folders, *filter(os.path.isdir, packages), launch.CHILD_FOLDER]
    hidden = [
        path
        for folder in needs.folders
        for name in _OTHER_PACKAGES
        if os.path.isdir(path := os.path.join(folder, name))
    ]
    inside = tuple(f"{folder}/" for folder in folders)
    files = [path for path in map(os.path.normpath, needs.files) if not path.startswith(inside)]
    return [
        *_each("--ro-bind", needs.folders),
        *(part for path in hidden for part in ("--tmpfs", path)),
        *_each("--ro-bind", folders[len(needs.folders) :]),
        *_each("--ro-bind", [needs.python, *files]),
        *_each("--dev-bind", _DEVICES),
        *(
            part
            for path, size in _WRITABLE.items()
            for part in ("--size", str(size), "--tmpfs", path)
        ),
        *(part for path in (*hidden, "/") for part in ("--remount-ro", path)),
    ]


def _each(option: str, paths: Iterable[str]) -> list[str]:
    """Return the arguments that bind each path, wherever its links lead, to the same path."""
    return [part for path in paths for part in (option, os.path.realpath(path), path)]

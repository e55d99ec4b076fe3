"""Starts the process that runs submissions; imports next to nothing, because it comes first.

NumPy takes most of the time of a run, and it is the child that imports it: everything else loads
meanwhile. What the two processes say to each other is specified in `_child/zygote.py`.
"""

from __future__ import annotations

import _thread
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))
CHILD_FOLDER = os.path.join(_HERE, "_child")

# First words of a command line that name no file to grade. Here, where they cost no import.
COMMANDS = ("start", "task", "hint", "watch", "picture", "batch", "author")

# The child's first words: no garbage collection while it imports, and NumPy's folder on the path
# for that import alone, so that nothing else of this environment can be imported later.
_BOOT = (
    "import gc; gc.disable(); import sys; path = sys.path[:]; "
    "sys.path[:] = [sys.argv[1], *path, sys.argv[2]]; import zygote; sys.path[:] = path; "
    "zygote.main(*sys.argv[3:])"
)
_SIGCHLD = 17  # on Linux; the module `signal` would cost half a millisecond
_THREADS = ("OPENBLAS", "OMP", "MKL", "VECLIB")
# What an interpreter or its libraries may need to start at all; nothing else is handed on.
_KEPT = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "OPENBLAS_CORETYPE", "SYSTEMROOT")

# The children that run; whatever else became a child of ours is an orphan of one, see `orphans`.
children: set[int] = set()
children_lock = _thread.allocate_lock()  # threading itself would cost a millisecond


class Child:
    """A started child: its process id and the descriptors that lead to it.

    `requests` is written, `answers` and `errors` are read. `errors` carries the prints of the
    submission in single mode, and only the child's own last words otherwise.
    """

    __slots__ = ("answers", "errors", "pid", "requests", "scratch")

    def __init__(self, pid: int, requests: int, answers: int, errors: int, scratch: str) -> None:
        self.pid = pid
        self.requests = requests
        self.answers = answers
        self.errors = errors
        self.scratch = scratch


def numpy_folder() -> str:
    """Return the folder that NumPy is imported from; "" when it is not installed.

    It is the first entry of sys.path that holds numpy/__init__.py, not counting the folder of the
    script and the current one: a learner's numpy.py or numpy/ there must not take its place.
    """
    own = {"", ".", os.getcwd()}
    # Python puts a script's folder first. Anywhere else it is the folder of a module that was run:
    # the kernel of a notebook lies right beside NumPy.
    script = os.path.dirname(os.path.realpath(sys.argv[0] or "."))
    own.update(entry for entry in sys.path[:1] if os.path.realpath(entry) == script)
    for entry in sys.path:
        if entry not in own and os.path.isfile(os.path.join(entry, "numpy", "__init__.py")):
            return entry
    return ""


def environment(scratch: str) -> dict[str, str]:
    """Return the child's environment: built from nothing, one thread for linear algebra.

    TMPDIR keeps a submission's temporary files together, and marks what it starts as ours.
    """
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    threads = {f"{name}_NUM_THREADS": "1" for name in _THREADS}
    # An arena for each thread would eat up the address space that a submission may have.
    arenas = {"MALLOC_ARENA_MAX": "1"}
    return {**kept, **threads, **arenas, "LANG": "C.UTF-8", "TMPDIR": scratch or "/"}


def scratch_folder() -> str:
    """Return the path of a folder for the child to make, work in and remove."""
    root, prefix = scratch_prefix(os.getpid())
    return os.path.join(root, prefix + os.urandom(4).hex())


def scratch_prefix(grader: int) -> tuple[str, str]:
    """Return where the scratch folders of a grader's process are, and how their names begin."""
    wanted = (os.environ.get("TMPDIR"), os.environ.get("TEMP"), "/tmp", "/var/tmp")
    usable = (path for path in wanted if path and os.access(path, os.W_OK | os.X_OK))
    return os.path.abspath(next(usable, "/tmp")), f"grade-{grader}-"


def command(numpy: str, scratch: str, mode: str, *, python: str = "", first: str = "") -> list[str]:
    """Return the command line of a child in mode "fork", "fork-alone" or "single".

    `python` is the interpreter, this one by default; `first` are statements that it starts with.
    """
    flags = ["-I", "-S", "-X", "utf8"]
    boot = first + _BOOT
    return [python or sys.executable, *flags, "-c", boot, CHILD_FOLDER, numpy, scratch, mode]


def can_fork() -> bool:
    """Return whether submissions are forked: on Linux only, where NumPy is safe to fork."""
    return sys.platform == "linux"


def start() -> Child:
    """Start a zygote without any isolation (Linux).

    Raises OSError when the process cannot be started.
    """
    scratch = scratch_folder()
    return spawn(command(numpy_folder(), scratch, "fork"), scratch)


def spawn(argv: list[str], scratch: str) -> Child:
    """Start the command line of a child, as `command` returns it or wrapped into a sandbox's.

    Raises OSError when the process cannot be started.
    """
    requests_out, requests = os.pipe()
    answers, answers_in = os.pipe()
    errors, errors_in = os.pipe()
    actions = [
        (os.POSIX_SPAWN_DUP2, requests_out, 0),
        (os.POSIX_SPAWN_DUP2, answers_in, 1),
        (os.POSIX_SPAWN_DUP2, errors_in, 2),
    ]
    try:
        with children_lock:
            pid = os.posix_spawn(
                argv[0],
                argv,
                environment(scratch),
                file_actions=actions,
                setsid=True,
                setsigdef=[_SIGCHLD],  # where it is ignored, nobody can be waited for
            )
            children.add(pid)
    except OSError:
        for descriptor in (requests, answers, errors):
            os.close(descriptor)
        raise
    finally:
        for descriptor in (requests_out, answers_in, errors_in):
            os.close(descriptor)
    return Child(pid, requests, answers, errors, scratch)

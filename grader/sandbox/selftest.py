"""Tries to get out of a sandbox before any submission can: a probe runs there like a submission."""

from __future__ import annotations

import os
import socket
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING

from grader import content, launch
from grader.errors import ChildError
from grader.job import Job
from grader.model import Case, Limits
from grader.results import Raised, Returned
from grader.runner import ZygoteRunner
from grader.sandbox.backend import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grader.results import Observation

_PROBE = os.path.join(launch.CHILD_FOLDER, "probe.py")
_PARAMETERS = ("files", "folders", "port", "name", "process")


def run(start: Callable[[], launch.Child], secrets: Sequence[str]) -> None:
    """Run the probe in a zygote. Raises RefusalError with what it was able to do."""
    try:
        with (
            tempfile.NamedTemporaryFile(prefix="grade-canary-") as canary,
            listeners() as (port, name),
        ):
            files = [canary.name, *map(os.path.abspath, secrets), *_reference()]
            folders = [launch.CHILD_FOLDER, launch.numpy_folder(), os.path.dirname(os.__file__)]
            case = Case("self-test", (files, folders, port, name, os.getpid()), None)
            observation = _observe(start, case)
    except OSError as error:
        raise RefusalError(f"it could not be tested ({error})") from error
    match observation.ending:
        case Returned(value=[]):
            return
        case Returned(value=[str() as deed, *_]):
            raise RefusalError(f"a submission could {deed}")
        case Raised(error=raised):
            raise RefusalError(f"its test ended with {raised.type_name}: {raised.message}")
    raise RefusalError(f"its test gave no answer ({observation.ending})")


@contextmanager
def listeners() -> Iterator[tuple[int, str]]:
    """Listen on a TCP port and an abstract Unix socket, to be connected to by whoever gets out."""
    name = f"grade-canary-{os.urandom(8).hex()}"
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as unix,
    ):
        unix.bind(f"\0{name}")
        unix.listen()
        yield tcp.getsockname()[1], name


def _observe(start: Callable[[], launch.Child], case: Case) -> Observation:
    with open(_PROBE, "rb") as file:
        job = Job(file.read(), os.path.basename(_PROBE), None, Limits())
    runner = ZygoteRunner(start)
    try:
        loaded = runner.load(job)
        if loaded.problem is not None:
            raise RefusalError(f"its test did not load ({loaded.problem})")
        return runner.call("probe", [case], _PARAMETERS)[0]
    except ChildError as error:
        raise RefusalError(f"it does not start here ({error.hint})") from error
    finally:
        runner.end()
        runner.close()


def _reference() -> list[str]:
    """Return the paths of the solutions, where there are any: in a checkout."""
    root = os.path.join(content.data_root(), "reference")
    names = os.listdir(root) if os.path.isdir(root) else []
    return [
        path for name in names if os.path.isfile(path := os.path.join(root, name, "solution.py"))
    ]

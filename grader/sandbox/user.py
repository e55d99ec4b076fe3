"""The sandbox `user`: where root starts the grader, submissions run under ids of their own.

Such an id owns nothing but its scratch folder, so the files it can read are those that everybody
can; it has no network. Where bubblewrap cannot work, as in most containers, this one does.
"""

from __future__ import annotations

import os
import pwd
import socket
import stat
from typing import TYPE_CHECKING

from grader import launch
from grader.sandbox.backend import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.sandbox.backend import Starter

_IDS = range(61_000, 64_000)  # by convention nobody's; also there where only 65,536 ids are
_SCRATCH_ROOTS = ("/tmp", "/var/tmp")


def starter() -> Starter:
    """Return what starts zygotes under an id each. Raises RefusalError unless we are root."""
    if os.geteuid() != 0:
        raise RefusalError("only root can start submissions under an id of their own")
    slots: dict[int, _Id] = {}

    def start_in(slot: int = 0) -> Callable[[], launch.Child]:
        if slot not in slots:
            slots[slot] = _Id()
        return slots[slot].start

    return start_in


class _Id:
    """A user id that this process alone uses, as long as it lives."""

    def __init__(self) -> None:
        self._claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.number = next(filter(self._is_free, _IDS), 0)
        if not self.number:
            raise RefusalError("no free user id was found")
        self._scratch = os.path.join(
            _scratch_root(), f"grade-{os.getpid()}-{self.number}-{os.urandom(4).hex()}"
        )

    def _is_free(self, number: int) -> bool:
        """Claim an id. An abstract name is one process's at a time, and goes with it."""
        try:
            pwd.getpwuid(number)
            return False
        except KeyError:
            pass
        try:
            self._claim.bind(f"\0speculative-decoding-grader-{number}")
        except OSError:
            return False
        return True

    def start(self) -> launch.Child:
        """Start a zygote that has given up root before it imports anything of ours."""
        ids = ",".join([str(self.number)] * 3)
        drop = f"import os; os.setgroups([]); os.setresgid({ids}); os.setresuid({ids}); "
        numpy = launch.numpy_folder()
        argv = launch.command(numpy, self._scratch, "fork-alone", first=drop)
        return launch.spawn(argv, self._scratch)


def _scratch_root() -> str:
    """Return a folder in which everybody may make files."""
    wanted = (os.environ.get("TMPDIR", ""), *_SCRATCH_ROOTS)
    for path in wanted:
        if path and os.path.isdir(path) and os.stat(path).st_mode & stat.S_IWOTH:
            return os.path.abspath(path)
    raise RefusalError("there is no folder in which everybody may write, such as /tmp")

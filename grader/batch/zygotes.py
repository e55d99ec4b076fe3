"""The zygotes of one batch: started one per slot, all ended at once when it is stopped."""

from __future__ import annotations

import os
import signal
import threading
from typing import TYPE_CHECKING

from grader.errors import ChildError

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.launch import Child


class Zygotes:
    """Starts zygotes for so many slots until it is stopped; use it as a context manager.

    Each slot has processors of its own, on which its thread stays as well: what runs there, be it
    a hundred processes, takes no time from its neighbours, whose limits go on.
    """

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._lock = threading.Lock()
        self._stopped = False
        self._pidfds: dict[int, int] = {}  # by slot; unlike a pid, never another process's

    def settle(self, slot: int) -> None:
        """Keep this thread, and what it starts, to a slot's share of the processors.

        A thread that waits for what runs on one processor and then wakes up on another would
        interrupt the neighbour there and leave its own idle.
        """
        if hasattr(os, "sched_setaffinity"):
            every = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(0, every[slot % len(every) :: self._slots])

    def start(self, slot: int, start: Callable[[], Child]) -> Child:
        """Start a slot's zygote, for the one it lost, if any. Raises ChildError once stopped."""
        with self._lock:
            if self._stopped:
                raise ChildError("The batch was stopped.")
            child = start()
            self._forget(slot)
            if hasattr(os, "pidfd_open"):
                self._pidfds[slot] = os.pidfd_open(child.pid)
            return child

    def stop(self) -> None:
        """Kill all zygotes and start no more; their runners see it, and sweep up."""
        with self._lock:
            self._stopped = True
            for pidfd in self._pidfds.values():
                try:
                    signal.pidfd_send_signal(pidfd, signal.SIGKILL)
                except ProcessLookupError:
                    continue

    def __enter__(self) -> Zygotes:
        return self

    def __exit__(self, *_: object) -> None:
        for slot in list(self._pidfds):
            self._forget(slot)

    def _forget(self, slot: int) -> None:
        if (pidfd := self._pidfds.pop(slot, None)) is not None:
            os.close(pidfd)

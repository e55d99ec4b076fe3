"""Shares out numbered work to slots, which work side by side, and brings back what each finds.

Where Python can fork safely, a slot is a process: threads of one process would stand in each
other's way, since only one of them runs at a time. Elsewhere it is a thread.
"""

from __future__ import annotations

import gc
import marshal
import os
import queue
import select
import signal
import threading
import time
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, NoReturn

from grader import launch, orphans

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from typing import IO

    # What a slot does: it takes the slot's number and the numbers of its work, which come as it
    # asks for them, and yields results of built-in types, one for each.
    Work = Callable[[int, Iterable[int]], Generator[tuple[Any, ...]]]

_SIZE = 4  # bytes of a number
_CHUNK = 1 << 16
_AHEAD = 2  # so many numbers per slot wait to be taken: nobody waits for us
_BETWEEN_COLLECTIONS = 20_000  # new objects: hardly any of them refer to each other in circles
_LOOK_SECONDS = 0.5  # between looks whether a silent slot was stopped
_END_SECONDS = 20.0  # a slot has this long to end what it runs, when nobody wants it any more


def share_out(count: int, slots: int, work: Work) -> Generator[tuple[Any, ...]]:
    """Yield the results for the numbers below `count`, in the order in which they are found.

    Those of a slot that is killed are missing: what it had begun. Whoever leaves early closes the
    iterator: all slots have ended when that returns.
    """
    slots = min(slots, count)
    return (_in_processes if launch.can_fork() else _in_threads)(count, slots, work)


def settle(slot: int, slots: int) -> None:
    """Keep this process, and what it starts, to a slot's share of the processors.

    What runs in a slot, be it a hundred processes, takes no time from its neighbours, whose limits
    go on; and who waits for another process there does not wake up beside a neighbour.
    """
    if hasattr(os, "sched_setaffinity"):
        every = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, every[slot % len(every) :: slots])


# --- processes -----------------------------------------------------------------------------------


class _Slot:
    """A slot's process, as its parent sees it."""

    def __init__(self, pid: int, results: int) -> None:
        self.results = results
        self._pid = pid
        self._buffer = b""

    def read(self) -> list[tuple[Any, ...]] | None:
        """Return the results that have come since; None when there will be no more."""
        chunk = os.read(self.results, _CHUNK)
        if not chunk:
            return None
        self._buffer += chunk
        found = []
        while len(self._buffer) >= _SIZE:
            end = _SIZE + _number(self._buffer[:_SIZE])
            if len(self._buffer) < end:
                break
            found.append(marshal.loads(self._buffer[_SIZE:end]))  # noqa: S302  # our own words
            self._buffer = self._buffer[end:]
        return found

    def end(self, *, early: bool) -> None:
        """Wait until the process has ended, whatever it takes; `early` has it leave its work."""
        if early:
            self._signal(signal.SIGTERM)
            self._signal(signal.SIGCONT)  # if it was stopped, it heeds nothing else
        os.close(self.results)
        deadline = time.monotonic() + _END_SECONDS
        while (status := self._status()) is None:
            if time.monotonic() > deadline:
                self._signal(signal.SIGKILL)
            time.sleep(0.001)
        launch.children.discard(self._pid)
        if status:
            orphans.remove_all_scratch(self._pid)

    def go_on(self) -> None:
        """Continue the process if somebody stopped it: its parent waits, so nobody wants that."""
        with suppress(ChildProcessError):
            if os.waitid(os.P_PID, self._pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT):
                self._signal(signal.SIGCONT)

    def _status(self) -> int | None:
        """Return how the process ended; None while it runs."""
        try:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
        except ChildProcessError:  # our caller ignores SIGCHLD: the system reaps, and tells nothing
            return 1
        return status if pid else None

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._pid, number)


def _in_processes(count: int, slots: int, work: Work) -> Generator[tuple[Any, ...]]:
    todo, offered = os.pipe()
    offers = open(offered, "wb", buffering=0)  # noqa: SIM115  # closed after its last number
    poll = select.poll()
    running: dict[int, _Slot] = {}
    try:
        try:
            for slot in range(slots):
                started = _fork(slot, slots, work, todo, (offered, *running))
                running[started.results] = started
                poll.register(started.results, select.POLLIN)
        finally:
            os.close(todo)
        numbers = iter(range(count))
        for _ in range(slots * _AHEAD):
            _offer(offers, numbers)
        while running:
            ready = poll.poll(_LOOK_SECONDS * 1000)
            for each in () if ready else running.values():
                each.go_on()
            for descriptor, _ in ready:
                found = running[descriptor].read()
                if found is None:
                    poll.unregister(descriptor)
                    running.pop(descriptor).end(early=False)
                for result in found or ():
                    _offer(offers, numbers)
                    yield result
    finally:
        offers.close()
        for each in running.values():
            each.end(early=True)


def _offer(offers: IO[bytes], numbers: Iterator[int]) -> None:
    """Offer the next number to all slots; they see the end when there are no more."""
    number = next(numbers, None)
    if number is None:
        offers.close()
        return
    with suppress(BrokenPipeError):  # no slot is left
        offers.write(number.to_bytes(_SIZE, "big"))


def _fork(slot: int, slots: int, work: Work, todo: int, close: Iterable[int]) -> _Slot:
    """Start the process of a slot. Raises OSError when that is impossible."""
    results, results_in = os.pipe()
    try:
        pid = os.fork()
        if pid == 0:
            _become_slot(slot, slots, work, todo, results_in, (results, *close))
    except OSError:
        os.close(results)
        raise
    finally:
        os.close(results_in)
    launch.children.add(pid)
    return _Slot(pid, results)


def _become_slot(
    slot: int, slots: int, work: Work, todo: int, results: int, close: Iterable[int]
) -> NoReturn:
    """Turn a freshly forked process into a slot. Never returns, and says nothing on the screen."""
    status = 1
    try:
        # Whoever interrupts the batch means its parent, which then ends the slots. These handlers
        # are no SIG_IGN: that would reach the submissions.
        for number in (signal.SIGINT, signal.SIGHUP):
            signal.signal(number, _nothing)
        signal.signal(signal.SIGTERM, _leave)
        for descriptor in close:
            os.close(descriptor)
        launch.children.clear()
        orphans.adopt()
        orphans.end_with_parent(signal.SIGTERM)
        settle(slot, slots)
        gc.freeze()  # what is loaded stays: no collection need look at it
        gc.set_threshold(_BETWEEN_COLLECTIONS)
        with closing(work(slot, _numbers(todo))) as found:
            for result in found:
                _write(results, marshal.dumps(result))
        status = 0
    except BaseException:  # noqa: S110  # its parent sees what is missing, and has it done again
        pass
    finally:
        with suppress(BaseException):
            orphans.remove_all_scratch()
        os._exit(status)


def _nothing(*_: object) -> None:
    """Stand in for a signal that is its parent's to heed."""


def _leave(*_: object) -> None:
    raise KeyboardInterrupt


def _numbers(todo: int) -> Iterator[int]:
    """Yield the numbers that this slot takes from those for all; a read takes one as a whole."""
    while data := os.read(todo, _SIZE):
        yield _number(data)


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(len(data).to_bytes(_SIZE, "big") + data)
    while view:
        view = view[os.write(descriptor, view) :]


# --- threads -------------------------------------------------------------------------------------


def _in_threads(count: int, slots: int, work: Work) -> Generator[tuple[Any, ...]]:
    todo: queue.SimpleQueue[int] = queue.SimpleQueue()
    for number in range(count):
        todo.put(number)
    found: queue.SimpleQueue[tuple[tuple[Any, ...], ...]] = queue.SimpleQueue()

    def numbers() -> Iterator[int]:
        with suppress(queue.Empty):
            while True:
                yield todo.get_nowait()

    def work_off(slot: int) -> None:
        try:
            with closing(work(slot, numbers())) as results:
                for result in results:
                    found.put((result,))
        finally:
            found.put(())

    threads = [threading.Thread(target=work_off, args=(slot,)) for slot in range(slots)]
    for thread in threads:
        thread.start()
    try:
        for _ in threads:
            while result := found.get():
                yield result[0]
    finally:  # also when the caller leaves: nobody wants the rest
        with suppress(queue.Empty):
            while True:
                todo.get_nowait()
        for thread in threads:
            thread.join()

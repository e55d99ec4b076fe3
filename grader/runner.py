"""Runs a submission in a child process and brings back what was seen of it, whatever happens there.

A runner is used in this order, any number of times: `load`, `call` (or `evaluate`) once or more,
`end`; finally `close`. It never raises for anything that a submission does.
"""

from __future__ import annotations

import json
import os
import select
import time
from _thread import allocate_lock
from typing import TYPE_CHECKING

from grader import launch, wire
from grader.errors import ChildError
from grader.job import Job, RunCancelledError, Runner
from grader.results import Crashed, LoadObservation, NotRun, Observation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.job import Point
    from grader.model import Case, Value
    from grader.results import Ending, Evaluated

_START_SECONDS = 60.0
_GRACE_SECONDS = 15.0  # for the zygote's own work: sweeping, a loaded machine
_LOOK_SECONDS = 0.5  # between looks whether a silent zygote was stopped
_KNOWN_LINES = 7  # sets of calls that are remembered, besides the newest
_CHUNK = 1 << 16
_SIGKILL = 9  # the module `signal` costs half a millisecond of every start
_LOST = "the program killed the process that runs it"


class ZygoteRunner:
    """Runs submissions in forks of one warm process, which it replaces when it is lost."""

    def __init__(
        self, start: Callable[[], launch.Child] = launch.start, child: launch.Child | None = None
    ) -> None:
        """`child` is an already started zygote to begin with; `start` starts further ones."""
        self.python = self.numpy = ""
        self._start = start
        self._child = child
        self._stream: _Stream | None = None
        self._job: Job | None = None
        self._running = False  # something was loaded, and not ended yet
        self._cancelled = False
        self._known_lines: list[tuple[str, bool, Sequence[Case], Sequence[bytes]]] = []

    def load(self, job: Job) -> LoadObservation:
        """Load a submission; see Runner."""
        try:
            return self._load(job)
        except RunCancelledError:
            raise
        except BaseException:
            self.close()  # an interrupt: the rest of an answer must not pass for the next one
            raise

    def _load(self, job: Job) -> LoadObservation:
        self._job = job
        stream = self._connect()
        self._heed_cancel()
        limits = job.limits
        request = wire.load_request(*job)
        self._running = True
        if not stream.begin(request, _GRACE_SECONDS):
            self._lose()
            stream = self._connect()
            stream.send(request)
        self._heed_cancel()
        answer = stream.receive(limits.load_seconds + _GRACE_SECONDS)
        if answer is None:
            self._lose()
            return LoadObservation(Crashed(_LOST))
        return wire.load_observation(answer, limits)

    def call(
        self, function: str, cases: Sequence[Case], names: Sequence[str], *, told: bool = True
    ) -> list[Observation]:
        """Call the loaded submission's function on every case, in order; see Runner."""
        try:
            return self._call(self._lines(function, cases, names, told), told)
        except RunCancelledError:
            raise
        except BaseException:
            self.close()  # as in load
            raise

    def _lines(
        self, function: str, cases: Sequence[Case], names: Sequence[str], told: bool
    ) -> Sequence[bytes]:
        """Return the command lines of calls; made once for those that every submission gets."""
        if not isinstance(cases, tuple):
            return wire.command_lines(function, cases, names, told=told)
        for *asked, known, lines in self._known_lines:
            if known is cases and asked == [function, told]:
                return lines
        made = wire.command_lines(function, cases, names, told=told)
        self._known_lines = [*self._known_lines[-_KNOWN_LINES:], (function, told, cases, made)]
        return made

    def _call(self, lines: Sequence[bytes], told: bool) -> list[Observation]:
        assert self._job is not None
        self._heed_cancel()
        seen: list[Observation] = []
        losses = 0
        while len(seen) < len(lines) and losses < self._job.timeouts:
            if self._stream is None and self.load(self._job).problem is not None:
                break
            seen += self._answers(lines, len(seen), told)
            if len(seen) < len(lines):  # the zygote is gone: that was this call's doing
                seen.append(Observation(Crashed(_LOST)))
                self._lose()
                losses += 1
        missing = len(lines) - len(seen)
        return seen + [Observation(NotRun("the file did not load again"))] * missing

    def _answers(self, lines: Sequence[bytes], first: int, told: bool) -> list[Observation]:
        """Return an observation per line from the first, fewer when the zygote is lost."""
        assert self._stream is not None and self._job is not None
        limits = self._job.limits
        patience = limits.call_seconds + limits.load_seconds + _GRACE_SECONDS
        self._stream.send(wire.calls_request(lines[first:], told=told))
        seen: list[Observation] = []
        while len(seen) < len(lines) - first:
            answer = self._stream.receive(patience)
            if answer is None or answer.of != len(seen):
                break
            # A frame carries the index that its command line has, not its place among the rest.
            seen += wire.observations(answer, limits, first + len(seen))
        return seen

    def evaluate(
        self, function: str, inputs: Sequence[tuple[Value, ...]], points: Sequence[Point]
    ) -> Evaluated | Ending:
        """Call the function of a scripted submission once per point; see Runner."""
        try:
            return self._evaluate(wire.points_line(function, inputs, points), len(points))
        except RunCancelledError:
            raise
        except BaseException:
            self.close()  # as in load
            raise

    def _evaluate(self, line: bytes, points: int) -> Evaluated | Ending:
        assert self._job is not None
        self._heed_cancel()
        limits = self._job.limits
        answer = None
        if self._stream is not None:
            patience = limits.call_seconds + limits.load_seconds + _GRACE_SECONDS
            self._stream.send(wire.calls_request([line], told=False))
            answer = self._stream.receive(patience)
        if answer is None or answer.of != 0:
            self._lose()
            return Crashed(_LOST)
        return wire.evaluated(answer, limits, points)

    def end(self, *, wait: bool = True) -> None:
        """End the loaded submission and all that it started; see Runner."""
        stream = self._stream
        if stream is not None:
            there = stream.send_end() if wait or self._running else True
            if not there or (wait and not stream.settle(_GRACE_SECONDS)):
                self._lose()
        self._running = self._cancelled = False

    def cancel(self) -> None:
        """Cancel the run, from another thread; the zygote stays warm. See Runner."""
        self._cancelled = True
        stream = self._stream
        if stream is not None:
            stream.send_end()

    def _heed_cancel(self) -> None:
        """Raise RunCancelledError for a cancel that came while nothing was awaited."""
        if self._cancelled:
            raise RunCancelledError

    def close(self) -> None:
        """End the child process; it ends by itself when its requests are closed."""
        if self._child is not None:
            self._end_child(kill=False)

    def _connect(self) -> _Stream:
        if self._stream is None:
            child = self._child or self._start_child()
            self._child = child
            self._stream = _Stream(child)
            ready = self._stream.receive(_START_SECONDS)
            if ready is None:
                _kill(child.pid)  # while it lives, its last words might never come
                words = self._stream.last_words()
                self._end_child(kill=True)
                raise ChildError(
                    "The process that runs submissions did not start.",
                    hint=words or "Is NumPy installed in this environment?",
                )
            versions = json.loads(ready.status)
            self.python, self.numpy = versions["python"], versions["numpy"]
        return self._stream

    def _start_child(self) -> launch.Child:
        try:
            return self._start()
        except OSError as error:
            raise ChildError(f"No process could be started: {error}.") from error

    def _lose(self) -> None:
        """Forget a zygote that died or stopped answering, with everything it left behind."""
        self._end_child(kill=True)

    def _end_child(self, *, kill: bool) -> None:
        child, stream = self._child, self._stream
        self._child = self._stream = None
        if child is None:
            return
        if stream is not None:
            stream.give_up()
        if kill:
            _kill(child.pid)
        for descriptor in (child.requests, child.answers, child.errors):
            os.close(descriptor)
        _reap(child.pid)
        launch.children.discard(child.pid)
        if kill:
            from grader import orphans  # rarely needed

            orphans.end(child.scratch)


class _Stream:
    """The descriptors of a zygote, read with a deadline: a stopped zygote must not stop us."""

    def __init__(self, child: launch.Child) -> None:
        self._child = child
        self._buffer = bytearray()
        self._readable = select.poll()
        self._readable.register(child.answers, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(child.requests, select.POLLOUT)
        os.set_blocking(child.requests, False)  # a stopped zygote reads nothing
        self._deadline = 0.0
        self._sending = allocate_lock()
        self._ends_due = 0  # requests to end whose answers are still to come
        self._given_up = False

    def begin(self, request: bytes, seconds: float) -> bool:
        """Send a request, then wait until what ran before has ended.

        Return False when the zygote was lost with that, and the request with it.
        """
        with self._sending:
            due = self._ends_due
            sent = self._write(request)
        return sent and all(self._next(seconds) is not None for _ in range(due))

    def settle(self, seconds: float) -> bool:
        """Wait until the zygote has ended all that it was told to; return whether it did.

        Answers that a cancelled run left behind are dropped.
        """
        while self._ends_due:
            if self._next(seconds) is None:
                return False
        return True

    def send(self, request: bytes) -> bool:
        """Send a request; return whether somebody is there to read it."""
        with self._sending:
            return self._write(request)

    def send_end(self) -> bool:
        """Have the zygote end what it runs; its answer ends the waiting for any other."""
        with self._sending:
            self._ends_due += 1
            return self._write(wire.END_REQUEST)

    def _write(self, request: bytes) -> bool:
        view = memoryview(request)
        deadline = time.monotonic() + _GRACE_SECONDS
        try:
            while view and not self._given_up and self._wait(self._writable, deadline):
                view = view[os.write(self._child.requests, view) :]
        except OSError:  # it is gone
            return False
        return not view

    def give_up(self) -> None:
        """Send nothing more: the descriptors will be closed, and their numbers used again."""
        with self._sending:
            self._given_up = True

    def receive(self, seconds: float) -> wire.Answer | None:
        """Return the next answer; None when the zygote is lost or takes too long.

        Raises RunCancelledError when the answer is that to a cancel.
        """
        answer = self._next(seconds)
        if answer is not None and answer.of == "end":
            raise RunCancelledError
        return answer

    def _next(self, seconds: float) -> wire.Answer | None:
        self._deadline = time.monotonic() + seconds
        try:
            answer = wire.read_answer(self._read_line, self._read)
        except (ValueError, KeyError, TypeError, IndexError):
            return None  # not the zygote's words: somebody else wrote into its channel
        if answer is not None and answer.of == "end":
            with self._sending:
                self._ends_due -= 1
        return answer

    def last_words(self) -> str:
        """Return the last line that the child wrote to its standard error."""
        lines = os.read(self._child.errors, _CHUNK).decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else ""

    def _read_line(self) -> bytes:
        start = 0
        while (end := self._buffer.find(b"\n", start)) < 0:
            start = len(self._buffer)
            if not self._fill():
                return b""
        return self._take(end + 1)

    def _read(self, size: int) -> bytes:
        while len(self._buffer) < size and self._fill():
            pass
        return self._take(size)

    def _take(self, size: int) -> bytes:
        taken = bytes(self._buffer[:size])
        del self._buffer[:size]
        return taken

    def _fill(self) -> bool:
        if not self._wait(self._readable, self._deadline):
            return False
        chunk = os.read(self._child.answers, _CHUNK)
        self._buffer += chunk
        return bool(chunk)

    def _wait(self, poll: select.poll, deadline: float) -> bool:
        """Wait for a descriptor; return whether it is ready, and not the zygote stopped or late."""
        while (remaining := deadline - time.monotonic()) > 0:
            if poll.poll(min(remaining, _LOOK_SECONDS) * 1000):
                return True
            if os.waitid(os.P_PID, self._child.pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT):
                return False
        return False


def _kill(pid: int) -> None:
    try:
        os.kill(pid, _SIGKILL)
    except ProcessLookupError:
        pass


def _reap(pid: int) -> None:
    """Wait for the zygote, which ends when its requests are closed; not for ever."""
    try:
        if not _ended(pid):
            _kill(pid)
        os.waitpid(pid, 0)
    except ChildProcessError:  # our caller ignores SIGCHLD, so the system reaps
        return


def _ended(pid: int) -> bool:
    """Wait until a process has ended, and return whether it did in time."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    except (AttributeError, OSError):  # an old kernel
        return _ended_by_looking(pid)
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    try:
        return bool(poll.poll(_GRACE_SECONDS * 1000))
    finally:
        os.close(descriptor)


def _ended_by_looking(pid: int) -> bool:
    deadline = time.monotonic() + _GRACE_SECONDS
    while time.monotonic() < deadline:
        if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            return True
        time.sleep(0.001)
    return False


def open_runner(child: launch.Child | None = None) -> Runner:
    """Return the runner that suits this system; `child` is a zygote that was started early."""
    if launch.can_fork():
        return ZygoteRunner(child=child)
    from grader.single import SingleRunner  # off Linux

    return SingleRunner()

"""Runs a submission where fork is not to be had: one child process for each, watched from here.

The child is the submission's own process ("single" in `_child/zygote.py`), so the wall clock, the
prints and the restarts are this side's work. Reading and writing go through threads, which is what
every system offers for pipes.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

from grader import launch, wire
from grader.errors import ChildError
from grader.job import RunCancelledError
from grader.results import Crashed, LoadObservation, NotRun, Observation, Printed, TimedOut

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

    from grader.job import Job, Point
    from grader.model import Case, Value
    from grader.results import Ending, Evaluated

_START_SECONDS = 60.0
_MAX_LINE = 1 << 20
_CHUNK = 1 << 16
_MARK_SECONDS = 1.0  # only a daemon that holds the pipe of a dead child makes us wait for it


class SingleRunner:
    """Runs submissions one child process each; see Runner in `runner`."""

    def __init__(self) -> None:
        self.python = self.numpy = ""
        self._process: _Process | None = None
        self._job: Job | None = None
        self._timeouts = 0
        self._cancelled = False

    def load(self, job: Job) -> LoadObservation:
        """Load a submission in a new child; see Runner."""
        self._job = job
        self._timeouts = 0
        return self._start()

    def cancel(self) -> None:
        """Cancel the run, from another thread; see Runner."""
        self._cancelled = True
        process = self._process
        if process is not None:
            process.kill()

    def _heed_cancel(self) -> None:
        if self._cancelled:
            raise RunCancelledError

    def _answer(self, of: str | int, limit: float) -> wire.Answer:
        assert self._process is not None
        answer = self._process.answer(of, limit)
        self._heed_cancel()  # a child that was killed for it seems to have crashed
        return answer

    def _start(self) -> LoadObservation:
        self._end_process()
        assert self._job is not None
        limits = self._job.limits
        process = _Process(limits.output_kept_kib << 10, limits.output_stop_mib << 20)
        self._process = process
        self._heed_cancel()  # a cancel from now on finds the process and kills it
        try:
            versions = process.ready()
        except ChildError:
            self._heed_cancel()
            raise
        self.python, self.numpy = versions["python"], versions["numpy"]
        process.send(wire.load_request(*self._job))
        loaded = wire.load_observation(self._answer("load", limits.load_seconds), limits)
        if loaded.problem is not None:
            self._end_process()
        return loaded

    def call(
        self, function: str, cases: Sequence[Case], names: Sequence[str], *, told: bool = True
    ) -> list[Observation]:
        """Call the loaded submission's function on every case, in order; see Runner."""
        del told  # here all is told: it costs nothing
        lines = wire.command_lines(function, cases, names)
        return [self._call(index, line) for index, line in enumerate(lines)]

    def _call(self, index: int, line: bytes) -> Observation:
        assert self._job is not None
        self._heed_cancel()
        if self._process is None and (
            self._timeouts >= self._job.timeouts or self._start().problem is not None
        ):
            return Observation(NotRun("earlier calls did not end"))
        assert self._process is not None
        self._process.send(line)
        limits = self._job.limits
        seen = wire.observation(self._answer(index, limits.call_seconds), limits)
        if isinstance(seen.ending, (TimedOut, Crashed)):
            self._timeouts += isinstance(seen.ending, TimedOut)
            self._end_process()
        return seen

    def evaluate(
        self, function: str, inputs: Sequence[tuple[Value, ...]], points: Sequence[Point]
    ) -> Evaluated | Ending:
        """Call the function of a scripted submission once per point; see Runner."""
        assert self._job is not None
        self._heed_cancel()
        if self._process is None:
            return NotRun("earlier calls did not end")
        self._process.send(wire.points_line(function, inputs, points))
        limits = self._job.limits
        seen = wire.evaluated(self._answer(0, limits.call_seconds), limits, len(points))
        if isinstance(seen, (TimedOut, Crashed)):
            self._end_process()
        return seen

    def end(self, *, wait: bool = True) -> None:
        """End the submission's process and its process group; that takes no time worth saving."""
        del wait
        self._end_process()
        self._cancelled = False

    def _end_process(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None

    def close(self) -> None:
        """End the submission's process; nothing else is left."""
        self.end()


class _Process:
    """One child in single mode: frames and prints arrive in queues, filled by two threads."""

    def __init__(self, keep: int, stop: int) -> None:
        self._scratch = launch.scratch_folder()
        os.mkdir(self._scratch, 0o700)
        command = launch.command(launch.numpy_folder(), "", "single")
        try:
            self._popen = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=launch.environment(self._scratch),
                cwd=self._scratch,
                start_new_session=os.name == "posix",
            )
        except OSError as error:
            self._remove_scratch()
            raise ChildError(f"No process could be started: {error}.") from error
        assert self._popen.stdin and self._popen.stdout and self._popen.stderr
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._frames: queue.Queue[bytes] = queue.Queue()
        self._prints = _Prints(keep, stop)
        self._threads = [
            threading.Thread(target=self._write_lines, args=(self._popen.stdin,), daemon=True),
            threading.Thread(target=self._read_frames, args=(self._popen.stdout,), daemon=True),
            threading.Thread(target=self._read_prints, args=(self._popen.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def ready(self) -> dict[str, str]:
        """Return the versions of Python and NumPy that the child names when it has started."""
        try:
            versions: dict[str, str] = json.loads(self._frames.get(timeout=_START_SECONDS))["ready"]
        except (queue.Empty, ValueError, KeyError, TypeError):
            self.end()
            words = self._prints.take().head.decode("utf-8", "replace").strip().splitlines()
            raise ChildError(
                "The process that runs submissions did not start.",
                hint=words[-1] if words else "Is NumPy installed in this environment?",
            ) from None
        return versions

    def send(self, line: bytes) -> None:
        """Send one line; a child that reads nothing is noticed when its answer is awaited."""
        self._lines.put(line)

    def answer(self, of: str | int, limit: float) -> wire.Answer:
        """Wait for the next frame; an ending in its place when the child ends or takes too long."""
        started = time.monotonic()
        status, detail, frame = self._await(started + limit)
        seconds = time.monotonic() - started
        if status != "answered":
            self.end()
        return wire.Answer(of, status, detail, seconds, frame, self._prints.take())

    def _await(self, deadline: float) -> tuple[str, int | None, bytes]:
        while True:
            if self._prints.flooded:
                return "flooded", None, b""
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                return "timed-out", None, b""
            try:
                frame = self._frames.get(timeout=min(remaining, 0.05))
            except queue.Empty:
                continue  # to look at the flood and the clock
            if frame.endswith(b"\n"):
                return "answered", None, frame
            if len(frame) >= _MAX_LINE:
                return "faulty", None, b""
            return self._ended(deadline)

    def _ended(self, deadline: float) -> tuple[str, int | None, bytes]:
        """Say how a child ended whose answers have ended; it may only have closed them."""
        try:
            code = self._popen.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return "timed-out", None, b""
        return ("exited", code, b"") if code >= 0 else ("killed", -code, b"")

    def kill(self) -> None:
        """Kill the child from another thread, and wake up whoever waits for its answer."""
        self._popen.kill()
        self._frames.put(b"")

    def end(self) -> None:
        """End the child, its process group, and the threads that talk to it."""
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.kill()
        self._popen.wait()
        self._lines.put(b"")
        for thread in self._threads:
            thread.join(_MARK_SECONDS)  # a daemon that holds the pipe must not hold us
        self._remove_scratch()

    def _remove_scratch(self) -> None:
        try:
            os.rmdir(self._scratch)  # most submissions write nothing
        except OSError:
            script = os.path.join(launch.CHILD_FOLDER, "scratch.py")
            subprocess.run([sys.executable, "-I", "-S", script, self._scratch], check=False)

    def _write_lines(self, stream: IO[bytes]) -> None:
        # A thread, because a pipe holds only so much of what a child does not read.
        with contextlib.suppress(OSError), stream:
            while line := self._lines.get():
                stream.write(line)
                stream.flush()

    def _read_frames(self, stream: IO[bytes]) -> None:
        # Closed here: elsewhere, that would wait for the end of the reading.
        with contextlib.suppress(OSError, ValueError), stream:
            while line := stream.readline(_MAX_LINE):
                self._frames.put(line)
        self._frames.put(b"")

    def _read_prints(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while chunk := os.read(stream.fileno(), _CHUNK):
                self._prints.add(chunk)
        self._prints.finish()


class _Prints:
    """Keeps the first and the last bytes of what each call prints; wire.MARK ends each of them."""

    def __init__(self, keep: int, stop: int) -> None:
        self._head_size, self._tail_size, self._stop = keep * 3 // 4, keep - keep * 3 // 4, stop
        self._kept = Printed()
        self._rest = b""
        self._total = 0
        self._finished: queue.Queue[Printed] = queue.Queue()

    @property
    def flooded(self) -> bool:
        """Whether the submission printed more than it may."""
        return self._total > self._stop

    def add(self, data: bytes) -> None:
        """Take in what was printed; called by the one thread that reads."""
        self._total += len(data)
        *whole, rest = (self._rest + data).split(wire.MARK)
        for part in whole:
            self._keep(part)
            self.finish()
        # The beginning of a mark may come before its end.
        held = next((n for n in range(len(wire.MARK), 0, -1) if rest.endswith(wire.MARK[:n])), 0)
        self._keep(rest[: len(rest) - held])
        self._rest = rest[len(rest) - held :]

    def finish(self) -> None:
        """Hand out what was kept, and begin anew."""
        self._finished.put(self._kept)
        self._kept = Printed()

    def take(self) -> Printed:
        """Return what the call printed that has just ended."""
        try:
            return self._finished.get(timeout=_MARK_SECONDS)
        except queue.Empty:
            return Printed()

    def _keep(self, data: bytes) -> None:
        head, tail, cut_bytes, cut_lines = self._kept
        room = max(0, self._head_size - len(head))
        head, tail = head + data[:room], tail + data[room:]
        surplus = max(0, len(tail) - self._tail_size)
        cut_lines += tail.count(b"\n", 0, surplus)
        self._kept = Printed(head, tail[surplus:], cut_bytes + surplus, cut_lines)

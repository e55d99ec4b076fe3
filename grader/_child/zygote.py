"""Runs submissions for the grader: the wire format, and the process that watches over them.

This folder is an island: the standard library and NumPy, nothing of ours, imported by nobody. The
grader starts it as `python -I -S -X utf8 -c "..." FOLDER NUMPY_FOLDER SCRATCH MODE`, with requests
on descriptor 0 and answers on descriptor 1.

Requests are one JSON object on a line:

    {"do": "load", "file": NAME, "source": BYTES AS LATIN-1, "cells": [[FIRST LINE, LAST LINE]...],
     "seed": INT | null, "scripted": BOOL, "limits":
        {"load": S, "call": S, "memory": BYTES, "kept": BYTES, "stop": BYTES, "timeouts": N}}
                                       with cells (a notebook's) the source is UTF-8, and they are
                                       run one by one, whether or not those before them failed;
                                       scripted, all random generators speak from a script, and the
                                       lines for the worker are POINTS
    {"do": "calls", "bytes": N, "told": BOOL}      then N bytes: lines for the worker, which gets
                                       them all at once:
        {"call": INDEX, "function": NAME, "args": [ARGUMENT...], "told": BOOL}
                                       of a call that is told, also its prints and its seconds
    {"do": "end"}                      also while something runs: it is stopped

    POINTS     {"call": INDEX, "function": NAME, "inputs": [[plain JSON...]...],
                "points": [[INPUT NUMBER, UNIFORM...]...], "told": BOOL}
                                       one call each; UNIFORM is a double in [0, 1) times 2**53, a
                                       whole number; without any, the draws of this call are random
    ARGUMENT   plain JSON, or {"array": [...]} for one to pass as a NumPy array

Answers are one JSON object on a line, followed by as many raw bytes as it announces:

    {"ready": {"python": V, "numpy": V}}                     once, at the start
    {"of": "load", ...ENDING}                                after a load
    {"of": INDEX, ...ENDING}                                 for every call, in order
    {"of": INDEX, "frames": [SIZE...]}                       for several calls in a row from INDEX
                                        on, which answered and printed nothing that is told
    {"of": "end"}                                            when nothing of the submission is left

    ENDING     "status": "answered" | "timed-out" | "exited" | "killed" | "flooded" | "faulty" |
                "not-run",
               "detail": exit status, signal number or null, "seconds": S,
               "sizes": [frame, head, tail], "cut": [bytes, lines]
               then the frame (answered only), and the first and last bytes that were printed

Frames are written by the worker, so they are claims of the submission and parsed by the grader
alone; the zygote passes them on unread:

    {"defines": [[NAME, KIND, CALLABLE]...], "error": ERROR | null}                    of a load
     with cells also "cells": [[ERROR | null, [NAME...]]...]: the error of each, what it bound
    {"call": INDEX, "value": VALUE | "error": ERROR, "generator": [KIND, DRAWS],
     "warnings": [TEXT...], "changed": [ARGUMENT NUMBER...]}                           of a call
     if told also "seconds": S
    {"call": INDEX, "results": [VALUE | ["raised", TYPE NAME]...],
     "points": [RESULT NUMBER, DOUBLES USED...]}                                       of points
                as many as half the limit of a call allows; DOUBLES USED is -1 when something else
                than doubles was drawn, or hundreds of them

    VALUE      as encoding.py says
    ERROR      {"type", "message", "frames": [[LINE, FUNCTION]...], "repeated": N,
                and for some "line", "column", "module", "arrays": [[NAME, SHAPE]...]}

MODE "fork": this process (the zygote) never runs a submission; a load forks a worker in a session
of its own, which gives up the powers named in guard.py and then makes the calls one after the
other. The zygote owns the wall clock. When a worker is stopped or dies, a new one loads the
submission again and goes on with the next call; after `timeouts` time-outs the rest is "not-run".
MODE "fork-alone" is the same in a sandbox: whoever this process may signal is of the submission,
which is ended by signalling everybody; submissions have no network.

MODE "single", where fork is not to be had: this process is the worker. It takes one load request,
writes the load frame on descriptor 1 as a bare line, then reads command lines and writes a frame
line for each. The grader owns the wall clock and the prints, which leave on descriptor 2.

In each mode the worker writes a mark after the prints of a load, and of a call that is told: so
they can be told apart.
"""

import contextlib
import ctypes
import gc
import json
import os
import select
import sys
import time

import lean

lean.import_numpy()  # before anything else can do it

import encoding  # noqa: E402
import guard  # noqa: E402
import numpy  # noqa: E402
import scratch  # noqa: E402
import worker  # noqa: E402

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER = 1, 4, 36
_MARK_BEGINNINGS = range(len(worker.MARK) - 1, 0, -1)
_SIGKILL, _SIGTERM = 9, 15  # the module `signal` takes half a millisecond of every start
_CHUNK = 1 << 16
_WARM_LOADS = 4  # so many submissions are no single file any more, but a batch
_NO_PIDFD_STEP = 0.02  # seconds between looks at a process where pidfds are missing
_SWEEP_SECONDS = 5.0
_GATHER_SECONDS = 0.05
_NICE = 5  # a worker yields to its watcher, however many processes it becomes
_dumps = json.JSONEncoder(separators=(",", ":")).encode
_libc_prctl = getattr(ctypes.CDLL(None), "prctl", None) if os.name == "posix" else None


class CancelledError(Exception):
    """The grader sent something, or hung up, while a submission was running."""


def main(scratch, mode):
    """Serve requests until the grader hangs up."""
    if mode != "single":
        _forget_caller()
    requests, answers = os.dup(0), os.dup(1)
    _nothing_to_read(0)
    os.dup2(2, 1)
    if mode == "single":
        _serve_one(requests, answers)
    else:
        _interrupt_nobody()
        gc.freeze()  # the workers share these pages as long as no collection writes to them
        with contextlib.suppress(BrokenPipeError):  # the grader hung up before the last answer
            _Zygote(requests, answers, scratch, alone=mode == "fork-alone").serve()
        os._exit(0)  # the interpreter's own end takes 10 ms, with nothing left to do


def _interrupt_nobody():
    """Leave it to a worker when it is interrupted: it has many answers before anyone need look.

    Waking up for each of them, this process would take the worker's processor away 50 times.
    """
    with contextlib.suppress(OSError):  # a container may forbid it
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _forget_caller():
    """Let nothing that the grader's caller left open or set reach the submissions."""
    os.closerange(3, 4096)


def _nothing_to_read(descriptor):
    """Make a descriptor one that is at its end; in a sandbox there is no /dev/null."""
    reading, writing = os.pipe()
    os.close(writing)
    os.dup2(reading, descriptor)
    os.close(reading)


def _serve_one(requests, answers):
    ready = {"ready": _versions()}
    os.write(answers, _dumps(ready).encode() + b"\n")
    _prctl(_PR_SET_PDEATHSIG, _SIGTERM)
    line = _unbuffered_line(requests)
    if line:
        gc.enable()
        worker.work(_decoded(json.loads(line)), requests, answers)


def _decoded(load):
    """Return a load request with its source as bytes."""
    return {**load, "source": load["source"].encode("latin-1")}


def _unbuffered_line(descriptor):
    """Read one line and not a byte more: what follows is for the worker."""
    line = bytearray()
    while (byte := os.read(descriptor, 1)) not in (b"", b"\n"):
        line += byte
    return bytes(line)


def _versions():
    return {"python": sys.version.split()[0], "numpy": numpy.__version__}


def _prctl(option, value):
    if _libc_prctl is not None:
        _libc_prctl(option, value, 0, 0, 0)


class _Printed:
    """Keeps the first and the last bytes that a call prints, and counts the rest."""

    def __init__(self, keep):
        self.head_size = keep * 3 // 4
        self.tail_size = keep - self.head_size
        self.head, self.tail = b"", b""
        self.cut_bytes = self.cut_lines = 0

    def add(self, data):
        room = self.head_size - len(self.head)
        if room > 0:
            self.head += data[:room]
            data = data[room:]
        self.tail += data
        surplus = len(self.tail) - self.tail_size
        if surplus > 0:
            self.cut_bytes += surplus
            self.cut_lines += self.tail.count(b"\n", 0, surplus)
            self.tail = self.tail[surplus:]


_NOTHING = _Printed(0)


class _Prints:
    """Tells apart what each of some calls prints, by the marks that the worker sets after them."""

    def __init__(self, keep, calls, first=0):
        """Of `calls` in a row the prints are told, the first of which has the number `first`."""
        self.keep = keep
        self.calls = calls
        self.first = first
        self.parts = [_Printed(keep)]
        self.rest = b""  # perhaps the beginning of a mark

    def add(self, data):
        if not self.calls:
            return
        *ended, data = (self.rest + data).split(worker.MARK, self.calls + 1 - len(self.parts))
        for part in ended:
            self.parts[-1].add(part)
            self.parts.append(_Printed(self.keep))
        held = next((n for n in _MARK_BEGINNINGS if data.endswith(worker.MARK[:n])), 0)
        self.rest = data[len(data) - held :]
        self.parts[-1].add(data[: len(data) - held])

    def of(self, call):
        """Return what a call printed until now."""
        place = call - self.first
        return self.parts[place] if self.calls and place < len(self.parts) else _NOTHING


class _Worker:
    """One forked process that runs a submission, and the descriptors that lead to it."""

    def __init__(self, load, watch, close_in_worker, give_up):
        """`watch` is a descriptor to be told of while waiting for the worker."""
        commands, self.commands = os.pipe()
        self.frames, frames = os.pipe()
        self.prints, prints = os.pipe()
        self.printed_bytes = 0
        self.unread = b""  # command lines that do not fit into the pipe yet
        self.buffer = b""
        self.exit_status = None
        self.pid = os.fork()
        if self.pid == 0:
            ours = (self.commands, self.frames, self.prints)
            _become_worker(load, commands, frames, prints, (*close_in_worker, *ours), give_up)
        for descriptor in (commands, frames, prints):
            os.close(descriptor)
        for descriptor in (self.commands, self.frames, self.prints):
            os.set_blocking(descriptor, False)
        try:
            self.pidfd = os.pidfd_open(self.pid)
        except (AttributeError, OSError):
            self.pidfd = None
        self.poll = select.poll()
        for descriptor in (watch, self.frames, self.prints, self.pidfd):
            if descriptor is not None:
                self.poll.register(descriptor, select.POLLIN)

    def close(self):
        for descriptor in (self.commands, self.frames, self.prints, self.pidfd):
            if descriptor is not None:
                os.close(descriptor)

    def hand_over(self, lines):
        """Write command lines, as far as the worker reads them; `poll` tells of room for more."""
        waited = bool(self.unread)
        self.unread += lines
        try:
            while self.unread:
                self.unread = self.unread[os.write(self.commands, self.unread) :]
        except BlockingIOError:
            self.poll.register(self.commands, select.POLLOUT)
        except BrokenPipeError:  # nobody reads them any more: what comes of that is seen elsewhere
            self.unread = b""
        if waited and not self.unread:
            self.poll.unregister(self.commands)

    def ended(self):
        """Return whether the process has ended; its exit status is then known."""
        if self.exit_status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.exit_status = os.waitstatus_to_exitcode(status)
        return self.exit_status is not None


def _become_worker(load, commands, frames, prints, close, give_up):
    """Turn a freshly forked process into a worker. Never returns."""
    try:
        os.setsid()
        _prctl(_PR_SET_PDEATHSIG, _SIGKILL)
        _prctl(_PR_SET_DUMPABLE, 1)
        os.dup2(prints, 1)
        os.dup2(prints, 2)
        os.close(prints)
        for descriptor in close:
            os.close(descriptor)
        os.nice(_NICE)
        give_up()
        gc.enable()
        worker.work(load, commands, frames)
    finally:
        os._exit(70)


class _Zygote:
    """Serves load, calls and end requests; owns the clock, the prints and the process tree."""

    def __init__(self, requests, answers, folder, alone):
        self.requests = worker.Lines(requests)
        self.answers = answers
        self.scratch = scratch.Scratch(folder, own_user=alone)
        self.alone = alone
        self.guard = guard.Guard(alone)
        self.guard.share()
        self.worker = None
        self.load = None
        self.loads = 0
        self.timeouts = 0
        self.load_seconds = 0.0
        self.pending = []  # answers to be sent
        self.bundled = []  # index and frame of calls to be answered together
        self.flushed = 0.0
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)
        _prctl(_PR_SET_DUMPABLE, 0)

    def serve(self):
        try:
            self.scratch.enter()  # where that is impossible, no submission is to blame
            self.send({"ready": _versions()})
            while (line := self.requests.next()) is not None:
                try:
                    self.handle(json.loads(line))
                except CancelledError:
                    self.pending.clear()
                    self.bundled.clear()
                    self.end_worker()
        finally:
            self.end_worker()
            self.scratch.remove()

    def handle(self, request):
        if request["do"] == "load":
            self.end_worker()
            self.load = _decoded(request)
            self.timeouts = 0
            self.load_seconds = request["limits"]["load"]
            self.prepare(request["seed"])
            ending = self.start_worker()
            self.answer_alone("load", *ending, self.prints.of(0))
            self.flush()
            self.heed(ending[0])
        elif request["do"] == "calls":
            # All lines are in before the first answer leaves: neither side blocks the other.
            self.call_all(self.requests.take(request["bytes"]), request["told"])
            self.flush()
        else:
            self.end_worker()
            self.scratch.leave()
            self.send({"of": "end"})

    def prepare(self, seed):
        """Do before the fork what every worker would do after it."""
        worker.prepare(seed)
        self.loads += 1
        if self.loads == _WARM_LOADS:
            worker.rehearse(seed)
            gc.freeze()

    def start_worker(self):
        """Fork a worker and wait until it has loaded the submission; return how that ended."""
        self.scratch.enter()
        self.worker = _Worker(
            self.load,
            self.requests.descriptor,
            (self.requests.descriptor, self.answers),
            self.guard.give_up,
        )
        self.prints = _Prints(self.load["limits"]["kept"], 1)
        answer = self.wait(self.load_seconds)
        self.load_seconds -= answer[2]  # the limit is one for all loads after crashes together
        return answer

    def call_all(self, lines, told):
        """Have the worker make all calls; if `told`, tell of each what it prints."""
        commands = lines.split(b"\n")[:-1]
        if not told and 1 < self.loads <= _WARM_LOADS:
            worker.learn(commands)  # never cases, some of which are secret until they are called
        handed_over = False
        index = 0
        while index < len(commands):
            if self.worker is None:
                if not self.restart():
                    for rest in range(index, len(commands)):
                        self.answer(rest, "not-run", None, 0.0, b"")
                    return
                handed_over = False
            if not handed_over:
                self.command(commands[index:], index, told)
                handed_over = True
            self.answer(index, *self.wait(self.load["limits"]["call"]))
            index += 1
            index += self.answer_more(index, len(commands) - index)

    def restart(self):
        """Load the submission again after a hang or a crash; return whether calls can go on."""
        if self.timeouts >= self.load["limits"]["timeouts"]:
            return False
        status = self.start_worker()[0]
        if status != "answered":
            self.end_worker()
        return status == "answered"

    def command(self, lines, first, told):
        """Hand over the lines of calls; `first` is the number of the first."""
        self.prints = _Prints(self.load["limits"]["kept"], len(lines) if told else 0, first)
        self.worker.hand_over(b"".join(line + b"\n" for line in lines))

    # --- waiting for a frame ---------------------------------------------------------------------

    def wait(self, limit):
        """Wait for the worker's next frame; return status, detail, seconds, frame."""
        started = time.monotonic()
        status, detail, frame = self.await_frame(started + limit)
        self.take_prints()
        return status, detail, time.monotonic() - started, frame

    def await_frame(self, deadline):
        child = self.worker
        while True:
            if b"\n" in child.buffer:
                frame, _, child.buffer = child.buffer.partition(b"\n")
                return "answered", None, frame
            if len(child.buffer) > encoding.MAX_LINE:
                return "faulty", None, b""
            if child.exit_status is not None:
                code = child.exit_status
                return ("exited", code, b"") if code >= 0 else ("killed", -code, b"")
            if child.printed_bytes > self.load["limits"]["stop"]:
                return "flooded", None, b""
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                return "timed-out", None, b""
            self.look(remaining)

    def look(self, seconds):
        """Wait until something happens, and take in what did."""
        child = self.worker
        if self.requests.buffer:  # it came together with the request that is being served
            raise CancelledError
        step = seconds if child.pidfd is not None else min(seconds, _NO_PIDFD_STEP)
        ready = {descriptor for descriptor, _ in child.poll.poll(step * 1000 + 1)}
        if self.requests.descriptor in ready:
            raise CancelledError
        if child.commands in ready:
            child.hand_over(b"")
        ended = (child.pidfd is None or child.pidfd in ready) and child.ended()
        if child.prints in ready and not self.take_prints():
            child.poll.unregister(child.prints)
        if (child.frames in ready or ended) and not self.take_frames():
            with contextlib.suppress(KeyError):  # closed by the submission: only its end is left
                child.poll.unregister(child.frames)

    def take_frames(self):
        """Read what the worker has written of frames; return whether more can come."""
        chunk = _read(self.worker.frames)
        self.worker.buffer += chunk or b""
        return chunk != b""

    def take_prints(self):
        """Read what was printed until now; return whether more can come."""
        while chunk := _read(self.worker.prints):
            self.worker.printed_bytes += len(chunk)
            self.prints.add(chunk)
            if self.worker.printed_bytes > self.load["limits"]["stop"]:
                break
        return chunk != b""

    # --- answering -------------------------------------------------------------------------------

    def answer(self, call, status, detail, seconds, frame):
        printed = self.prints.of(call)
        if status == "answered" and not printed.head:
            self.bundled.append((call, frame))
        else:
            self.answer_alone(call, status, detail, seconds, frame, printed)
        if self.heed(status) or time.monotonic() - self.flushed > _GATHER_SECONDS:
            self.flush()

    def heed(self, status):
        """End a worker that did not answer; return whether that was so."""
        failed = status not in ("answered", "not-run")
        if failed:
            self.timeouts += status == "timed-out"
            self.end_worker()
        return failed

    def answer_more(self, first, most):
        """Answer the calls whose frames came along with the last one; return how many they are."""
        child = self.worker
        if child is None or b"\n" not in child.buffer:
            return 0
        *frames, child.buffer = child.buffer.split(b"\n", most)
        for call, frame in enumerate(frames, first):
            self.answer(call, "answered", None, 0.0, frame)
        return len(frames)

    def answer_alone(self, of, status, detail, seconds, frame, printed):
        self.answer_bundle()
        header = {
            "of": of,
            "status": status,
            "detail": detail,
            "seconds": seconds,
            "sizes": [len(frame), len(printed.head), len(printed.tail)],
            "cut": [printed.cut_bytes, printed.cut_lines],
        }
        self.pending.append(_dumps(header).encode() + b"\n" + frame + printed.head + printed.tail)

    def answer_bundle(self):
        """Answer the calls whose frames have gathered."""
        if self.bundled:
            calls, frames = zip(*self.bundled, strict=True)
            header = {"of": calls[0], "frames": [*map(len, frames)]}
            self.pending.append(_dumps(header).encode() + b"\n" + b"".join(frames))
            self.bundled.clear()

    def flush(self):
        """Send the answers that have gathered: one write wakes the grader once."""
        self.answer_bundle()
        _write(self.answers, b"".join(self.pending))
        self.pending.clear()
        self.flushed = time.monotonic()

    def send(self, header):
        self.pending.append(_dumps(header).encode() + b"\n")
        self.flush()

    # --- ending ----------------------------------------------------------------------------------

    def end_worker(self):
        """End the worker and everything that it started, in whatever session."""
        if self.worker is None:
            return
        _signal(os.killpg, self.worker.pid)  # no process slips out by forking meanwhile
        _signal(os.kill, self.worker.pid)
        while self.worker.exit_status is None:
            self.worker.exit_status = os.waitpid(self.worker.pid, 0)[1]
        self.worker.close()
        self.worker = None
        _sweep(self.alone)


def _signal(kill, pid):
    with contextlib.suppress(ProcessLookupError, PermissionError):
        kill(pid, _SIGKILL)


def _sweep(alone):
    """Kill and reap whatever left its group: as a subreaper, we inherit the orphans.

    `alone` says that all processes we may signal are of the submission.
    """
    deadline = time.monotonic() + _SWEEP_SECONDS
    with contextlib.suppress(ChildProcessError):  # nobody is left
        while time.monotonic() < deadline:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            if alone:
                _signal(os.kill, -1)
            for orphan in _descendants(os.getpid()):
                _signal(os.kill, orphan)
            time.sleep(0.0005)


def _descendants(root):
    """Return the ids of all processes below `root`, as far as /proc shows them."""
    children = {}
    with contextlib.suppress(OSError):
        for name in os.listdir("/proc"):
            if name.isdecimal():
                with (
                    contextlib.suppress(OSError, IndexError),
                    open(f"/proc/{name}/stat", "rb") as file,
                ):
                    parent = int(file.read().rpartition(b")")[2].split()[1])
                    children.setdefault(parent, []).append(int(name))
    found, pending = [], [root]
    while pending:
        below = children.get(pending.pop(), [])
        found += below
        pending += below
    return found


def _read(descriptor):
    """Read without waiting: None when there is nothing yet, b"" at the end."""
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return None


def _write(descriptor, data):
    while data:
        data = data[os.write(descriptor, data) :]

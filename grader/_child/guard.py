"""What a worker gives up before it loads a submission, so that its watcher stays the stronger one.

Under the same user any process may stop, kill or trace its watcher, or leave its session and live
on. The kernel takes these powers away for good, from everything the worker starts as well: a
system call filter (seccomp) and, for root, all capabilities but those that open files. What the
watcher does not need either, it gives up itself, once, and its workers inherit that. Where the
kernel offers no filter, submissions run without it; what it forbids is then swept up afterwards.

Submissions of one user that run side by side are neighbours, which no filter can tell from a
submission's own processes. A Landlock domain of its own (Linux 6.12) lets none signal another, nor
reach its memory and its descriptors, on which it could answer in the other's place.
"""

import contextlib
import ctypes
import errno
import os
import resource
import struct
import sys

_PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 22, 38
_SECCOMP_MODE_FILTER = 2
_CAPABILITY_VERSION = 0x20080522
_FILE_CAPABILITIES = 0b11111  # chown, dac_override, dac_read_search, fowner, fsetid
_LANDLOCK_CREATE, _LANDLOCK_RESTRICT = 444, 446  # the same on every machine
_NO_SIGNAL_OUT = struct.pack("QQQ", 0, 0, 2)  # struct landlock_ruleset_attr: no files, no network
_PROCESSES = 256  # with threads, in a sandbox; the kernel does not count those of the real root

# Per machine: the audit number of the architecture, and the place of its numbers in the tables.
_MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}

# Not done but answered as if it were: leaving the process group, which is what gets killed. Many
# programs do so with no ill intent, and need not fail.
_PRETENDED = {"setsid": (112, 157), "setpgid": (109, 154)}
# Refused, as the watcher has done with it by then.
_REFUSED_TO_WORKERS = {"setpriority": (141, 140)}
# Refused: reaching into other processes; what outlives its process; what gets around this filter.
_REFUSED = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "unshare": (272, 97),
    "setns": (308, 268),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
}
_NETWORK = {"socket": (41, 198)}
# Refused with some second arguments: they name who gets a signal, and which, when a descriptor is
# ready. The kernel sends that signal itself, so it passes by what is said of `kill`.
_REFUSED_COMMANDS = {
    "fcntl": ((72, 25), (8, 15)),  # F_SETOWN, F_SETOWN_EX
    "ioctl": ((16, 29), (0x8901, 0x8902)),  # FIOSETOWN, SIOCSPGRP
}
# Allowed towards the worker and what it starts; refused towards its watcher, the grader and whoever
# started that, and all at once. The argument that names a process comes first in each of them.
_AIMED = {"kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131)}
# Allowed towards whoever asks, which has the number 0 for it, and the worker alone: nobody need set
# the limits of what runs already, and a neighbour would fail by them.
_AIMED_AT_ITSELF = {"prlimit64": (302, 261)}

_SECCOMP_RET_ALLOW, _SECCOMP_RET_ERRNO = 0x7FFF0000, 0x00050000
_STEP = "HBB4s"  # the kernel's struct sock_filter
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _IF_ABOVE, _RETURN = 0x20, 0x15, 0x35, 0x25, 0x06
# Places in the kernel's seccomp_data.
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT, _SECOND_ARGUMENT = 0, 4, 16, 24
_X32 = 0x40000000  # from here on, x86-64 has a second set of the same calls
_MOST_ABOVE = 100  # a jump leaves out 255 steps at most
_NEGATIVE = 0x80000000  # from here on, the number of a process group with its sign
# These stand for the worker's process id and its negative until they are known.
_SELF, _MINUS_SELF = b"self", b"-slf"


class Guard:
    """Made once in the watcher, so that a worker has little left to do; applied in every worker."""

    def __init__(self, alone):
        """`alone` is a sandbox's: no socket can be opened, and there are not too many processes."""
        self._alone = alone
        self._domain = -1
        libc = ctypes.CDLL(None)
        self._prctl, self._capset, self._syscall = libc.prctl, libc.capset, libc.syscall
        self._capabilities = _file_capabilities(libc) if os.geteuid() == 0 else None
        self._architecture, self._column = _MACHINES.get(os.uname().machine, (0, 0))
        if struct.calcsize("P") != 8:
            self._architecture = 0
        refused = _REFUSED | _NETWORK if alone else _REFUSED
        self._for_all, self._code_for_all = self._filter(_refusals, refused)
        self._for_workers, self._code = self._filter(_aims)
        self._own = [
            (place, sign)
            for stand_in, sign in ((_SELF, 1), (_MINUS_SELF, -1))
            for place in range(0, len(self._code), 4)
            if self._code[place : place + 4] == stand_in
        ]

    def share(self):
        """Give up, in the watcher, what neither it nor any worker of it ever needs."""
        self._install(self._for_all)
        if not self._alone:  # else there are no neighbours
            size = len(_NO_SIGNAL_OUT)
            self._domain = self._syscall(_LANDLOCK_CREATE, _NO_SIGNAL_OUT, size, 0)

    def give_up(self):
        """Give these powers up for good, in this process and all that it starts."""
        if self._alone:  # counted per user; elsewhere that would count the caller's own processes
            hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
            most = _PROCESSES if hard == resource.RLIM_INFINITY else min(hard, _PROCESSES)
            resource.setrlimit(resource.RLIMIT_NPROC, (most, most))
        if self._capabilities is not None:
            self._capset(*self._capabilities)
        if self._domain >= 0:
            self._syscall(_LANDLOCK_RESTRICT, self._domain, 0)
            os.close(self._domain)
        pid = os.getpid()
        for place, sign in self._own:
            number = (sign * pid).to_bytes(4, sys.byteorder, signed=True)
            self._code[place : place + 4] = number
        self._install(self._for_workers)

    def _filter(self, program, *arguments):
        """Return what the kernel wants of a program for this machine, and the program's memory."""
        known = self._architecture  # its calls, that is; without them there is no program
        steps = _frame(known, program(self._column, *arguments)) if known else b""
        code = ctypes.create_string_buffer(steps, len(steps))
        size = len(code) // struct.calcsize(_STEP)
        return struct.pack("HP", size, ctypes.addressof(code)), code

    def _install(self, program):
        """Put a filter into force, beside those that are; the kernel refuses an empty one."""
        self._prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        self._prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, program, 0, 0)


def _file_capabilities(libc):
    """Return the arguments for capset() that keep of our capabilities those that open files."""
    head = struct.pack("Ii", _CAPABILITY_VERSION, 0)
    sets = ctypes.create_string_buffer(24)  # effective, permitted, inheritable; twice 32 bits
    libc.capget(head, sets)
    low = [bits & _FILE_CAPABILITIES for bits in struct.unpack("6I", sets.raw)[:3]]
    return head, struct.pack("6I", *low, 0, 0, 0)


def _step(code, operand, if_true=0, if_false=0):
    """Return one step of a filter; jumps count the steps to leave out."""
    if type(operand) is int:
        operand = operand.to_bytes(4, sys.byteorder)
    return struct.pack(_STEP, code, if_true, if_false, operand)


_REFUSE = _step(_RETURN, _SECCOMP_RET_ERRNO | errno.EPERM)
_PRETEND = _step(_RETURN, _SECCOMP_RET_ERRNO)
_ALLOW = _step(_RETURN, _SECCOMP_RET_ALLOW)


def _frame(architecture, steps):
    """Return the byte code of a filter with these steps, for calls of one architecture."""
    start = [_step(_LOAD, _ARCHITECTURE), _step(_IF_EQUAL, architecture, 1, 0), _REFUSE]
    start += [_step(_LOAD, _NUMBER), _step(_IF_AT_LEAST, _X32, 0, 1), _REFUSE]
    return b"".join([*start, *steps, _ALLOW])


def _answers(column, calls, answer):
    """Return the steps that answer some calls in one way."""
    return [
        step
        for numbers in calls.values()
        for step in (_step(_IF_EQUAL, numbers[column], 0, 1), answer)
    ]


def _refusals(column, calls):
    """Return the steps that refuse some calls, and others with some second arguments."""
    steps = _answers(column, calls, _REFUSE)
    for numbers, commands in _REFUSED_COMMANDS.values():
        steps += [
            _step(_IF_EQUAL, numbers[column], 0, len(commands) + 3),
            _step(_LOAD, _SECOND_ARGUMENT),
            *(_step(_IF_EQUAL, command, left + 1) for left, command in _counted_down(commands)),
            _ALLOW,
            _REFUSE,
        ]
    return steps


def _aims(column):
    """Return the steps that keep a worker from reaching those above it, and in its group.

    The worker is still _SELF there; 0 and its negative mean its group. What it starts has higher
    numbers, what was there before has lower ones: once the numbers have begun anew, that may be
    wrong for others, but never for those above the worker.
    """
    steps = _answers(column, _PRETENDED, _PRETEND)
    steps += _answers(column, _REFUSED_TO_WORKERS, _REFUSE)
    for numbers in _AIMED_AT_ITSELF.values():
        steps += [
            _step(_IF_EQUAL, numbers[column], 0, 5),
            _step(_LOAD, _FIRST_ARGUMENT),
            _step(_IF_EQUAL, 0, 2),
            _step(_IF_EQUAL, _SELF, 1),
            _REFUSE,
            _ALLOW,
        ]
    aimed = _counted_down([numbers[column] for numbers in _AIMED.values()])
    above = [_step(_IF_EQUAL, pid, left + 2) for left, pid in _counted_down(_processes_above())]
    own = _counted_down([0, _SELF, _MINUS_SELF])
    return [
        *steps,
        *(_step(_IF_EQUAL, number, left + 1) for left, number in aimed),
        _ALLOW,
        _step(_LOAD, _FIRST_ARGUMENT),
        *(_step(_IF_EQUAL, pid, left + len(above) + 3) for left, pid in own),
        *above,
        _step(_IF_AT_LEAST, _NEGATIVE, 1),
        _step(_IF_ABOVE, _SELF, 1),
        _REFUSE,
    ]


def _counted_down(items):
    """Return each item with the number of those after it."""
    return [(len(items) - place, item) for place, item in enumerate(items, 1)]


def _processes_above():
    """Return the ids of this process and of all above it, as far as /proc shows them."""
    found = [os.getpid(), os.getppid()]
    with contextlib.suppress(OSError):
        while found[-1] > 1 and len(found) < _MOST_ABOVE:
            with open(f"/proc/{found[-1]}/stat", "rb") as file:
                found.append(int(file.read().rpartition(b")")[2].split()[1]))
    return found

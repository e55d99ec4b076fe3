"""What a worker gives up before it loads a submission, so that its watcher stays the stronger one.

Under the same user any process may stop, kill or trace its watcher, or leave its session and live
on. The kernel takes these powers away for good, from everything the worker starts as well: a
system call filter (seccomp) and, for root, all capabilities but those that open files. Where the
kernel offers no filter, submissions run without it; what it forbids is then swept up afterwards.
"""

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
_PROCESSES = 256  # with threads, in a sandbox; the kernel does not count those of the real root

# Per machine: the audit number of the architecture, and the place of its numbers in the tables.
_MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}

# Not done but answered as if it were: leaving the process group, which is what gets killed. Many
# programs do so with no ill intent, and need not fail.
_PRETENDED = {"setsid": (112, 157), "setpgid": (109, 154)}
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
    "setpriority": (141, 140),
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
# Allowed towards the worker itself alone: the argument that names a process comes first in all.
_AIMED = {"kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "prlimit64": (302, 261)}

_SECCOMP_RET_ALLOW, _SECCOMP_RET_ERRNO = 0x7FFF0000, 0x00050000
_STEP = "HBB4s"  # the kernel's struct sock_filter
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16  # places in the kernel's seccomp_data
_X32 = 0x40000000  # from here on, x86-64 has a second set of the same calls
# These stand for the worker's process id and its negative until they are known.
_SELF, _MINUS_SELF = b"self", b"-slf"


class Guard:
    """Made once in the watcher, so that a worker has little left to do; applied in every worker."""

    def __init__(self, alone):
        """`alone` is a sandbox's: no socket can be opened, and there are not too many processes."""
        self._alone = alone
        libc = ctypes.CDLL(None)
        self._prctl, self._capset = libc.prctl, libc.capset
        self._capabilities = _file_capabilities(libc) if os.geteuid() == 0 else None
        program = _program(os.uname().machine, alone)
        self._code = ctypes.create_string_buffer(program)
        size = len(program) // struct.calcsize(_STEP)
        self._head = struct.pack("HP", size, ctypes.addressof(self._code))
        self._own = [
            (place, sign)
            for stand_in, sign in ((_SELF, 1), (_MINUS_SELF, -1))
            for place in range(0, len(program), 4)
            if program[place : place + 4] == stand_in
        ]

    def give_up(self):
        """Give these powers up for good, in this process and all that it starts."""
        if self._alone:  # counted per user; elsewhere that would count the caller's own processes
            resource.setrlimit(resource.RLIMIT_NPROC, (_PROCESSES, _PROCESSES))
        self._prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        if self._capabilities is not None:
            self._capset(*self._capabilities)
        if self._own:
            pid = os.getpid()
            for place, sign in self._own:
                number = (sign * pid).to_bytes(4, sys.byteorder, signed=True)
                self._code[place : place + 4] = number
            self._prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, self._head, 0, 0)


def _file_capabilities(libc):
    """Return the arguments for capset() that keep of our capabilities those that open files."""
    head = struct.pack("Ii", _CAPABILITY_VERSION, 0)
    sets = ctypes.create_string_buffer(24)  # effective, permitted, inheritable; twice 32 bits
    libc.capget(head, sets)
    low = [bits & _FILE_CAPABILITIES for bits in struct.unpack("6I", sets.raw)[:3]]
    return head, struct.pack("6I", *low, 0, 0, 0)


def _program(machine, alone):
    """Return the filter as the kernel's byte code; empty for a machine whose calls we don't know.

    The process that may be signalled is still _SELF there; 0 and its negative mean its group.
    """
    if machine not in _MACHINES or struct.calcsize("P") != 8:
        return b""
    architecture, column = _MACHINES[machine]

    def step(code, operand, if_true=0, if_false=0):
        if type(operand) is int:
            operand = operand.to_bytes(4, sys.byteorder)
        return struct.pack(_STEP, code, if_true, if_false, operand)

    refuse = step(_RETURN, _SECCOMP_RET_ERRNO | errno.EPERM)
    steps = [step(_LOAD, _ARCHITECTURE), step(_IF_EQUAL, architecture, 1, 0), refuse]
    steps += [step(_LOAD, _NUMBER), step(_IF_AT_LEAST, _X32, 0, 1), refuse]
    for numbers in _PRETENDED.values():
        steps += [step(_IF_EQUAL, numbers[column], 0, 1), step(_RETURN, _SECCOMP_RET_ERRNO)]
    for numbers in (_REFUSED | _NETWORK if alone else _REFUSED).values():
        steps += [step(_IF_EQUAL, numbers[column], 0, 1), refuse]
    for numbers in _AIMED.values():
        # Jumps count the steps to leave out: past this block, or from a match past the refusal.
        steps += [
            step(_IF_EQUAL, numbers[column], 0, 6),
            step(_LOAD, _FIRST_ARGUMENT),
            step(_IF_EQUAL, 0, 3, 0),
            step(_IF_EQUAL, _SELF, 2, 0),
            step(_IF_EQUAL, _MINUS_SELF, 1, 0),
            refuse,
            step(_LOAD, _NUMBER),
        ]
    return b"".join([*steps, step(_RETURN, _SECCOMP_RET_ALLOW)])

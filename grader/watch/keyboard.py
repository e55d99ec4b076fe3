"""The terminal of a session: keys one by one, and its settings as they were whatever ends it."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

_END_OF_INPUT = "\x04"  # Ctrl-D, which the terminal does not act upon in this mode
# What an arrow or a function key sends, letters and all, or a key pressed together with Alt.
_SEQUENCE = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)
_CHUNK = 64
_ENDS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Leave the block by SystemExit on SIGTERM, and on SIGHUP when the terminal is closed.

    The code is the shell's for such an end. A signal that was ignored, as by nohup, still is.
    """
    before = {number: signal.getsignal(number) for number in _ENDS}
    for number in _ENDS:
        if before[number] is signal.SIG_DFL:
            signal.signal(number, _end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, _: FrameType | None) -> None:
    for each in _ENDS:  # they often come in pairs, and the first one's end must not be cut short
        signal.signal(each, signal.SIG_IGN)
    raise SystemExit(128 + number)


@contextlib.contextmanager
def single_keys(resumed: Callable[[], None]) -> Iterator[None]:
    """Have the terminal hand over each key at once, without showing it; only on a terminal.

    Ctrl-C still interrupts. Ctrl-Z stops the program: the terminal is then the shell's, as it was
    before, and `resumed` is called when the program goes on.
    """
    if sys.platform == "win32":
        yield  # msvcrt reads single keys by itself
        return
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)

    def restore() -> None:
        # Not after what was written has left, as is usual: a user may hold that back with Ctrl-S.
        with contextlib.suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(descriptor, termios.TCSANOW, before)

    def stop(number: int, _: FrameType | None) -> None:
        restore()
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)  # returns when the program goes on
        signal.signal(number, stop)
        tty.setcbreak(descriptor, termios.TCSANOW)
        resumed()

    stops = signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL
    try:
        tty.setcbreak(descriptor, termios.TCSANOW)
        if stops:
            signal.signal(signal.SIGTSTP, stop)
        yield
    finally:
        restore()
        if stops:
            signal.signal(signal.SIGTSTP, signal.SIG_DFL)


def keys() -> Iterator[str]:
    """Yield every key that is pressed, in lower case, until the input ends or Ctrl-D ends it."""
    for key in _keys():
        if key == _END_OF_INPUT:
            return
        yield key.lower()


def _keys() -> Iterator[str]:
    if sys.platform == "win32":
        import msvcrt

        while True:
            key = msvcrt.getwch()
            if key in "\x00\xe0":  # an arrow or a function key, of which this is the first half
                msvcrt.getwch()
            else:
                yield key
    try:
        while data := os.read(sys.stdin.fileno(), _CHUNK):
            yield from _SEQUENCE.sub("", data.decode("latin-1"))
    except OSError:  # the terminal was closed
        return

"""Single keys from the terminal, which is left as it was."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def single_keys() -> Iterator[bool]:
    """Have the terminal hand over each key at once; yield whether there is a keyboard.

    Ctrl-C still interrupts. The terminal is put back however the block ends.
    """
    if not sys.stdin.isatty():
        yield False
    elif sys.platform == "win32":
        yield True  # msvcrt reads single keys by itself
    else:
        import termios
        import tty

        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        try:
            tty.setcbreak(descriptor)
            yield True
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def read_key() -> str:
    """Wait for a key and return it in lower case; "" at the end of the input."""
    if sys.platform == "win32":
        import msvcrt

        return msvcrt.getwch().lower()
    return os.read(sys.stdin.fileno(), 1).decode("latin-1").lower()

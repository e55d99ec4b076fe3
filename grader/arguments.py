"""Reads the arguments of a command; what is wrong with them becomes a UsageError."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from typing import TYPE_CHECKING, NoReturn

from grader.errors import UsageError
from grader.render.terminal import width_of

if TYPE_CHECKING:
    from typing import Any

_MOST_WIDTH = 80


class _Formatter(RawDescriptionHelpFormatter):
    """Keeps our own line breaks; given a width, it need not import shutil to look for one."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=min(width_of(sys.stdout, os.environ), _MOST_WIDTH))


class Parser(ArgumentParser):
    """An ArgumentParser whose errors end like all other errors of the command line."""

    def __init__(self, prog: str, description: str, epilog: str = "", **options: Any) -> None:
        super().__init__(
            prog,
            description=description,
            epilog=epilog,
            formatter_class=_Formatter,
            allow_abbrev=False,
            **options,
        )

    def error(self, message: str) -> NoReturn:
        """Raise UsageError instead of ending the process."""
        raise UsageError(f"{message[:1].upper()}{message[1:]}.", hint=f"Try {self.prog} --help.")


def positive(text: str) -> float:
    """Return an option's value as a number above 0; for `type=`."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise ArgumentTypeError(f"{text!r} is no number above 0")
    return value

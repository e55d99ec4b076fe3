"""What is wrong with content, and the texts of its files; apart from TOML, which few runs need."""

import os
from typing import NamedTuple

from grader.errors import ContentError

FORMAT_VERSION = 1


class Problem(NamedTuple):
    """One thing wrong with content: where it is, what is wrong, and how to mend it.

    `line` counts from 1; 0 means the file as a whole. `place` names the table and key within the
    file. `severity` is "error" or "warning"; a warning never stops anything.
    """

    path: str
    line: int
    place: str
    message: str
    fix: str = ""
    severity: str = "error"

    def __str__(self) -> str:
        """Return `path:line: place: message; fix`, without the parts that are not known."""
        where = f"{self.path}:{self.line}" if self.line else self.path
        warning = "warning" if self.severity == "warning" else ""
        parts = [part for part in (where, warning, self.place, self.message) if part]
        return ": ".join(parts) + (f"; {self.fix}" if self.fix else "")


class ContentProblems(ContentError):  # noqa: N818  all the problems of a file at once
    """Content that cannot be used, with every problem that was found in it."""

    def __init__(self, problems: list[Problem]) -> None:
        """`problems` hold at least one error; warnings beside it are told too."""
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


def has_errors(problems: list[Problem]) -> bool:
    """Tell whether any of `problems` is more than a warning."""
    return any(problem.severity == "error" for problem in problems)


def raise_errors(problems: list[Problem]) -> None:
    """Raise ContentProblems when there is any error among `problems`."""
    if has_errors(problems):
        raise ContentProblems(problems)


def shown_path(path: str) -> str:
    """Return `path` as people see it: relative to the current folder where it lies inside."""
    try:
        here = os.getcwd() + os.sep
    except OSError:  # the current folder was deleted
        return path
    return os.path.abspath(path).removeprefix(here)


def read_text(path: str, fix: str = "") -> str:
    """Return the text of a UTF-8 file, without a byte order mark.

    Raises ContentProblems when there is no such file, with the `fix` for that, or when it cannot
    be read or decoded.
    """
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        problem = Problem(shown_path(path), 0, "", "there is no such file", fix)
    except OSError as error:
        reason = error.strerror or str(error)
        problem = Problem(shown_path(path), 0, "", f"cannot be read ({reason})")
    else:
        try:
            return data.decode("utf-8").removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            message = f"is not UTF-8 text (byte 0x{data[error.start]:02X})"
            problem = Problem(shown_path(path), line, "", message, "save the file as UTF-8")
    raise ContentProblems([problem])

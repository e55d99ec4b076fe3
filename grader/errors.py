"""The exceptions that this package raises on purpose, and the exit codes of the command line."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit code of every command; of several, the highest counts."""

    OK = 0
    FAILED = 1
    USAGE = 2
    NOT_GRADED = 3
    INTERRUPTED = 130


class GraderError(Exception):
    """Anything the command line turns into sentences: what happened, where, what to do next."""

    exit_code = ExitCode.NOT_GRADED

    def __init__(self, message: str, *, hint: str = "") -> None:
        """`message` says what happened and where; `hint` says what to do next."""
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(GraderError):
    """The command was called in a way that cannot work; the user can mend it."""

    exit_code = ExitCode.USAGE


class SubmissionError(UsageError):
    """The path of a submission leads to nothing that can be graded."""


class ContentError(GraderError):
    """Exercise content is faulty; the author of the content can mend it."""

    exit_code = ExitCode.USAGE


class OtherExerciseError(ContentError):
    """A file of cases is for another exercise than the one that is graded."""


class ChildError(GraderError):
    """The process that runs submissions could not be started or broke its protocol: our fault."""

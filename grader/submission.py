"""Reads a learner's file once, as bytes; never parses it."""

from __future__ import annotations

import os
import stat
from typing import NamedTuple

from grader.errors import SubmissionError

MAX_BYTES = 1 << 20
_SHOWN_NAMES = 5


class Submission(NamedTuple):
    """A file to grade: the path as given, its bytes, and the name that its tracebacks carry."""

    path: str
    source: bytes

    @property
    def name(self) -> str:
        """The file's own name, without its folder; undecodable bytes are escaped."""
        return os.path.basename(self.shown)

    @property
    def shown(self) -> str:
        """The path as given, with undecodable bytes escaped."""
        return os.fsencode(self.path).decode("utf-8", "backslashreplace")


def read(path: str) -> Submission:
    """Read a submission. Raises SubmissionError, which says what is at the path instead."""
    try:
        # Opened without waiting: a named pipe must not hold the grader up.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _binary())
    except FileNotFoundError:
        raise SubmissionError(f"There is no file {path}.", hint=_candidates(path)) from None
    except OSError as error:
        problem = error.strerror or str(error)
        raise SubmissionError(f"{path} cannot be read: {problem}.") from None
    except ValueError:
        raise SubmissionError(f"{path!r} is no path of a file.") from None
    try:
        _check(path, os.fstat(descriptor))
        source = b"".join(iter(lambda: os.read(descriptor, MAX_BYTES), b""))
    finally:
        os.close(descriptor)
    return Submission(path, source)


def _binary() -> int:
    return getattr(os, "O_BINARY", 0)  # on Windows, else newlines change


def _check(path: str, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        inside = _candidates(os.path.join(path, ""))
        raise SubmissionError(f"{path} is a folder, not a file.", hint=inside)
    if not stat.S_ISREG(status.st_mode):
        raise SubmissionError(f"{path} is no ordinary file.")
    if not path.endswith((".py", ".ipynb")):
        raise SubmissionError(f"{path} is no Python file (.py).", hint=_candidates(path))
    if status.st_size > MAX_BYTES:
        size, most = status.st_size / 1e6, MAX_BYTES / 1e6
        raise SubmissionError(
            f"{path} is {size:.1f} MB; a submission may have at most {most:.1f} MB.",
            hint="Is it the right file?",
        )


def _candidates(path: str) -> str:
    """Say which Python files lie where the path leads, the most alike first."""
    import difflib  # only for a wrong path

    folder, name = os.path.split(path)
    try:
        entries = os.listdir(folder or ".")
    except OSError:
        return ""
    names = sorted(entry for entry in entries if entry.endswith(".py"))
    alike = difflib.get_close_matches(name, names, n=_SHOWN_NAMES)
    shown = (alike or names)[:_SHOWN_NAMES]
    paths = [os.path.join(folder, entry) for entry in shown]
    more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    return f"Python files there: {', '.join(paths)}{more}." if paths else "No .py file lies there."


def lines(source: bytes) -> list[str]:
    """Return the lines of a Python source for showing; decoded as Python would, never failing."""
    return _decode(source).splitlines()


def _decode(source: bytes) -> str:
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:
        import io  # a coding cookie is rare
        import tokenize

        try:
            encoding = tokenize.detect_encoding(io.BytesIO(source).readline)[0]
        except SyntaxError:
            encoding = "utf-8"
        return source.decode(encoding, "backslashreplace")


def same_text(source: bytes, text: str) -> bool:
    """Return whether a source is this text, apart from newlines and trailing space."""
    return _bare(_decode(source)) == _bare(text)


def _bare(text: str) -> list[str]:
    stripped = [line.rstrip() for line in text.splitlines()]
    while stripped and not stripped[-1]:
        stripped.pop()
    return stripped

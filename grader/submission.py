"""Reads a learner's file once, as bytes; never parses it."""

import os
import stat
from typing import TYPE_CHECKING, NamedTuple

from grader.errors import SubmissionError

if TYPE_CHECKING:
    from grader.notebook import Cell

MAX_BYTES = 1 << 20
_MAX_NOTEBOOK_BYTES = 16 << 20  # most of a large one is pictures
_SHOWN_NAMES = 5


class Submission(NamedTuple):
    """A file to grade: the path as given, its bytes, and the name that its tracebacks carry.

    Of a notebook, `source` are the joined code cells, and `cells` says where each of them lies.
    `damage` says in a sentence why a notebook cannot be read, `advice` what to do about it.
    """

    path: str
    source: bytes
    cells: tuple["Cell", ...] = ()
    damage: str = ""
    advice: str = ""

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
    return from_bytes(path, read_bytes(path))


def read_bytes(path: str, *, follow_links: bool = True) -> bytes:
    """Return the bytes of a submission's file. Raises SubmissionError; see `read`."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0)  # on Windows, else newlines change
    # Opened without waiting: a named pipe must not hold the grader up.
    flags |= getattr(os, "O_NONBLOCK", 0) | (0 if follow_links else getattr(os, "O_NOFOLLOW", 0))
    try:
        descriptor = os.open(path, flags)
    except FileNotFoundError:
        raise SubmissionError(f"There is no file {path}.", hint=_candidates(path)) from None
    except OSError as error:
        problem = error.strerror or str(error)
        raise SubmissionError(f"{path} cannot be read: {problem}.") from None
    except ValueError:
        raise SubmissionError(f"{path!r} is no path of a file.") from None
    try:
        _check(path, os.fstat(descriptor))
        return b"".join(iter(lambda: os.read(descriptor, MAX_BYTES), b""))
    finally:
        os.close(descriptor)


def from_bytes(path: str, data: bytes) -> Submission:
    """Return the submission that a file with these bytes is. Raises SubmissionError."""
    return _notebook(path, data) if path.endswith(".ipynb") else Submission(path, data)


def _notebook(path: str, data: bytes) -> Submission:
    from grader import notebook  # json and re: only where they are needed

    try:
        source, cells = notebook.read(data)
    except notebook.NotebookError as error:
        return Submission(path, b"", damage=error.message, advice=error.hint)
    _check_size(f"The code of {path}", len(source), MAX_BYTES)
    return Submission(path, source, cells)


def _check(path: str, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        inside = _candidates(os.path.join(path, ""))
        raise SubmissionError(f"{path} is a folder, not a file.", hint=inside)
    if not stat.S_ISREG(status.st_mode):
        raise SubmissionError(f"{path} is no ordinary file.")
    if os.path.splitext(path)[1] not in ("", ".py", ".ipynb"):
        raise SubmissionError(f"{path} is no Python file (.py).", hint=_candidates(path))
    most = _MAX_NOTEBOOK_BYTES if path.endswith(".ipynb") else MAX_BYTES
    _check_size(path, status.st_size, most)


def _check_size(what: str, size: int, most: int) -> None:
    if size > most:
        raise SubmissionError(
            f"{what} is {size / 1e6:.1f} MB; a submission may have at most {most / 1e6:.1f} MB.",
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
    names = sorted(entry for entry in entries if entry.endswith((".py", ".ipynb")))
    alike = difflib.get_close_matches(name, names, n=_SHOWN_NAMES)
    shown = (alike or names)[:_SHOWN_NAMES]
    paths = [os.path.join(folder, entry) for entry in shown]
    more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    return f"Python files there: {', '.join(paths)}{more}." if paths else "No .py file lies there."


def lines(source: bytes) -> list[str]:
    """Return the lines of a Python source for showing; decoded as Python would, never failing."""
    return _decode(source).replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _decode(source: bytes) -> str:
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:
        import io  # a coding cookie is rare
        import tokenize

        try:
            encoding = tokenize.detect_encoding(io.BytesIO(source).readline)[0]
            return source.decode(encoding, "backslashreplace")
        except (SyntaxError, LookupError, UnicodeError):  # the cookie names no encoding of text
            return source.decode("utf-8", "backslashreplace")


def is_starter(submitted: Submission, starter: str, function: str) -> bool:
    """Return whether a submission is still the starter, apart from newlines and trailing space.

    Of a notebook, the last cell that seems to define the function is looked at.
    """
    every = lines(submitted.source)
    if not submitted.cells:
        # Most differ in a word, which is found out more quickly.
        same_words = " ".join(every).split() == starter.split()
        return same_words and _bare(every) == _bare(starter.split("\n"))
    cells = [every[cell.first - 1 : cell.last] for cell in submitted.cells]
    defining = [cell for cell in cells if any(f"def {function}" in line for line in cell)]
    return bool(defining) and _bare(defining[-1]) == _bare(starter.split("\n"))


def _bare(text: list[str]) -> list[str]:
    return "\n".join(line.rstrip() for line in text).strip("\n").split("\n")

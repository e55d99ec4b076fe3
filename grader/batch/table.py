"""The file that holds the table: one line per submission, complete after each."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from grader.batch.rows import FORMATS, Format, NoRowError, Row
from grader.errors import UsageError
from grader.files import write_file

if TYPE_CHECKING:
    from collections.abc import Sequence


def format_of(path: str) -> Format:
    """Return the format that a path's ending names. Raises UsageError for any other ending."""
    ending = os.path.splitext(path)[1].lower()
    if ending not in FORMATS:
        raise UsageError(
            f"--out {path} names no known format.", hint=f"Endings: {', '.join(FORMATS)}."
        )
    return FORMATS[ending]


def read_table(path: str) -> list[Row]:
    """Return the rows of a table that an earlier run left; none where there is no file.

    A torn last line, and any other line that is no row, is left out. Raises UsageError when the
    file is something else than such a table: it must not be written over.
    """
    form = format_of(path)
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from None
    whole, _, torn = data.decode("utf-8", "replace").rpartition("\n")
    lines = [f"{line}\n" for line in whole.split("\n")] if whole else []
    _check_kind(path, form, lines[0] if lines else torn)
    rows = []
    for line in lines[1:] if form.head else lines:
        try:
            rows.append(form.decode(line))
        except NoRowError:
            continue  # it will be graded again
    return rows


def holds_rows(path: str) -> bool:
    """Return whether a file holds more than the first line that every table has."""
    return os.path.isfile(path) and os.path.getsize(path) > len(format_of(path).head.encode())


def _check_kind(path: str, form: Format, first: str) -> None:
    """Raise UsageError unless a file begins like a table of this format, or with a part of it."""
    if first == form.head or not first:
        return
    if form.head:
        fits = form.head.startswith(first)
    else:
        fits = first.startswith('{"name": ') or '{"name": '.startswith(first)
    if not fits:
        raise UsageError(
            f"{path} exists and is no table of `grade batch`.", hint="Choose another --out."
        )


class Table:
    """A table that grows by whole lines; use it as a context manager."""

    def __init__(self, path: str, kept: Sequence[Row] = ()) -> None:
        """Begin the file anew with the rows kept. Raises UsageError where it cannot be written."""
        self._path = os.path.realpath(path)
        self._form = format_of(path)
        text = self._form.head + "".join(self._form.encode(row) for row in kept)
        write_file(self._path, text)
        self._size = len(text.encode())
        self._descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND)

    def append(self, row: Row) -> None:
        """Add a row, at once and as a whole. Raises UsageError where it cannot be written."""
        line = self._form.encode(row).encode("utf-8", "backslashreplace")
        written, problem = 0, "the disk is full"
        try:
            written = os.write(self._descriptor, line)
        except OSError as error:
            problem = error.strerror or str(error)
        if written < len(line):
            os.ftruncate(self._descriptor, self._size)
            raise UsageError(f"{self._path} cannot be written: {problem}.")
        self._size += written

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)

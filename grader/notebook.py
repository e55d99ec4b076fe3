"""Reads a Jupyter notebook as a submission, and writes the starter notebook.

The code cells are joined into one source in which every line keeps its place in its cell. What
IPython alone understands is taken out of the text line by line; nothing is parsed or imported.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from grader.errors import SubmissionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model import Exercise

_MAX_CELLS = 1000

# Cell magics that run their cell in the notebook itself; all others have another use for its text.
_RUN_THEIR_CELL = frozenset(("time", "capture", "prun", "grade"))
_CELL_MAGIC = re.compile(r"\s*%%(\w+)")
_TIMED = re.compile(r"%time\s+(?=\S)")
_ASSIGNED = re.compile(r"(\s*[A-Za-z_][^=#'\"]*?)\s*=\s*([!%].*)")
_ESCAPED = re.compile(
    r"""[%!?]                                                   # a magic, the shell, help
    |   [A-Za-z_*][\w.*\[\]]*\?{1,2}\s*;?\s*$                   # name?
    |   (?:pip3?|conda|mamba)\s+(?:install|uninstall|update|list|show)\b  # IPython adds the %
    """,
    re.VERBOSE,
)


class NotebookError(SubmissionError):
    """The file holds no notebook that can be read."""


class Cell(NamedTuple):
    """A code cell: its lines in the joined source, `first` to `last`, counted from 1.

    `number` counts the code cells of the notebook from 1; it is 0 for a cell that stands alone.
    `left_out` is the magic that makes the cell something else than Python, such as "%%bash".
    """

    number: int
    first: int
    last: int
    left_out: str = ""


class Code(NamedTuple):
    """The code cells of a notebook as one source in UTF-8, and where each of them lies in it."""

    source: bytes
    cells: tuple[Cell, ...]


def read(data: bytes) -> Code:
    """Return the code of a notebook. Raises NotebookError, which says what is wrong with it."""
    texts = [text for kind, text in _cells(_document(data)) if kind == "code"]
    if not any(text.strip() for text in texts):
        raise NotebookError(
            "The notebook has no code cells.",
            hint="Put the function into a code cell; text and raw cells are not run.",
        )
    if len(texts) > _MAX_CELLS:
        raise NotebookError(
            f"The notebook has {len(texts)} code cells; at most {_MAX_CELLS} are read.",
            hint="Hand in the cells that the function needs.",
        )
    return join(texts)


def join(texts: Sequence[str], *, numbered: bool = True) -> Code:
    """Return the texts of code cells as one source, without what IPython alone understands."""
    lines: list[str] = []
    cells: list[Cell] = []
    for number, text in enumerate(texts, 1):
        own, left_out = _as_python(_newlines(text).split("\n"))
        first, last = len(lines) + 1, len(lines) + len(own)
        cells.append(Cell(number if numbered else 0, first, last, left_out))
        # The empty line keeps an error at the very end of a cell from lying in the next one.
        lines += [*own, ""]
    return Code("\n".join(lines).encode("utf-8", "backslashreplace"), tuple(cells))


# --- the file ------------------------------------------------------------------------------------


def _document(data: bytes) -> dict[str, object]:
    save_again = "Open it in Jupyter and save it again, or put the function into a .py file."
    if not data.strip():
        raise NotebookError("The notebook is an empty file.", hint=save_again)
    try:
        document = json.loads(data)
    except json.JSONDecodeError as error:
        raise NotebookError(
            f"The notebook is damaged: no JSON at line {error.lineno} of the file.", hint=save_again
        ) from None
    except (ValueError, RecursionError):
        raise NotebookError("The notebook is damaged: it is no JSON.", hint=save_again) from None
    if not isinstance(document, dict):
        raise NotebookError("This is JSON, but no notebook.", hint=save_again)
    return document


def _cells(document: dict[str, object]) -> Iterator[tuple[object, str]]:
    """Return kind and text of every cell, in order."""
    version = document.get("nbformat")
    if "worksheets" in document or (type(version) is int and version < 4):
        raise NotebookError(
            f"The notebook is in an old format (nbformat {version}); format 4 is needed.",
            hint="Open it in Jupyter and save it: that brings it to format 4.",
        )
    cells = document.get("cells")
    if not isinstance(cells, list):
        raise NotebookError(
            "This is JSON, but no notebook: it has no list of cells.",
            hint="Is it the right file?",
        )
    for number, cell in enumerate(cells, 1):
        kind = cell.get("cell_type") if isinstance(cell, dict) else None
        text = _text(cell.get("source")) if isinstance(cell, dict) else None
        if not isinstance(kind, str) or (kind == "code" and text is None):
            raise NotebookError(
                f"The notebook is damaged: its cell {number} has no {'text' if kind else 'type'}.",
                hint="Open it in Jupyter and save it again.",
            )
        yield kind, text or ""


def _text(source: object) -> str | None:
    """Return the text of a cell, which may be in one piece or in lines; None if it is no text."""
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        return "".join(source)
    return source if isinstance(source, str) else None


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


# --- what only IPython understands ---------------------------------------------------------------


def _as_python(lines: list[str]) -> tuple[list[str], str]:
    """Return as many lines of Python, and the cell magic because of which they are but comments."""
    lines = _dedented(lines)
    for index, line in enumerate(lines):
        magic = _CELL_MAGIC.match(line)
        if magic and magic[1] in _RUN_THEIR_CELL:
            lines[index] = ""
        elif magic:
            return [f"# {each}" for each in lines], f"%%{magic[1]}"
        elif line.strip() and not line.lstrip().startswith("#"):
            break
    return list(_without_escapes(lines)), ""


def _dedented(lines: list[str]) -> list[str]:
    """Take the first line's indentation off all lines that have it, as IPython does."""
    first = next((line for line in lines if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip())]
    return [line.removeprefix(indent) for line in lines]


def _without_escapes(lines: Sequence[str]) -> Iterator[str]:
    """Put something harmless in the place of magics, shell commands and requests for help."""
    place = _Place()
    goes_on = False
    for line in lines:
        plain = f"# {line}" if goes_on else _plain(line) if place.starts_statement else None
        if plain is None:
            place.read(line)
        goes_on = plain is not None and line.endswith("\\")
        yield line if plain is None else plain


def _plain(line: str) -> str | None:
    """Return what stands for a line that is no Python; None for any other line."""
    if assigned := _ASSIGNED.fullmatch(line):
        target, escaped = assigned[1], assigned[2]
        timed = _TIMED.match(escaped)
        value = escaped[timed.end() :] if timed else "[]" if escaped[0] == "!" else "None"
        return f"{target} = {value}  # {escaped}"
    text = line.lstrip()
    indent = line[: len(line) - len(text)]
    if timed := _TIMED.match(text):
        return indent + text[timed.end() :]
    return f"{indent}pass  # {text}" if _ESCAPED.match(text) else None


# What matters to _Place: in code, and within each kind of string.
_SIGNS = {
    "": re.compile(r"""#.*|\"{3}|'{3}|["'()\[\]{}]|\\$"""),
    **{quote: re.compile(rf"\\.|{quote}") for quote in ('"', "'", '"""', "'''")},
}


class _Place:
    """Follows strings, brackets and backslashes: a line that starts with % may go on with one."""

    def __init__(self) -> None:
        self._quote = ""
        self._depth = 0
        self._continued = False

    @property
    def starts_statement(self) -> bool:
        """Whether the next line is the first of a statement."""
        return not (self._quote or self._depth or self._continued)

    def read(self, line: str) -> None:
        """Go on to the end of a line."""
        self._continued = False
        at = 0
        while sign := _SIGNS[self._quote].search(line, at):
            at = sign.end()
            self._take(sign[0])
        if len(self._quote) == 1 and not line.endswith("\\"):
            self._quote = ""  # a string that is not closed is a mistake of this line alone

    def _take(self, sign: str) -> None:
        if self._quote:
            self._quote = "" if sign == self._quote else self._quote
        elif sign in "([{":
            self._depth += 1
        elif sign in ")]}":
            self._depth = max(0, self._depth - 1)
        elif sign == "\\":
            self._continued = True
        elif not sign.startswith("#"):
            self._quote = sign


# --- the starter ---------------------------------------------------------------------------------

_PICTURE = re.compile(r"^!\[([^\]]*)\]\([^)\s]*\)$", re.MULTILINE)

_LOAD_CELL = """\
# Run this cell once. Then write your code in the next cell, and run that to have it graded.
# `%grade hint` in a cell of its own shows the next hint.
%load_ext grader"""


def starter(exercise: Exercise, statement: str) -> str:
    """Return the starter notebook (nbformat 4.5): the task, and a cell that grades itself.

    The files of the statement's pictures do not lie beside a notebook: their words stay.
    """
    code: dict[str, object] = {"execution_count": None, "outputs": []}
    document = {
        "cells": [
            _cell("markdown", "task", _PICTURE.sub(r"*Picture: \1*", statement)),
            _cell("code", "load-grader", _LOAD_CELL) | code,
            _cell("code", "answer", f"%%grade\n{exercise.starter}") | code,
        ],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    # As Jupyter writes it: saving it there changes nothing but what the learner has changed.
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _cell(kind: str, identity: str, text: str) -> dict[str, object]:
    lines = text.rstrip("\n").splitlines(keepends=True)
    return {"cell_type": kind, "id": identity, "metadata": {}, "source": lines}

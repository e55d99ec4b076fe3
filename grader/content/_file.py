"""One content file: its text, its tables, and every problem found in it with its place and line."""

from __future__ import annotations

import os
import re
import tomllib
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from grader.content._lines import lines_of
from grader.errors import ContentError

if TYPE_CHECKING:
    from grader.content._lines import Where

FORMAT_VERSION = 1

_LONGEST_TEXT = 60
_LONGEST_NUMBER = 40  # digits


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


class TomlFile:
    """A TOML file on its way through the checks.

    `tables` is empty and `usable` False when the file cannot be read as TOML of a known format
    version; the reason is then among the problems.
    """

    def __init__(self, path: str) -> None:
        """Read the file at `path`; whatever is wrong with it becomes a problem."""
        self.path = path
        self.tables: dict[str, Any] = {}
        self.text = ""
        self._found: list[tuple[Where, str, str, str]] = []
        self._unreadable: list[Problem] = []
        try:
            self.text = read_text(path)
            self.tables = _parse(path, self.text)
        except ContentProblems as error:
            self._unreadable = list(error.problems)
        self.usable = not self._unreadable and self._has_known_version()

    def error(self, where: Where, message: str, fix: str = "") -> None:
        """Record that the value at `where` is wrong."""
        self._found.append((where, message, fix, "error"))

    def warn(self, where: Where, message: str, fix: str = "") -> None:
        """Record that the value at `where` is allowed but doubtful."""
        self._found.append((where, message, fix, "warning"))

    @property
    def error_count(self) -> int:
        """How many errors were found so far."""
        return len(self._unreadable) + sum(found[3] == "error" for found in self._found)

    @property
    def mark(self) -> int:
        """A mark for `shorten`: how many things were found so far."""
        return len(self._found)

    def shorten(self, where: Where, mark: int, most: int) -> None:
        """Keep at most `most` of what was found since `mark`, and say how many more there are."""
        more = len(self._found) - mark - most
        if more > 0:
            serious = any(found[3] == "error" for found in self._found[mark:])
            del self._found[mark + most :]
            tell = self.error if serious else self.warn
            tell(where, f"{more} more of its values have problems")

    def problems(self) -> list[Problem]:
        """Return everything found so far, in the order of the file's lines."""
        path = shown_path(self.path)
        problems = list(self._unreadable)
        for where, message, fix, severity in self._found:
            place, line = self.place(where), self.line(where)
            problems.append(Problem(path, line, place, message, fix, severity))
        return sorted(problems, key=lambda problem: problem.line)

    def line(self, where: Where) -> int:
        """Return the line of the value at `where`, or of the nearest value around it; else 0."""
        while where and where not in self._lines:
            where = where[:-1]
        return self._lines[where] if where else 0

    def at(self, where: Where) -> str:
        """Return `path:line` of the value at `where`."""
        return f"{shown_path(self.path)}:{self.line(where)}"

    def place(self, where: Where) -> str:
        """Return `where` in words: `case "empty-draft", args.draft_probs[1]`."""
        head = ""
        if len(where) > 1 and isinstance(where[1], int):
            entries = self.tables.get(str(where[0]))
            entry = entries[where[1]] if isinstance(entries, list) else None
            head, where = f"{where[0]} {_label(entry, where[1])}", where[2:]
        rest = ""
        for step in where:
            rest += f"[{step}]" if isinstance(step, int) else f".{_plain(step)}"
        return ", ".join(part for part in (head, rest.lstrip(".")) if part)

    def _has_known_version(self) -> bool:
        """Check that the file is written for this version of the format."""
        version = self.tables.pop("format_version", None)
        if version is None:
            fix = f"write format_version = {FORMAT_VERSION} at the top of the file"
            self.error((), 'the key "format_version" is missing', fix)
        elif type(version) is not int or version != FORMAT_VERSION:
            self.error(
                ("format_version",),
                f"format version {described(version)} is unknown",
                f"this grader reads format_version = {FORMAT_VERSION}",
            )
            return False
        return True

    @cached_property
    def _lines(self) -> dict[Where, int]:
        return lines_of(self.text)


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


def quoted(text: str) -> str:
    """Return a text in double quotes on one line, cut when it is long."""
    import json  # on the way of faulty content only

    cut = text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}..."
    return json.dumps(cut, ensure_ascii=False)


def described(value: object) -> str:
    """Return a value as the author wrote it, or what it is when that would be long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int) and abs(value) >= 10**_LONGEST_NUMBER:
        return "a huge number"  # Python even refuses to write out the longest
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    return "a table" if isinstance(value, dict) else "a date or time"


def _plain(key: str) -> str:
    """Return a key as it has to be written in TOML."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else quoted(key)


def _parse(path: str, text: str) -> dict[str, Any]:
    """Return the tables of a TOML text, or raise ContentProblems with what tomllib said."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        problem = Problem(shown_path(path), 0, "", "is nested too deeply")
    except ValueError as error:  # TOMLDecodeError, or Python's limit of digits in a number
        problem = _syntax_problem(path, text, str(error))
    raise ContentProblems([problem])


def _syntax_problem(path: str, text: str, said: str) -> Problem:
    """Return what tomllib said as a problem: its place is at the end of its message."""
    place = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", said)
    if place is None:
        return Problem(shown_path(path), 0, "", f"is not valid TOML: {said}")
    lines = text.split("\n")
    line = int(place[1]) if place[1] else len(lines)
    column = f"column {place[2]}" if place[2] else "end of the file"
    message = f"is not valid TOML: {said[: place.start()]}"
    source = lines[line - 1].strip()
    fix = f"mend this line: {source[:60]}" if place[1] and source else ""
    if "Cannot overwrite" in said or "twice" in said:
        fix = "a key may be given once in a table"
    return Problem(shown_path(path), line, column, message, fix)


def _label(entry: object, index: int) -> str:
    """Return what tells this entry of a list of tables from the others: its name, or its number."""
    if isinstance(entry, dict):
        for key in ("id", "name", "key"):
            if entry.get(key) and isinstance(entry[key], str):
                return quoted(entry[key])
    return f"{index + 1}"

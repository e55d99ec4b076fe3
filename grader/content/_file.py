"""One content file: its text, its tables, and every problem found in it with its place and line."""

from __future__ import annotations

import re
import tomllib
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grader.content._lines import lines_of
from grader.content._problems import (
    FORMAT_VERSION,
    ContentProblems,
    Problem,
    read_text,
    shown_path,
)

if TYPE_CHECKING:
    from grader.content._lines import Where

_LONGEST_TEXT = 60
_LONGEST_NUMBER = 40  # digits


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
    # tomllib names keys as Python's tuples: ('case', 'args')
    reason = re.sub(r"\('(.*?)',?\)", r"\1", said[: place.start()]).replace("', '", ".")
    message = f"is not valid TOML: {reason}"
    source = lines[line - 1].strip()
    fix = f"mend this line: {source[:60]}" if place[1] and source else ""
    if "Cannot overwrite" in said or "twice" in said:
        fix = "a key may be given once in a table"
        if header := re.match(r"\[+\s*([^\[\]]+?)\s*\]", source):
            fix = f"where there are several, write [[{header[1]}]] above each of them"
    return Problem(shown_path(path), line, column, message, fix)


def _label(entry: object, index: int) -> str:
    """Return what tells this entry of a list of tables from the others: its name, or its number."""
    if isinstance(entry, dict):
        for key in ("id", "name", "key"):
            if entry.get(key) and isinstance(entry[key], str):
                return quoted(entry[key])
    return f"{index + 1}"

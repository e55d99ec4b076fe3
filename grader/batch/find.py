"""Finds the submissions that paths lead to; opens none of them, and follows no symbolic link.

The rules, as `RULES` tells users: every file given, and every Python file directly in a folder
given, is a submission; every folder in it is one learner's. Whatever cannot be a submission but
stands where one should be is found as well, with the reason: no learner gets lost.
"""

from __future__ import annotations

import os
import stat
from enum import Enum
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from grader import display, identify
from grader.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

RULES = """\
what is graded:
  A file is one submission. In a folder, each Python file (.py, .ipynb)
  directly in it is a submission, and each folder in it is one learner's:
  there, the file called like an exercise counts for it, without one those
  with its name in theirs ("NAME (1).py"). Where no file is called like any,
  every Python file is an attempt with a row of its own; test_*.py, *_test.py,
  conftest.py, setup.py and __init__.py are left out beside others. Only where
  a learner's folder holds no Python file, the folders in it are looked
  through likewise. A learner without any gets a row "missing file". Links and
  special files get a row that says so, and are never opened. Hidden files,
  __pycache__ and __MACOSX are ignored.
  A row's name is the path from the current folder, or from the folder that
  holds PATH where that lies elsewhere.
"""
MISSING = "Missing file: there is no Python file in this folder."

_SUFFIXES = (".py", ".ipynb")
_IGNORED = ("__pycache__", "__MACOSX")
_BESIDE = ("test_*.py", "*_test.py", "conftest.py", "setup.py", "__init__.py")
_MOST_LEVELS = 8


class Found(NamedTuple):
    """One row to come: its name, the path to read, and why that is not to be read, if so."""

    name: str
    path: str
    problem: str = ""


def find(paths: Sequence[str], exercise_ids: Sequence[str], leave_out: str = "") -> list[Found]:
    """Return what the paths lead to, ordered by name; each place once.

    A learner's files are recognised by `exercise_ids`; the folder `leave_out` is not looked into.
    Raises UsageError when nothing is found, and when two places would share a name.
    """
    finder = _Finder(exercise_ids, os.path.abspath(leave_out) if leave_out else "")
    found: dict[str, Found] = {}
    for each in (each for path in paths for each in finder.given(path)):
        other = found.setdefault(each.name, each)
        if os.path.abspath(other.path) != os.path.abspath(each.path):
            raise UsageError(
                f"{other.path} and {each.path} would have the same name in the table: {each.name}.",
                hint="Call it from a folder that holds both, or make two tables.",
            )
    given = {os.path.normpath(path) for path in paths}
    if all(each.problem == MISSING and each.path in given for each in found.values()):
        raise UsageError(
            f"There is nothing to grade in {', '.join(map(name_of, paths))}.",
            hint="Try: grade batch FOLDER; grade batch --help says what it looks for.",
        )
    return [found[name] for name in sorted(found)]


def name_of(path: str) -> str:
    """Return a path as text for people and tables: one line, no two paths alike."""
    text = os.fsencode(path).decode("utf-8", "surrogateescape").replace("\\", "\\\\")
    return display.sanitise(text).replace("\n", "\\n").replace("\t", "\\t")


class _Kind(Enum):
    SCRIPT = "a Python file"
    FOLDER = "a folder"
    ODD = "what is never opened"
    OTHER = "any other file"


class _Entry(NamedTuple):
    """What stands in a folder: its own name, its path, the row's name, and what it is."""

    own: str
    path: str
    name: str
    kind: _Kind
    problem: str = ""

    def found(self) -> Found:
        return Found(self.name, self.path, self.problem)


class _Finder:
    """Knows which file names are an exercise's, and which folder is not to be looked into."""

    def __init__(self, exercise_ids: Sequence[str], leave_out: str) -> None:
        self.exercise_ids = exercise_ids
        self.leave_out = leave_out

    def given(self, path: str) -> list[Found]:
        """Return what a path given by the user leads to."""
        if path:
            path = os.path.normpath(path)  # a slash at its end would have a link followed
        entry = _entry(path, os.path.basename(path), _base(path))
        if entry.kind is not _Kind.FOLDER:
            return [Found(entry.name or ".", path, entry.problem)]
        try:
            entries = self._entries(entry)
        except OSError as error:
            return [_unreadable(entry, error)]
        found = []
        for each in entries:
            if each.kind is _Kind.FOLDER:
                found += self._learner(each, 1)
            elif each.kind is not _Kind.OTHER:
                found.append(each.found())
        return found or [Found(entry.name or ".", path, MISSING)]

    def _learner(self, folder: _Entry, level: int) -> list[Found]:
        """Return the attempts in a learner's folder, or why there are none."""
        missing = [Found(folder.name, folder.path, MISSING)]
        if level > _MOST_LEVELS:
            return [missing[0]._replace(problem="Its folders are nested too deeply.")]
        try:
            entries = self._entries(folder)
        except OSError as error:
            return [_unreadable(folder, error)]
        scripts = [e for e in entries if _is_script(e.own) and e.kind is not _Kind.FOLDER]
        attempts = [each for each in scripts if not _stands_beside(each.own)] or scripts
        if chosen := self._called_like_exercises(attempts) or attempts:
            return [each.found() for each in chosen]
        found = [each.found() for each in entries if each.kind is _Kind.ODD]
        for each in entries:
            if each.kind is _Kind.FOLDER:
                found += self._learner(each, level + 1)
        return missing if all(each.problem == MISSING for each in found) else found

    def _called_like_exercises(self, scripts: Sequence[_Entry]) -> list[_Entry]:
        """Return the files called like an exercise; without one, those that contain its name."""
        names = {entry.own: identify.in_name(entry.own, self.exercise_ids) for entry in scripts}
        stems = {os.path.splitext(own)[0] for own in names}
        return [
            entry
            for entry in scripts
            if os.path.splitext(entry.own)[0] in self.exercise_ids
            or any(each not in stems for each in names[entry.own])
        ]

    def _entries(self, folder: _Entry) -> list[_Entry]:
        return [
            _entry(os.path.join(folder.path, own), own, _below(folder.name, own))
            for own in sorted(os.listdir(folder.path))
            if not own.startswith(".")
            and own not in _IGNORED
            and os.path.abspath(os.path.join(folder.path, own)) != self.leave_out
        ]


def _entry(path: str, own: str, name: str) -> _Entry:
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return _Entry(own, path, name, _Kind.ODD, "There is no such file.")
    except (OSError, ValueError) as error:
        return _Entry(own, path, name, _Kind.ODD, _why(error))
    if stat.S_ISDIR(mode):
        return _Entry(own, path, name, _Kind.FOLDER)
    if stat.S_ISLNK(mode):
        return _Entry(own, path, name, _Kind.ODD, "It is a symbolic link, which is not followed.")
    if not stat.S_ISREG(mode):
        return _Entry(own, path, name, _Kind.ODD, "It is no ordinary file, and was not opened.")
    return _Entry(own, path, name, _Kind.SCRIPT if _is_script(own) else _Kind.OTHER)


def _base(path: str) -> str:
    """Return the row's name of a path given: from the current folder, else from its own parent."""
    absolute, here = os.path.abspath(path), os.getcwd()
    if absolute == here:
        return ""
    inside = absolute.startswith(os.path.join(here, ""))
    below = os.path.relpath(absolute, here) if inside else os.path.basename(absolute)
    return "/".join(map(name_of, below.split(os.sep)))


def _below(name: str, own: str) -> str:
    return f"{name}/{name_of(own)}" if name else name_of(own)


def _is_script(own: str) -> bool:
    return own.lower().endswith(_SUFFIXES)


def _stands_beside(own: str) -> bool:
    return any(fnmatchcase(own, pattern) for pattern in _BESIDE)


def _unreadable(folder: _Entry, error: OSError) -> Found:
    return Found(folder.name, folder.path, _why(error))


def _why(error: Exception) -> str:
    return f"It cannot be read: {getattr(error, 'strerror', None) or error}."

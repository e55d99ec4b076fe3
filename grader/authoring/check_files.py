"""Checks that an exercise has all its files, and that there are no others."""

from __future__ import annotations

import os

from grader import content
from grader.authoring.reference import GUIDE
from grader.content import Problem

# What sync writes may be missing; that is told in other words. Few exercises have laws.
_OF_LAWS = ("laws.json", "measured.json")
_GENERATED = ("generated.json", "fingerprints.json", "pictures", *_OF_LAWS)
_OPTIONAL = ("laws.toml",)
_FILES = {
    "exercise": (
        "exercise.toml",
        "statement.md",
        "starter.py",
        "cases.toml",
        "probes.toml",
        "generated.json",
        "pictures",
        "laws.toml",
        "laws.json",
    ),
    "hints": ("hints.toml", "mistakes.toml", "fingerprints.json"),
    "reference": ("solution.py", "trace.py", "mistakes", "measured.json"),
}
_NO_FILE_OF_ITS_OWN = "mistakes"


def missing_files(root: str, exercise_id: str) -> list[Problem]:
    """Return the hand-written files that an exercise lacks."""
    paths = [
        os.path.join(root, part, exercise_id, name)
        for part, names in _FILES.items()
        for name in names
        if name not in (*_GENERATED, *_OPTIONAL, _NO_FILE_OF_ITS_OWN)
    ]
    return [
        _problem(path, "there is no such file", GUIDE) for path in paths if not os.path.isfile(path)
    ]


def stray_files(root: str, exercise_id: str) -> list[Problem]:
    """Return the files that belong to no exercise: they would go unnoticed, or into a wheel."""
    found = []
    lawful = os.path.isfile(os.path.join(root, "exercise", exercise_id, "laws.toml"))
    for part, files in _FILES.items():
        folder = os.path.join(root, part, exercise_id)
        known = [name for name in files if lawful or name not in _OF_LAWS]
        found += [os.path.join(folder, name) for name in _names(folder) if name not in known]
    mistakes = os.path.join(root, "reference", exercise_id, "mistakes")
    found += [os.path.join(mistakes, n) for n in _names(mistakes) if not n.endswith(".py")]
    return [_problem(path, "is no file of an exercise", "rename or remove it") for path in found]


def stray_folders(root: str) -> list[Problem]:
    """Return the folders of exercise/, hints/ and reference/ that are those of no exercise."""
    known = content.exercise_ids(root)
    found = []
    for part in _FILES:
        folder = os.path.join(root, part)
        for name in _names(folder):
            if name not in known:
                message = "belongs to no exercise: exercise/ has no folder with an exercise.toml "
                message += "of that name"
                path = os.path.join(folder, name)
                found.append(_problem(path, message, f"rename or remove it; {GUIDE}"))
    return found


def _names(folder: str) -> list[str]:
    """Return what lies in a folder, without what editors and Python leave there."""
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted(name for name in names if name[0] != "." and name != "__pycache__")


def _problem(path: str, message: str, fix: str) -> Problem:
    return Problem(content.shown_path(path), 0, "", message, fix)

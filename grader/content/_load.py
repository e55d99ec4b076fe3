"""Find the content of an exercise and put its files together."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from grader.content._cases import CaseReader, Seen
from grader.content._exercise import read_exercise
from grader.content._file import (
    ContentProblems,
    Problem,
    TomlFile,
    has_errors,
    raise_errors,
    read_text,
)
from grader.content._generated import read_fingerprints, with_generated
from grader.errors import ContentError
from grader.model import Case, Exercise, Fingerprints, Hints

if TYPE_CHECKING:
    from collections.abc import Mapping


def data_root() -> str:
    """Return the folder that holds `exercise/` and `hints/`: the checkout, else the package."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    checkout = os.path.dirname(package)
    parts = ("exercise", "hints", "pyproject.toml")
    if all(os.path.exists(os.path.join(checkout, part)) for part in parts):
        return checkout
    return os.path.join(package, "_data")


def exercise_ids(root: str) -> list[str]:
    """Return the ids of all exercises under `root`, sorted."""
    folder = os.path.join(root, "exercise")
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted(name for name in names if os.path.isfile(_exercise(root, name, "exercise.toml")))


def load_exercise(root: str, id: str, *, require_generated: bool = True) -> Exercise:
    """Return an exercise with its cases and probes, the generated data merged in.

    A case that says itself what is expected keeps that. Without `require_generated`, cases and
    probes that generated.json does not know yet are let through, with None where nobody wrote
    what is expected.

    Raises ContentProblems, with everything that is wrong in its files.
    """
    exercise, problems = _read_exercise(root, id, require_generated)
    raise_errors(problems)
    assert exercise is not None
    return exercise


def load_case_file(path: str, exercise: Exercise) -> tuple[Case, ...]:
    """Return the cases of an instructor's own file, to be graded after those of `exercise`.

    Ids must differ from all in `exercise`, inputs from those of its cases. Of several files, put
    the cases of each into the exercise before loading the next; a file whose cases are in there
    already yields none, so that the same file given twice counts once.

    Raises ContentProblems, with everything that is wrong in the file.
    """
    cases, problems = _read_case_file(path, exercise)
    raise_errors(problems)
    return tuple(cases)


def load_hints(root: str, id: str) -> Hints:
    """Return the hints and known mistakes of an exercise.

    Raises ContentProblems, with everything that is wrong in hints.toml and mistakes.toml.
    """
    hints, problems = _read_hints(root, id)
    raise_errors(problems)
    return hints


def load_notes(root: str, id: str) -> Mapping[str, str]:
    """Return the sentences about random draws alone, which is much faster than all hints.

    Raises ContentProblems, with everything that is wrong in hints.toml.
    """
    from grader.content._hints import read_hints

    file = TomlFile(_hints(root, id, "hints.toml"))
    notes: Mapping[str, str] = read_hints(file).get("notes", {})
    raise_errors(file.problems())
    return notes


def load_fingerprints(root: str, id: str) -> Fingerprints:
    """Return which answers belong to which known mistake.

    Raises ContentProblems when fingerprints.json is missing or not as sync writes it.
    """
    return read_fingerprints(_hints(root, id, "fingerprints.json"))


def statement(root: str, id: str) -> str:
    """Return the text of the exercise's statement; raises ContentProblems without one."""
    return read_text(_exercise(root, id, "statement.md"))


def generated_path(root: str, id: str) -> str:
    """Return where the results of the reference are recorded."""
    return _exercise(root, id, "generated.json")


def fingerprints_path(root: str, id: str) -> str:
    """Return where the answers of the known mistakes are recorded."""
    return _hints(root, id, "fingerprints.json")


def check_case_file(path: str, exercise: Exercise) -> list[Problem]:
    """Return what is wrong with an instructor's own file, see `load_case_file`."""
    return _read_case_file(path, exercise)[1]


def check_exercise(root: str, id: str, *, require_generated: bool = True) -> list[Problem]:
    """Return what is wrong with the files that `load_exercise` reads, and the statement.

    While exercise.toml has errors, its cases and probes cannot be checked.
    """
    problems = _read_exercise(root, id, require_generated)[1]
    try:
        statement(root, id)
    except ContentProblems as error:
        problems += error.problems
    return problems


def check_hints(root: str, id: str) -> list[Problem]:
    """Return what is wrong with hints.toml and mistakes.toml."""
    return _read_hints(root, id)[1]


def check_content(root: str, id: str, *, require_generated: bool = True) -> list[Problem]:
    """Return what is wrong with everything of an exercise, also where its files disagree.

    Without `require_generated`, files that sync has yet to write are not missed.
    """
    problems = check_exercise(root, id, require_generated=require_generated)
    problems += check_hints(root, id)
    if not has_errors(problems):
        from grader.content._hints import agreement  # only `grade author` comes here

        exercise = load_exercise(root, id, require_generated=False)
        problems += agreement(exercise, load_hints(root, id), _hints(root, id, "hints.toml"))
    if require_generated:
        try:
            load_fingerprints(root, id)
        except ContentProblems as error:
            problems += error.problems
    return problems


def _exercise(root: str, id: str, name: str) -> str:
    return os.path.join(root, "exercise", id, name)


def _hints(root: str, id: str, name: str) -> str:
    return os.path.join(root, "hints", id, name)


def _read_exercise(
    root: str, id: str, require_generated: bool
) -> tuple[Exercise | None, list[Problem]]:
    """Return an exercise, None when it cannot be used, and everything that is wrong with it."""
    path = _exercise(root, id, "exercise.toml")
    if not os.path.exists(path):
        known = exercise_ids(root)
        raise ContentError(f'there is no exercise "{id}"', hint=f"there are: {', '.join(known)}")
    file = TomlFile(path)
    exercise = read_exercise(file)
    if exercise is None:
        return None, file.problems()
    exercise, problems = _with_cases(exercise, root)
    problems = file.problems() + problems
    if has_errors(problems):
        return None, problems
    generated = _exercise(root, id, "generated.json")
    try:
        return with_generated(exercise, generated, required=require_generated), problems
    except ContentProblems as error:
        return None, problems + list(error.problems)


def _with_cases(exercise: Exercise, root: str) -> tuple[Exercise, list[Problem]]:
    """Return the exercise with its cases, probes and starter, and what is wrong with these."""
    seen = Seen({}, {})
    case_file = TomlFile(_exercise(root, exercise.id, "cases.toml"))
    probe_file = TomlFile(_exercise(root, exercise.id, "probes.toml"))
    cases = CaseReader(case_file, exercise, seen).cases()
    probes = CaseReader(probe_file, exercise, seen).probes()
    problems = case_file.problems() + probe_file.problems()
    starter = ""
    try:
        starter = read_text(_exercise(root, exercise.id, "starter.py"))
    except ContentProblems as error:
        problems += error.problems
    with_cases = exercise._replace(cases=tuple(cases), probes=tuple(probes), starter=starter)
    return with_cases, problems


def _read_case_file(path: str, exercise: Exercise) -> tuple[list[Case], list[Problem]]:
    """Return the cases of an instructor's own file, and what is wrong with it."""
    if any(_is_same(path, source) for source in {case.source for case in exercise.cases}):
        return [], []
    file = TomlFile(path)
    cases = CaseReader(file, exercise, Seen.of(exercise), own=True).cases()
    return cases, file.problems()


def _is_same(path: str, other: str) -> bool:
    """Tell whether two paths lead to one file."""
    try:
        return os.path.samefile(path, other)
    except OSError:
        return False


def _read_hints(root: str, id: str) -> tuple[Hints, list[Problem]]:
    """Return the hints of an exercise, and what is wrong with them."""
    # Only a file that fails, or asks for it, needs hints.
    from grader.content._hints import read_hints, read_mistakes

    hints, mistakes = (TomlFile(_hints(root, id, name)) for name in ("hints.toml", "mistakes.toml"))
    fields = {**read_hints(hints), **read_mistakes(mistakes)}
    return Hints(**fields), hints.problems() + mistakes.problems()

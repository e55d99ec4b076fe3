"""Put the TOML files of an exercise together, with everything that is wrong in them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from grader.content._cases import CaseReader, Seen
from grader.content._compiled import LAWS
from grader.content._exercise import read_exercise
from grader.content._file import TomlFile
from grader.content._generated import with_generated
from grader.content._hints import read_hints, read_mistakes
from grader.content._laws import LawReader
from grader.content._paths import content_path, exercise_ids, hints_path
from grader.content._pictures import check_cases
from grader.content._problems import ContentProblems, Problem, has_errors, read_text
from grader.errors import ContentError
from grader.hint_records import Hints

if TYPE_CHECKING:
    from grader.law_records import WrittenLaw
    from grader.model import Case, Exercise


def read_exercise_files(
    root: str, id: str, require_generated: bool
) -> tuple[Exercise | None, list[Problem]]:
    """Return an exercise, None when it cannot be used, and everything that is wrong with it."""
    path = content_path(root, id, "exercise.toml")
    if not os.path.exists(path):
        known = exercise_ids(root)
        raise ContentError(f'there is no exercise "{id}"', hint=f"there are: {', '.join(known)}")
    file = TomlFile(path)
    exercise = read_exercise(file)
    if exercise is None:
        return None, file.problems()
    exercise, problems = _with_cases(exercise, root)
    if not has_errors(problems):
        check_cases(file, exercise)
    exercise = exercise._replace(has_laws=os.path.exists(content_path(root, id, LAWS)))
    problems = file.problems() + problems
    if has_errors(problems):
        return None, problems
    generated = content_path(root, id, "generated.json")
    try:
        return with_generated(exercise, generated, required=require_generated), problems
    except ContentProblems as error:
        return None, problems + list(error.problems)


def _with_cases(exercise: Exercise, root: str) -> tuple[Exercise, list[Problem]]:
    """Return the exercise with its cases, probes and starter, and what is wrong with these."""
    seen = Seen({}, {})
    case_file = TomlFile(content_path(root, exercise.id, "cases.toml"))
    probe_file = TomlFile(content_path(root, exercise.id, "probes.toml"))
    cases = CaseReader(case_file, exercise, seen).cases()
    probes = CaseReader(probe_file, exercise, seen).probes()
    problems = case_file.problems() + probe_file.problems()
    starter = ""
    try:
        starter = read_text(content_path(root, exercise.id, "starter.py"))
    except ContentProblems as error:
        problems += error.problems
    with_cases = exercise._replace(cases=tuple(cases), probes=tuple(probes), starter=starter)
    return with_cases, problems


def read_case_file(path: str, exercise: Exercise) -> tuple[list[Case], list[Problem]]:
    """Return the cases of an instructor's own file, and what is wrong with it."""
    if any(_is_same(path, source) for source in {case.source for case in exercise.cases}):
        return [], []
    file = TomlFile(path)
    cases = CaseReader(file, exercise, Seen.of(exercise), own=True).cases()
    return cases, file.problems()


def read_law_file(root: str, exercise: Exercise) -> tuple[list[WrittenLaw], list[Problem]]:
    """Return the laws of an exercise as they are written, and what is wrong with them."""
    if not exercise.has_laws:
        return [], []
    file = TomlFile(content_path(root, exercise.id, LAWS))
    laws = LawReader(file, exercise).laws()
    return laws, file.problems()


def _is_same(path: str, other: str) -> bool:
    """Tell whether two paths lead to one file."""
    try:
        return os.path.samefile(path, other)
    except OSError:
        return False


def read_hint_files(root: str, id: str) -> tuple[Hints, list[Problem]]:
    """Return the hints of an exercise, and what is wrong with them."""
    hints, mistakes = (
        TomlFile(hints_path(root, id, name)) for name in ("hints.toml", "mistakes.toml")
    )
    fields = {**read_hints(hints), **read_mistakes(mistakes)}
    return Hints(**fields), hints.problems() + mistakes.problems()

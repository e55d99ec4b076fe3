"""The public functions of this package.

What reads TOML is imported where it is needed: an unchanged exercise is read as it was recorded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.content._compiled import read_compiled
from grader.content._paths import content_path, exercise_folder, hints_path
from grader.content._problems import ContentProblems, Problem, has_errors, raise_errors, read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from grader.hint_records import Fingerprints, Hints
    from grader.law_records import Laws, WrittenLaw
    from grader.model import Case, Exercise


def load_exercise(root: str, id: str, *, require_generated: bool = True) -> Exercise:
    """Return an exercise with its cases and probes, the generated data merged in.

    A case that says itself what is expected keeps that. Without `require_generated`, cases and
    probes that generated.json does not know yet are let through, with None where nobody wrote
    what is expected.

    Raises ContentProblems, with everything that is wrong in its files.
    """
    if require_generated:
        recorded = read_compiled(exercise_folder(root, id), id)
        if recorded is not None:
            return recorded
    from grader.content._read import read_exercise_files

    exercise, problems = read_exercise_files(root, id, require_generated)
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
    from grader.content._read import read_case_file

    cases, problems = read_case_file(path, exercise)
    raise_errors(problems)
    return tuple(cases)


def argument_names(path: str) -> set[str]:
    """Return the names of all arguments in a case file, whatever else is wrong with it.

    They tell which exercise's cases these are, where nobody says so. Raises ContentProblems for a
    file that is no TOML.
    """
    from grader.content._file import TomlFile

    file = TomlFile(path)
    if not file.usable:
        raise ContentProblems(file.problems())
    cases = file.tables.get("case")
    tables = cases if isinstance(cases, list) else []
    args = [table.get("args") for table in tables if isinstance(table, dict)]
    return {name for each in args if isinstance(each, dict) for name in each}


def load_hints(root: str, id: str) -> Hints:
    """Return the hints and known mistakes of an exercise.

    Raises ContentProblems, with everything that is wrong in hints.toml and mistakes.toml.
    """
    from grader.content._read import read_hint_files

    hints, problems = read_hint_files(root, id)
    raise_errors(problems)
    return hints


def lines_of_hints(root: str, id: str) -> Mapping[tuple[str, str], tuple[str, int]]:
    """Return the file and line of each hint, topic, mistake and group, by that word and its id."""
    from grader.content._file import TomlFile
    from grader.content._hints import lines_by_id

    files = (TomlFile(hints_path(root, id, name)) for name in ("hints.toml", "mistakes.toml"))
    return {key: (file.path, line) for file in files for key, line in lines_by_id(file).items()}


def load_fingerprints(root: str, id: str) -> Fingerprints:
    """Return which answers belong to which known mistake.

    Raises ContentProblems when fingerprints.json is missing or not as sync writes it.
    """
    from grader.content._generated import read_fingerprints

    return read_fingerprints(hints_path(root, id, "fingerprints.json"))


def load_laws(root: str, exercise: Exercise) -> Laws:
    """Return the laws of an exercise that has some, as sync recorded them.

    Raises ContentProblems when laws.json is missing, is not as sync writes it, or was made from
    another laws.toml.
    """
    from grader.content._recorded_laws import read_laws  # few exercises have laws

    return read_laws(exercise_folder(root, exercise.id), exercise)


def record_of_laws(root: str, exercise: Exercise, laws: Laws) -> dict[str, object]:
    """Return the content of laws.json, which `load_laws` reads; raises OSError."""
    from grader.content._recorded_laws import record_of  # as above

    return record_of(exercise_folder(root, exercise.id), exercise, laws)


def written_laws(root: str, exercise: Exercise) -> tuple[WrittenLaw, ...]:
    """Return the laws of an exercise as laws.toml says them, none without that file.

    Raises ContentProblems, with everything that is wrong in the file.
    """
    from grader.content._read import read_law_file

    laws, problems = read_law_file(root, exercise)
    raise_errors(problems)
    return tuple(laws)


def laws_path(root: str, id: str) -> str:
    """Return where the laws of the reference are recorded."""
    return content_path(root, id, "laws.json")


def statement(root: str, id: str) -> str:
    """Return the text of the exercise's statement; raises ContentProblems without one."""
    return read_text(content_path(root, id, "statement.md"))


def generated_path(root: str, id: str) -> str:
    """Return where the results of the reference are recorded."""
    return content_path(root, id, "generated.json")


def fingerprints_path(root: str, id: str) -> str:
    """Return where the answers of the known mistakes are recorded."""
    return hints_path(root, id, "fingerprints.json")


def check_case_file(path: str, exercise: Exercise) -> list[Problem]:
    """Return what is wrong with an instructor's own file, see `load_case_file`."""
    from grader.content._read import read_case_file

    return read_case_file(path, exercise)[1]


def check_topics(cases: Sequence[Case], hints: Hints) -> list[Problem]:
    """Return which of an own file's cases have a topic that `hints` have no nudges for."""
    from grader.content._hints import topics_missing

    return topics_missing(cases, hints)


def check_exercise(root: str, id: str, *, require_generated: bool = True) -> list[Problem]:
    """Return what is wrong with the files that `load_exercise` reads, and the statement.

    While exercise.toml has errors, its cases and probes cannot be checked.
    """
    from grader.content._read import read_exercise_files

    problems = read_exercise_files(root, id, require_generated)[1]
    try:
        statement(root, id)
    except ContentProblems as error:
        problems += error.problems
    return problems


def check_hints(root: str, id: str) -> list[Problem]:
    """Return what is wrong with hints.toml and mistakes.toml."""
    from grader.content._read import read_hint_files

    return read_hint_files(root, id)[1]


def check_content(root: str, id: str, *, require_generated: bool = True) -> list[Problem]:
    """Return what is wrong with everything of an exercise, also where its files disagree.

    Without `require_generated`, files that sync has yet to write are not missed.
    """
    problems = check_exercise(root, id, require_generated=require_generated)
    problems += check_hints(root, id)
    if not has_errors(problems):
        from grader.content._hints import agreement  # only `grade author` comes here

        exercise = load_exercise(root, id, require_generated=False)
        problems += agreement(exercise, load_hints(root, id), hints_path(root, id, "hints.toml"))
        problems += _check_laws(root, exercise, require_generated)
    if require_generated:
        problems += _problems_of(lambda: load_fingerprints(root, id))
    return problems


def _check_laws(root: str, exercise: Exercise, require_generated: bool) -> list[Problem]:
    """Return what is wrong with the laws of an exercise."""
    from grader.content._read import read_law_file

    problems = read_law_file(root, exercise)[1]
    if exercise.has_laws and require_generated and not has_errors(problems):
        problems += _problems_of(lambda: load_laws(root, exercise))
    return problems


def _problems_of(load: Callable[[], object]) -> Sequence[Problem]:
    try:
        load()
    except ContentProblems as error:
        return error.problems
    return []

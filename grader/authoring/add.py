"""Adds a case to an exercise, or tries the cases of another file: both against the reference."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from grader import content
from grader.authoring.check import case_problems
from grader.authoring.coverage import caught_by_call
from grader.authoring.sync import record, write
from grader.content import ContentProblems, raise_errors
from grader.errors import UsageError
from grader.files import write_file
from grader.judge import table
from grader.model import Row

if TYPE_CHECKING:
    from grader.authoring.sync import Records
    from grader.content import Problem
    from grader.job import Runner
    from grader.model import Case
    from grader.results import Table


class Examined(NamedTuple):
    """What the reference says of a case: the result, the table, and what the case is worth.

    `caught` are the known mistakes that it catches, `new` those that no case before it does.
    """

    case: Case
    expected: str
    table: Table | None
    situations: tuple[str, ...]
    caught: frozenset[str]
    new: frozenset[str]


def try_file(
    root: str, exercise_id: str, path: str, runner: Runner
) -> tuple[list[Problem], list[Examined]]:
    """Check a case file against the reference, without writing anything."""
    exercise = content.load_exercise(root, exercise_id, require_generated=False)
    problems = content.check_case_file(path, exercise)
    if content.has_errors(problems):
        return problems, []
    cases = content.load_case_file(path, exercise)
    if not cases:
        raise UsageError(f"{path} is the exercise's own file.", hint="Try: grade author check")
    hints = content.load_hints(root, exercise_id)
    problems += content.check_topics(cases, hints)
    records = record(root, exercise_id, runner, cases, hints)
    problems += [p for case in cases for p in case_problems(exercise, case, records)]
    before = [case.id for case in exercise.cases]
    examined = []
    for case in cases:
        examined.append(_examine(records, case, before))
        before.append(case.id)
    return problems, examined


def add(
    root: str, exercise_id: str, block: str, case_id: str, runner: Runner
) -> tuple[list[Problem], Examined]:
    """Append a [[case]] to the exercise's cases.toml and record what the reference does with it.

    Returns the warnings about it as well. All files are put back as they were when `grade author
    check` would refuse the case: raises ContentProblems then, with everything that is wrong.
    """
    path = os.path.join(root, "exercise", exercise_id, "cases.toml")
    written = (content.generated_path, content.fingerprints_path)
    generated = [name for of in written if os.path.isfile(name := of(root, exercise_id))]
    before = {name: _text(name) for name in (path, *generated)}
    try:
        write_file(path, _appended(before[path], block))
        problems = content.check_content(root, exercise_id, require_generated=False)
        raise_errors(problems)
        records = record(root, exercise_id, runner)
        case = next(case for case in records.exercise.cases if case.id == case_id)
        raise_errors(case_problems(records.exercise, case, records))
        write(records)
    except BaseException as error:
        for name, text in before.items():
            write_file(name, text)
        if isinstance(error, ContentProblems):
            error.hint = "Nothing was added; the lines are those that the case would have."
        raise
    others = [case.id for case in records.exercise.cases if case.id != case_id]
    return problems, _examine(records, case, others)


def _text(path: str) -> str:
    """Return the text of a file with the newlines that it has. Raises UsageError."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}.") from None


def _appended(text: str, block: str) -> str:
    """Return a file's text with a block at its end, after an empty line, in its own newlines."""
    newline = "\r\n" if "\r\n" in text else "\n"
    joint = "" if text.endswith("\n") else newline
    return f"{text}{joint}{newline}{block.replace(chr(10), newline)}"


def _examine(records: Records, case: Case, others: list[str]) -> Examined:
    caught = caught_by_call(records)
    trace = records.traces[case.id]
    rows = tuple(Row(row, bool(row.get("examined", True))) for row in trace.rows)
    return Examined(
        case,
        records.right_answers[case.id],
        table(records.exercise, case._replace(rows=rows), None),
        trace.situations,
        caught[case.id],
        caught[case.id] - frozenset().union(*(caught[other] for other in others)),
    )

"""Checks all content of an exercise against its reference: every problem at once."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from grader import content
from grader.authoring.check_files import missing_files, stray_files
from grader.authoring.check_mistakes import giveaways, texts_and_files, unnamed, unsteady
from grader.authoring.check_starter import signatures, starter
from grader.authoring.coverage import Coverage, coverage
from grader.authoring.laws import LawRecords, law_problems
from grader.authoring.pictures import left_over
from grader.authoring.sync import record, stale_files
from grader.authoring.toml_text import value_text
from grader.compare import mismatch
from grader.content import ContentProblems, Problem
from grader.hint_records import Hints

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.authoring.sync import Records
    from grader.job import Runner
    from grader.model import Case, Exercise, Value


class Checked(NamedTuple):
    """What a check found: problems (warnings among them); coverage and laws if it got that far."""

    problems: list[Problem]
    coverage: Coverage | None
    laws: LawRecords = LawRecords()

    @property
    def failed(self) -> bool:
        """Whether there is any problem that is more than a warning."""
        return content.has_errors(self.problems)


def check(root: str, exercise_id: str, runner: Runner, *, again: bool = False) -> Checked:
    """Check an exercise: its files, its cases against the reference, its known mistakes.

    What can still be checked beside a problem is. The laws of mistakes that did not change since
    `sync` are measured `again` only if asked for. Raises ContentError for an unknown exercise.
    """
    found = content.check_content(root, exercise_id, require_generated=False)
    missing = missing_files(root, exercise_id)
    absent = {problem.path for problem in missing}
    problems = [*missing, *(problem for problem in found if problem.path not in absent)]
    problems += stray_files(root, exercise_id)
    hints = _loaded(content.load_hints, root, exercise_id)
    if hints is not None:
        problems += texts_and_files(root, exercise_id, hints)
        problems += giveaways(root, exercise_id, hints)
    exercise = _loaded(_load_exercise, root, exercise_id)
    if exercise is None:
        return Checked(problems, None)
    problems += starter(root, exercise, runner)
    problems += signatures(root, exercise)
    problems += left_over(root, exercise)
    try:
        written = _loaded(lambda *_: content.written_laws(root, exercise), root, exercise_id)
        laws, texts = written is not None, hints or Hints()
        records = record(root, exercise_id, runner, hints=texts, laws=laws, again=again)
    except ContentProblems as error:
        told = [problem for problem in error.problems if problem.path not in absent]
        return Checked([*problems, *told], None)
    calls = (*exercise.cases, *exercise.probes)
    problems += [problem for case in calls for problem in case_problems(exercise, case, records)]
    if hints is not None:
        problems += [*unnamed(root, records, hints), *unsteady(root, records, hints)]
        problems += [
            _problem(path, 0, "", "is not what the reference gives now", "run: grade author sync")
            for path in stale_files(records)
        ]
    problems += law_problems(root, exercise, records.laws)
    return Checked(problems, coverage(records), records.laws)


_Content = TypeVar("_Content")


def _loaded(load: Callable[[str, str], _Content], root: str, exercise_id: str) -> _Content | None:
    """Return some content, or None when there are problems in it, which are told elsewhere."""
    try:
        return load(root, exercise_id)
    except ContentProblems:
        return None


def _load_exercise(root: str, exercise_id: str) -> Exercise:
    return content.load_exercise(root, exercise_id, require_generated=False)


def _problem(path: str, line: int, place: str, message: str, fix: str) -> Problem:
    return Problem(content.shown_path(path), line, place, message, fix)


# --- cases against the reference -----------------------------------------------------------------


def case_problems(exercise: Exercise, case: Case, records: Records) -> list[Problem]:
    """Return where a case contradicts the reference, and the faults that trace.py finds in it."""
    probes = {probe.id for probe in exercise.probes}
    kind = "probe" if case.id in probes else "case"
    told = [*_expected(exercise, case, records.results[case.id]), *_faults(case, kind, records)]
    unknown = set(records.traces[case.id].situations) - set(records.situations)
    told += [
        (f'trace.py tells of a situation that situations() lacks: "{name}"', "make them agree")
        for name in sorted(unknown)
    ]
    place = f'{kind} "{case.id}"'
    return [_problem(case.source, case.line, place, message, fix) for message, fix in told]


def _expected(exercise: Exercise, case: Case, result: tuple[Value, ...]) -> list[tuple[str, str]]:
    """Say that a case expects something else than the reference returns, if it does."""
    if case.expected is None:
        return []
    right = content.whole_result(result)
    if not mismatch(exercise, case._replace(expected=right), case.expected):
        return []
    parts = {part.name: value for part, value in zip(exercise.result, result, strict=True)}
    message = f"expected is {case.expected!r}, but the reference returns {right!r}"
    leave = "" if os.path.basename(case.source) != "cases.toml" else ", or leave it out"
    return [(message, f"if that is right, write expected = {value_text(parts)}{leave}")]


def _faults(case: Case, kind: str, records: Records) -> list[tuple[str, str]]:
    """Say what trace.py finds wrong with an input, and whether `boundary` is needed."""
    told = []
    faults = records.traces[case.id].faults
    for fault in faults:
        if not (fault.boundary and case.boundary):
            fix = "choose other numbers"
            if fault.boundary:
                fix += f", or set boundary = true if that closeness is what the {kind} is about"
            told.append((fault.text, fix))
    if case.boundary and not any(fault.boundary for fault in faults):
        told.append(("boundary = true, but no draw is close to its boundary", "remove that key"))
    return told

"""Checks all content of an exercise against its reference: every problem at once."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from grader import content, submission
from grader.authoring.coverage import Coverage, caught_by_call, coverage
from grader.authoring.sync import record, stale_files
from grader.content import Problem
from grader.diagnosis import name
from grader.errors import ContentError
from grader.job import Job
from grader.judge import agrees

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.authoring.sync import Records
    from grader.job import Runner
    from grader.model import Case, Exercise, Hints

_EXERCISE_FILES = (
    "exercise.toml",
    "statement.md",
    "starter.py",
    "cases.toml",
    "probes.toml",
    "generated.json",
)
_HINT_FILES = ("hints.toml", "mistakes.toml", "fingerprints.json")
_REFERENCE_FILES = ("solution.py", "trace.py", "mistakes")
_LEAST_GIVEAWAY = 16  # characters of a line of the solution that a hint must not contain


class Checked(NamedTuple):
    """What a check found: problems (warnings among them), and the coverage if it got that far."""

    problems: list[Problem]
    coverage: Coverage | None

    @property
    def failed(self) -> bool:
        """Whether there is any problem that is more than a warning."""
        return any(problem.severity == "error" for problem in self.problems)


def check(root: str, exercise_id: str, runner: Runner) -> Checked:
    """Check an exercise: its files, its cases against the reference, its known mistakes."""
    problems = content.check_content(root, exercise_id, require_generated=False)
    problems += _stray_files(root, exercise_id)
    if any(problem.severity == "error" for problem in problems):
        return Checked(problems, None)
    try:
        records = record(root, exercise_id, runner)
    except ContentError as error:
        return Checked([*problems, _of_error(error)], None)
    hints = content.load_hints(root, exercise_id)
    problems += _cases(records)
    problems += _starter(root, records.exercise, runner)
    problems += _signature(root, records.exercise)
    problems += _mistakes(root, records, hints)
    problems += _giveaways(root, exercise_id, hints)
    problems += [
        Problem(
            _shown(path), 0, "", "is not what the reference gives now", "run: grade author sync"
        )
        for path in stale_files(records)
    ]
    return Checked(problems, coverage(records))


def _of_error(error: ContentError) -> Problem:
    return Problem("", 0, "", error.message, error.hint)


def _shown(path: str) -> str:
    relative = os.path.relpath(path)
    return path if relative.startswith("..") else relative


# --- cases against the reference -----------------------------------------------------------------


def _cases(records: Records) -> list[Problem]:
    calls = [*records.exercise.cases, *records.exercise.probes]
    return [problem for case in calls for problem in case_problems(records.exercise, case, records)]


def case_problems(exercise: Exercise, case: Case, records: Records) -> list[Problem]:
    """Return where a case contradicts the reference, and the faults that trace.py finds in it."""
    result, trace = records.results[case.id], records.traces[case.id]
    place = f'"{case.id}"'
    problems = []
    right = tuple(result) if len(exercise.result) > 1 else result[0]
    if case.expected is not None and case.expected != right:
        message = f"expected {case.expected!r}, but the reference returns {right!r}"
        problems.append(Problem(_shown(case.source), case.line, place, message, "correct it"))
    for fault in trace.faults:
        if not (fault.boundary and case.boundary):
            fix = "set boundary = true if the case is meant to test that" * fault.boundary
            fix = fix or "choose other numbers"
            problems.append(Problem(_shown(case.source), case.line, place, fault.text, fix))
    if case.boundary and not any(fault.boundary for fault in trace.faults):
        message = "boundary = true, but no draw is close to its boundary"
        problems.append(Problem(_shown(case.source), case.line, place, message, "remove it"))
    return problems


# --- the starter and the statement ---------------------------------------------------------------


def _starter(root: str, exercise: Exercise, runner: Runner) -> list[Problem]:
    """Check that the starter loads, defines the function, and does not pass."""
    path = os.path.join(root, "exercise", exercise.id, "starter.py")
    read = submission.read(path)
    loaded = runner.load(Job(read.source, read.name, exercise.seed, exercise.limits))
    if loaded.problem is not None:
        return [Problem(_shown(path), 0, "", "the starter does not load", "mend it")]
    if exercise.function not in {defined.name for defined in loaded.defines}:
        message = f"the starter does not define {exercise.function}"
        return [Problem(_shown(path), 0, "", message, "define it")]
    names = [parameter.name for parameter in exercise.parameters]
    seen = runner.call(exercise.function, exercise.cases, names)
    runner.end()
    if all(agrees(exercise, *pair) for pair in zip(exercise.cases, seen, strict=True)):
        return [
            Problem(_shown(path), 0, "", "the starter passes every case", "take the answer out")
        ]
    return []


def _signature(root: str, exercise: Exercise) -> list[Problem]:
    """Check that statement and starter show the same signature, with the exercise's parameters."""
    statement = content.statement(root, exercise.id)
    stated = _find_signature(exercise, statement)
    given = _find_signature(exercise, exercise.starter)
    path = os.path.join(root, "exercise", exercise.id)
    problems = []
    if given is None or _parameter_names(given) != [p.name for p in exercise.parameters]:
        message = "its function has not the parameters of exercise.toml, in this order"
        problems.append(Problem(_shown(f"{path}/starter.py"), 0, "", message, "make them agree"))
    if stated != given:
        message = f"shows another signature than the starter: {stated or 'none'}"
        problems.append(Problem(_shown(f"{path}/statement.md"), 0, "", message, "make them agree"))
    return problems


def _find_signature(exercise: Exercise, text: str) -> str | None:
    """Return the first `def` of the function in a text, up to its colon, with single spaces."""
    match = re.search(
        rf"def\s+{re.escape(exercise.function)}\s*\((.*?)\)\s*(->[^:]*)?:", text, re.DOTALL
    )
    if match is None:
        return None
    inner = " ".join(match[1].split()).strip().rstrip(",")
    return f"def {exercise.function}({inner})"


def _parameter_names(signature: str) -> list[str]:
    inner = signature.partition("(")[2].rstrip(")")
    return [re.split(r"[:=]", part)[0].strip() for part in inner.split(",") if part.strip()]


# --- known mistakes ------------------------------------------------------------------------------


def _mistakes(root: str, records: Records, hints: Hints) -> list[Problem]:
    """Check that every known mistake has its texts, is caught, and is named: itself or a group."""
    path = _shown(os.path.join(root, "hints", records.exercise.id, "mistakes.toml"))
    files, texts = set(records.mistakes), set(hints.mistakes)
    missing = [(m, "has no [[mistake]] with its id", "add its title, ...") for m in files - texts]
    extra = [(m, "has no file in reference/", "add it, or remove the entry") for m in texts - files]
    told = [*missing, *extra, *_unnamed(records, hints), *_unstable(records, hints)]
    return [
        Problem(path, 0, f'"{mistake}"', message, fix) for mistake, message, fix in sorted(told)
    ]


def _unnamed(records: Records, hints: Hints) -> Iterable[tuple[str, str, str]]:
    caught: frozenset[str] = frozenset().union(*caught_by_call(records).values())
    alike: dict[tuple[str, ...], set[str]] = {}
    for mistake, answers in records.mistakes.items():
        if mistake not in caught:
            yield mistake, "answers every case and probe rightly", "add a probe that catches it"
        elif mistake not in records.unstable:
            alike.setdefault(answers, set()).add(mistake)
    for members in alike.values():
        if name(frozenset(members), hints.mistakes, hints.groups) is None:
            others = ", ".join(sorted(members))
            fix = "write a [[group]] with these members, or a probe that tells them apart"
            yield min(members), f"answers like others ({others}), and no group names them", fix


def _unstable(records: Records, hints: Hints) -> Iterable[tuple[str, str, str]]:
    for mistake in sorted(set(records.mistakes) & set(hints.mistakes)):
        generator = hints.mistakes[mistake].generator
        if mistake in records.unstable and not generator:
            yield mistake, "answers differently from run to run", 'add generator = "..."'
        if mistake not in records.unstable and generator:
            yield mistake, "has stable answers and needs no `generator`", "remove that key"


def _giveaways(root: str, exercise_id: str, hints: Hints) -> list[Problem]:
    """Check that no hint contains a line of the solution."""
    read = submission.read(os.path.join(root, "reference", exercise_id, "solution.py"))
    in_starter = submission.read(os.path.join(root, "exercise", exercise_id, "starter.py"))
    known = {line.strip() for line in submission.lines(in_starter.source)}
    lines = {line.strip() for line in submission.lines(read.source)} - known
    code = [line for line in lines if len(line) >= _LEAST_GIVEAWAY and not line.startswith("#")]
    texts = [(hint.id, hint.text) for hint in hints.ladder]
    texts += [(hint.id, hint.text) for nudges in hints.topics.values() for hint in nudges]
    for mistake in (*hints.mistakes.values(), *hints.groups.values()):
        texts += [(mistake.id, text) for text in (mistake.explanation, *mistake.nudges)]
    path = _shown(os.path.join(root, "hints", exercise_id))
    return [
        Problem(path, 0, f'"{hint}"', f"contains a line of the solution: {line}", "say it in words")
        for hint, text in texts
        for line in code
        if line in text
    ]


# --- files ---------------------------------------------------------------------------------------


def _stray_files(root: str, exercise_id: str) -> list[Problem]:
    """Return the files that belong to no exercise: they would go unnoticed, or into a wheel."""
    known = (
        ("exercise", _EXERCISE_FILES),
        ("hints", _HINT_FILES),
        ("reference", _REFERENCE_FILES),
    )
    found = []
    for part, names in known:
        folder = os.path.join(root, part, exercise_id)
        found += [os.path.join(folder, n) for n in _entries(folder) if n not in names]
    mistakes = os.path.join(root, "reference", exercise_id, "mistakes")
    found += [os.path.join(mistakes, n) for n in _entries(mistakes) if not n.endswith(".py")]
    return [
        Problem(_shown(path), 0, "", "is no file of an exercise", "remove it") for path in found
    ]


def _entries(folder: str) -> Sequence[str]:
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted(name for name in names if name != "__pycache__")

"""Checks the starter: it loads, does not pass, and shows the signature of the statement."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from grader import content, submission
from grader.authoring.reference import patient, unusable
from grader.content import Problem
from grader.job import Job
from grader.judge import agrees

if TYPE_CHECKING:
    from grader.job import Runner
    from grader.model import Exercise


def starter(root: str, exercise: Exercise, runner: Runner) -> list[Problem]:
    """Check that the starter loads, defines the function, and does not pass."""
    path = os.path.join(root, "exercise", exercise.id, "starter.py")
    read = submission.read(path)
    loaded = runner.load(Job(read.source, read.name, exercise.seed, patient(exercise.limits)))
    if problem := unusable(loaded, exercise.function):
        runner.end()
        return [_problem(path, problem.text, "mend it", problem.line)]
    names = [parameter.name for parameter in exercise.parameters]
    seen = runner.call(exercise.function, exercise.cases, names)
    runner.end()
    known = [
        pair for pair in zip(exercise.cases, seen, strict=True) if pair[0].expected is not None
    ]
    if known and all(agrees(exercise, *pair) for pair in known):
        return [_problem(path, "passes every case", "take the answer out")]
    return []


def signatures(root: str, exercise: Exercise) -> list[Problem]:
    """Check that statement and starter show the same signature, with the exercise's parameters."""
    folder = os.path.join(root, "exercise", exercise.id)
    if not os.path.isfile(os.path.join(folder, "statement.md")):
        return []
    stated = _signature(exercise, content.statement(root, exercise.id))
    given = _signature(exercise, exercise.starter)
    wanted = [parameter.name for parameter in exercise.parameters]
    problems = []
    if given is not None and _names(given) != wanted:
        message = f"{given} has not the parameters of exercise.toml: {', '.join(wanted)}"
        problems.append(_problem(f"{folder}/starter.py", message, "make them agree"))
    if stated is None:
        message = f"shows no `def {exercise.function}(...):`"
        fix = f"write it as in the starter: {given}:" if given else "write it as in the starter"
        problems.append(_problem(f"{folder}/statement.md", message, fix))
    elif given is not None and stated != given:
        message = f"shows {stated}, but the starter has {given}"
        problems.append(_problem(f"{folder}/statement.md", message, "make them agree"))
    return problems


def _signature(exercise: Exercise, text: str) -> str | None:
    """Return the first `def` of the function in a text, up to its colon, with single spaces."""
    match = re.search(
        rf"def\s+{re.escape(exercise.function)}\s*\((.*?)\)\s*(->[^:]*)?:", text, re.DOTALL
    )
    if match is None:
        return None
    inner = " ".join(match[1].split()).strip().rstrip(",")
    return f"def {exercise.function}({inner})"


def _names(signature: str) -> list[str]:
    inner = signature.partition("(")[2].rstrip(")")
    return [re.split(r"[:=]", part)[0].strip() for part in inner.split(",") if part.strip()]


def _problem(path: str, message: str, fix: str, line: int = 0) -> Problem:
    return Problem(content.shown_path(path), line, "", message, fix)

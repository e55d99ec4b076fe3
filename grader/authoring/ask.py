"""Asks on a terminal for what a new case lacks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from grader.authoring.toml_text import toml_value
from grader.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grader.model import Exercise, Parameter

_EXAMPLES = {
    "int": "3",
    "float": "0.5",
    "list[int]": "[3, 7]",
    "list[float]": "[0.5, 0.25]",
    "list[list[float]]": "[[0.5], [1, 2]]",
}


def completed(
    exercise: Exercise, fields: Mapping[str, object], topics: Iterable[str]
) -> dict[str, object]:
    """Return the fields of a case, with those that are None and the arguments asked for.

    Without a terminal only the id and the arguments are needed. Raises UsageError when one of
    these is missing and nobody can answer.
    """
    args = fields["args"]
    assert isinstance(args, dict)
    missing = _missing(exercise, args)
    if not sys.stdin.isatty():
        lacking = ["--id ID"] * (not fields["id"])
        lacking += [f"--arg '{spec.name}={_EXAMPLES[spec.type]}'" for spec in missing]
        if lacking:
            raise UsageError(
                f"There is no terminal to ask for {', '.join(lacking)}.",
                hint="See grade author add --help.",
            )
        return dict(fields)
    named = ", ".join(topics)
    questions = {
        "id": "id (words-with-hyphens)",
        "title": "title (a few words)",
        "why": "why (a sentence)",
        "topic": f"topic of its hints ({named}; or nothing)" if named else "",
    }
    found = dict(fields)
    for key, question in questions.items():
        if found[key] is None and question:
            found[key] = _ask(question)
    asked = {spec.name: _value(f"{spec.name}, such as {_EXAMPLES[spec.type]}") for spec in missing}
    return {**found, "args": {**args, **asked}}


def _missing(exercise: Exercise, args: Mapping[str, object]) -> list[Parameter]:
    """Return the parameters to ask for; none when a misspelt one was given, which is told first."""
    if set(args) - {spec.name for spec in exercise.parameters}:
        return []
    return [spec for spec in exercise.parameters if not spec.optional and spec.name not in args]


def _value(question: str) -> object:
    """Ask for a value until there is one."""
    while True:
        text = _ask(question)
        try:
            return toml_value(text)
        except UsageError as error:
            print(error.message, error.hint, file=sys.stderr)


def _ask(question: str) -> str:
    """Ask for a line. Raises UsageError when the input ends."""
    try:
        return input(f"{question}: ").strip()
    except EOFError:
        raise UsageError("The input ended before everything was given.") from None

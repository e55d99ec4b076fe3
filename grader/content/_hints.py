"""Read hints.toml and mistakes.toml: what learners are told when they are stuck or wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from grader.content import _rules as rules
from grader.content._file import quoted
from grader.content._problems import Problem, shown_path
from grader.hint_records import Hint, Mistake

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.content._file import TomlFile
    from grader.content._lines import Where
    from grader.hint_records import Hints
    from grader.model import Case, Exercise

# The facts about a submission's random draws that have a sentence.
NOTES = (
    "never-seeded",
    "other-seed",
    "other-generator",
    "not-used",
    "fewer-draws",
    "more-draws",
)
_PLACEHOLDERS = ("{draws}", "{expected}")
_NOTE_KINDS = dict.fromkeys(NOTES, rules.SENTENCE)
_HINTS_FILE = {
    "follow_ups": rules.TEXTS,
    "notes": rules.TABLE,
    "hint": rules.ANY,  # the lists of tables are checked one by one
    "topic": rules.ANY,
}
_HINT = {"id": rules.ID, "title": rules.SENTENCE, "text": rules.SENTENCE}
_TOPIC = {"id": rules.ID, "nudges": rules.SENTENCES}
_MISTAKES_FILE = {"mistake": rules.ANY, "group": rules.ANY}
_MISTAKE = {
    "id": rules.ID,
    "title": rules.SENTENCE,
    "explanation": rules.SENTENCE,
    "nudges": rules.SENTENCES,
}
_MISTAKE_KEYS = {**_MISTAKE, "generator": rules.one_of(NOTES)}
_GROUP = {**_MISTAKE, "members": rules.TEXTS}


def read_hints(file: TomlFile) -> dict[str, Any]:
    """Return what a hints.toml gives to the fields ladder, topics, notes, follow_ups of Hints."""
    if not file.usable:
        return {}
    top = rules.take(file, (), file.tables, _HINTS_FILE)
    notes = rules.take(file, ("notes",), top.get("notes", {}), _NOTE_KINDS)
    for id, sentence in notes.items():
        _check_placeholders(file, ("notes", id), sentence)
    ladder = _read(file, "hint", _HINT, {})
    if not file.tables.get("hint"):
        file.error((), "no hint at all; wanted [[hint]]", "write [[hint]] above each hint")
    topics = _read(file, "topic", _TOPIC, {})
    return {
        "ladder": tuple(Hint(**hint) for hint in ladder),
        "topics": {topic["id"]: _nudges(topic) for topic in topics},
        "notes": notes,
        "follow_ups": tuple(top.get("follow_ups", ())),
    }


def read_mistakes(file: TomlFile) -> dict[str, Any]:
    """Return what a mistakes.toml gives to the fields mistakes and groups of Hints."""
    if not file.usable:
        return {}
    rules.take(file, (), file.tables, _MISTAKES_FILE)
    first: dict[str, Where] = {}
    tables = _read(file, "mistake", _MISTAKE_KEYS, first, required=_MISTAKE)
    mistakes = {table["id"]: _mistake(table) for table in tables}
    known = [id for id, where in first.items() if where[0] == "mistake"]
    groups = {table["id"]: _mistake(table) for table in _read(file, "group", _GROUP, first)}
    _check_members(file, known)
    return {"mistakes": mistakes, "groups": groups}


def lines_by_id(file: TomlFile) -> dict[tuple[str, str], int]:
    """Return the line of each table with an id, by the table's name and that id."""
    return {
        (name, table["id"]): file.line(where)
        for name in ("hint", "topic", "mistake", "group")
        for where, table in rules.entries(file, name)
        if "id" in table
    }


def _read(
    file: TomlFile,
    name: str,
    kinds: dict[str, rules.Kind],
    first: dict[str, Where],
    required: dict[str, rules.Kind] | None = None,
) -> list[dict[str, Any]]:
    """Return the complete tables `[[name]]`; `first` knows the ids that are used already."""
    required = required or kinds
    complete = []
    for where, table in rules.entries(file, name):
        good = rules.take(file, where, table, kinds, required)
        id = good.get("id")
        if id in first:
            message = f'the id "{id}" is already used at {file.at(first[id])}'
            file.error((*where, "id"), message, "choose another id")
        elif id is not None:
            first[id] = where
        if all(key in good for key in required):
            complete.append(good)
    return complete


def _nudges(topic: dict[str, Any]) -> tuple[Hint, ...]:
    """Return the nudges of a topic; a dot, which no hint's id has, keeps their ids apart."""
    return tuple(Hint(f"{topic['id']}.{n}", text) for n, text in enumerate(topic["nudges"], 1))


def _mistake(table: dict[str, Any]) -> Mistake:
    """Return a mistake or a group as a record."""
    return Mistake(
        id=table["id"],
        title=table["title"],
        explanation=table["explanation"],
        nudges=tuple(table["nudges"]),
        members=tuple(table.get("members", ())),
        generator=table.get("generator", ""),
    )


def _check_members(file: TomlFile, known: list[str]) -> None:
    """Check that groups name known mistakes, two or more, none of them twice."""
    first: dict[str, Where] = {}
    for where, table in rules.entries(file, "group"):
        members: Any = table.get("members")
        if not rules.TEXTS.fits(members):
            continue
        place = (*where, "members")
        if len(members) < 2:
            file.error(place, "a group has two members or more", "name them, or remove the group")
        for index, id in enumerate(members):
            if id not in known:
                file.error(
                    (*place, index), f"unknown mistake {quoted(id)}", rules.nearest(id, known)
                )
            elif id in first:
                message = f'"{id}" is already a member at {file.at(first[id])}'
                file.error((*place, index), message, "name it once")
            else:
                first[id] = (*place, index)


def _check_placeholders(file: TomlFile, where: Where, sentence: str) -> None:
    """Check that a sentence has no braces but those of the known placeholders."""
    for placeholder in re.findall(r"\{[^{}]*\}|[{}]", sentence):
        if placeholder not in _PLACEHOLDERS:
            fix = f"allowed are {' and '.join(_PLACEHOLDERS)}"
            file.error(where, f"unknown placeholder {placeholder}", fix)


def topics_missing(cases: Sequence[Case], hints: Hints) -> list[Problem]:
    """Return the cases whose topic has no nudges in hints.toml."""
    return [
        Problem(
            shown_path(case.source),
            case.line,
            f'case "{case.id}", topic',
            f'hints.toml has no topic "{case.topic}"',
            rules.nearest(case.topic, hints.topics),
        )
        for case in cases
        if case.topic and case.topic not in hints.topics
    ]


def agreement(exercise: Exercise, hints: Hints, path: str) -> list[Problem]:
    """Return where hints leave an exercise alone: topics of cases, notes about its draws.

    `path` is that of hints.toml.
    """
    problems = topics_missing(exercise.cases, hints)
    if exercise.seed is not None:
        for id in NOTES:
            if id not in hints.notes:
                message = f'the note "{id}" is missing, which an exercise with a seed needs'
                fix = f'add {id} = "..."'
                problems.append(Problem(shown_path(path), 0, "notes", message, fix))
    return problems

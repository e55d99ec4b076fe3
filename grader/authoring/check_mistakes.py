"""Checks known mistakes and hints: each is caught and named, and none gives the solution away."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from grader import content, submission
from grader.authoring.coverage import caught_by_call
from grader.authoring.reference import mistake_ids
from grader.content import Problem
from grader.diagnosis import name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.authoring.sync import Records
    from grader.hint_records import Hints

_LEAST_GIVEAWAY = 16  # characters of a line of the solution that a hint must not contain

# The id of a mistake, what is wrong with it, and how to mend that.
_Told = tuple[str, str, str]


def texts_and_files(root: str, exercise_id: str, hints: Hints) -> list[Problem]:
    """Check that every known mistake has both a file and its texts."""
    folder = content.shown_path(os.path.join(root, "reference", exercise_id, "mistakes"))
    files, texts = set(mistake_ids(root, exercise_id)), set(hints.mistakes)
    return _problems(
        root,
        exercise_id,
        [
            *((id, "has a file, but no [[mistake]] here", "add its texts") for id in files - texts),
            *(
                (id, f"has no file {folder}/{id}.py", "write it, or remove this entry")
                for id in texts - files
            ),
        ],
    )


def unnamed(root: str, records: Records, hints: Hints) -> list[Problem]:
    """Check that every known mistake is caught, and is diagnosed as itself or as its group."""
    caught: frozenset[str] = frozenset().union(*caught_by_call(records).values())
    by_law = records.laws.laws.mistakes
    unmeasured = records.exercise.has_laws and not records.laws.written  # its file has faults
    alike: dict[object, set[str]] = {}
    told: list[_Told] = []
    for mistake, answers in records.mistakes.items():
        if mistake not in caught and unmeasured:
            continue
        if mistake not in caught and mistake not in by_law:
            fix = "add a probe that it fails, or remove it: it may be right"
            told.append((mistake, "answers every case and probe as the reference does", fix))
        elif mistake in hints.mistakes:
            known = answers if mistake in caught else repr(by_law[mistake])
            alike.setdefault(known, set()).add(mistake)
    for members in alike.values():
        if name(frozenset(members), hints.mistakes, hints.groups) is None:
            first, *others = sorted(members)
            fix = "add a probe that tells them apart, or one [[group]] of all of them"
            told.append((first, f"answers every call exactly like {', '.join(others)}", fix))
    return _problems(root, records.exercise.id, told)


def unsteady(root: str, records: Records, hints: Hints) -> list[Problem]:
    """Check `generator`: mistakes whose answers change need it, and no two of them the same."""
    told: list[_Told] = []
    first: dict[str, str] = {}
    for mistake in hints.mistakes.values():
        if mistake.generator:
            told += _declared(mistake.id, mistake.generator, records, first)
        elif mistake.id in records.changing:
            fact = records.changing[mistake.id]
            fix = f'add generator = "{fact}"' if fact else "remove it: nothing can recognise it"
            told.append((mistake.id, "answers differently from run to run", fix))
    return _problems(root, records.exercise.id, told)


def _declared(id: str, fact: str, records: Records, first: dict[str, str]) -> Iterator[_Told]:
    """Say what is wrong with a mistake that says by which fact it is recognised."""
    seen = records.changing.get(id)
    other = first.setdefault(fact, id)
    if id in records.mistakes or seen is None:
        yield id, "has `generator`, but gives the same answers in each run", "remove that key"
    elif seen != fact:
        fix = f'write generator = "{seen}"' if seen else "remove the mistake"
        yield id, f'does not show the fact "{fact}" about its draws in every call', fix
    elif other != id:
        yield id, f'has the same `generator` as "{other}"', "keep one of them: only one is named"


def giveaways(root: str, exercise_id: str, hints: Hints) -> list[Problem]:
    """Check that no text for learners contains a line of the solution."""
    lines = _lines_of(root, "reference", exercise_id, "solution.py")
    lines -= _lines_of(root, "exercise", exercise_id, "starter.py")
    code = sorted(line for line in lines if len(line) >= _LEAST_GIVEAWAY and line[0] != "#")
    places = content.lines_of_hints(root, exercise_id)
    problems = []
    for kind, id, text in _texts(hints):
        path, line = places[kind, id]
        for given in code:
            if given in " ".join(text.split()):
                message = f"contains a line of the solution: {given}"
                place = f'{kind} "{id}"'
                problems.append(
                    Problem(content.shown_path(path), line, place, message, "say it in words")
                )
    return problems


def _lines_of(root: str, *path: str) -> set[str]:
    """Return the lines of a file of code, with single spaces; none when there is no such file."""
    whole = os.path.join(root, *path)
    if not os.path.isfile(whole):
        return set()
    lines = submission.lines(submission.read(whole).source)
    return {" ".join(line.split()) for line in lines} - {""}


def _texts(hints: Hints) -> Iterator[tuple[str, str, str]]:
    """Return every text with the table that it stands in."""
    for hint in hints.ladder:
        yield "hint", hint.id, f"{hint.title}\n{hint.text}"
    for topic, nudges in hints.topics.items():
        yield "topic", topic, "\n".join(nudge.text for nudge in nudges)
    for kind, mistakes in (("mistake", hints.mistakes), ("group", hints.groups)):
        for mistake in mistakes.values():
            texts = (mistake.title, mistake.explanation, *mistake.nudges)
            yield kind, mistake.id, "\n".join(texts)


def _problems(root: str, exercise_id: str, told: Iterable[_Told]) -> list[Problem]:
    """Return problems of mistakes, at their lines in mistakes.toml."""
    places = content.lines_of_hints(root, exercise_id)
    path = os.path.join(root, "hints", exercise_id, "mistakes.toml")
    return [
        Problem(
            content.shown_path(path),
            places.get(("mistake", id), ("", 0))[1],
            f'mistake "{id}"',
            message,
            fix,
        )
        for id, message, fix in sorted(told)
    ]

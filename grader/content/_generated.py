"""Read what `grade author sync` wrote: results and tables of cases, answers of known mistakes.

These files are written by a program and trusted: only what would break their use is refused.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from grader.content._compiled import whole_result
from grader.content._problems import (
    FORMAT_VERSION,
    ContentProblems,
    Problem,
    raise_errors,
    read_text,
    shown_path,
)
from grader.hint_records import Fingerprints, Mistake
from grader.model import Case, Exercise, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Picture

SYNC = "run: grade author sync"


def with_generated(exercise: Exercise, path: str, *, required: bool) -> Exercise:
    """Return the exercise with the data of generated.json: expected values, draws, tables.

    What a case says itself is expected stays. Raises ContentProblems when the file is unusable,
    or, if the data are `required`, names each case and probe that it does not know.
    """
    try:
        return _with_entries(exercise, path, required)
    except ContentProblems:
        if required:
            raise
        return exercise  # sync is about to write the file anew, whatever it is now


def _with_entries(exercise: Exercise, path: str, required: bool) -> Exercise:
    try:
        data = read_json(path)
        entries, content = {**data["cases"], **data["probes"]}, data["content"]
        if required:
            missing = _missing("case", exercise.cases, entries)
            raise_errors(missing + _missing("probe", exercise.probes, entries))
        else:  # what it says of changed cases is stale
            calls = [*exercise.cases, *exercise.probes]
            entries = {c.id: entries[c.id] for c in calls if _fits(entries.get(c.id), c)}
        return exercise._replace(
            cases=tuple(_merged(case, entries, exercise) for case in exercise.cases),
            probes=tuple(_merged(probe, entries, exercise) for probe in exercise.probes),
            content_version=content,
            pictures=_with_curves(exercise.pictures, data.get("curves", {})),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise not_as_written(path) from None


def _with_curves(pictures: Sequence[Picture], curves: dict[str, Any]) -> tuple[Picture, ...]:
    """Return the pictures with what is recorded for them; a file without it can be graded by."""
    return tuple(picture._replace(data=curves.get(picture.id)) for picture in pictures)


def read_fingerprints(path: str) -> Fingerprints:
    """Return the content of a fingerprints.json; raises ContentProblems when it is unusable."""
    try:
        data = read_json(path)
        return Fingerprints(
            tuple(data["calls"]),
            tuple(data["answers"]),
            {mistake: tuple(answers) for mistake, answers in data["mistakes"].items()},
            {id: _named(id, entry) for id, entry in data["names"].items()},
            {id: _named(id, entry) for id, entry in data["groups"].items()},
            dict(data["notes"]),
        )
    except (KeyError, TypeError, AttributeError):
        raise not_as_written(path) from None


def _named(id: str, entry: dict[str, Any]) -> Mistake:
    """Return the name of a mistake or a group."""
    members = tuple(entry.get("members", ()))
    generator = entry.get("generator", "")
    return Mistake(id, entry["title"], entry["explanation"], members=members, generator=generator)


def read_json(path: str) -> dict[str, Any]:
    """Return a generated file as a dictionary, with the format version that this grader reads."""
    try:
        data = json.loads(read_text(path, SYNC))
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("format_version") != FORMAT_VERSION:
        raise not_as_written(path)
    return data


def _fits(entry: dict[str, Any] | None, case: Case) -> bool:
    """Return whether an entry was recorded for these very arguments."""
    return entry is not None and entry.get("args") == list(case.args)


def _merged(case: Case, entries: dict[str, Any], exercise: Exercise) -> Case:
    """Return a case with its generated data, if there are any."""
    entry = entries.get(case.id)
    if entry is None:
        return case
    parts = entry["expected"]
    if len(parts) != len(exercise.result):
        raise ValueError("the result has other parts now")
    if not _fits(entry, case):
        # Judging by the result of another call would be worse than not judging.
        message = "generated.json knows it with other arguments"
        where = f'case or probe "{case.id}"'
        raise ContentProblems([Problem(shown_path(case.source), case.line, where, message, SYNC)])
    rows = tuple(Row(row, row.pop("examined", True)) for row in entry["rows"])
    expected = whole_result(parts) if case.expected is None else case.expected
    return case._replace(expected=expected, draws=entry["draws"], rows=rows)


def _missing(kind: str, cases: Sequence[Case], entries: dict[str, Any]) -> list[Problem]:
    """Return a problem where there are cases without generated data."""
    unknown = [case for case in cases if case.id not in entries]
    if not unknown:
        return []
    first, more = unknown[0], len(unknown) - 1
    others = f" (nor {more} more)" if more else ""
    message = f"generated.json does not know it yet{others}"
    return [Problem(shown_path(first.source), first.line, f'{kind} "{first.id}"', message, SYNC)]


def not_as_written(path: str) -> ContentProblems:
    """Return the error for a generated file that sync has to write again."""
    message = "is not what this version of grade author sync writes"
    return ContentProblems([Problem(shown_path(path), 0, "", message, SYNC)])

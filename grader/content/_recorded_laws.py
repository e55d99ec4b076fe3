"""Read laws.json, which `grade author sync` wrote: a generated file, trusted like the others."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from grader.content._compiled import LAWS, checksum, whole_result
from grader.content._generated import SYNC, not_as_written, read_json
from grader.content._problems import FORMAT_VERSION, ContentProblems, Problem, shown_path
from grader.law_records import Law, LawCall, Laws

if TYPE_CHECKING:
    from grader.model import Exercise


def read_laws(folder: str, exercise: Exercise) -> Laws:
    """Return the content of the laws.json in a folder; raises ContentProblems, see `load_laws`."""
    path = os.path.join(folder, "laws.json")
    data = read_json(path)
    try:
        if data["made_from"] != _made_from(folder, exercise):
            message = "laws.json is of other laws, parameters or results"
            written = shown_path(os.path.join(folder, LAWS))
            raise ContentProblems([Problem(written, 0, "", message, SYNC)])
        laws = tuple(_law(law_id, entry) for law_id, entry in data["laws"].items())
        return Laws(laws, dict(data["mistakes"]), tuple(data["right"]))
    except (OSError, KeyError, TypeError, ValueError, AttributeError):
        raise not_as_written(path) from None


def _made_from(folder: str, exercise: Exercise) -> dict[str, object]:
    """Return what laws.json rests on, as far as a run can be told by it; raises OSError."""
    return {
        LAWS: checksum(os.path.join(folder, LAWS)),
        "parameters": [parameter.name for parameter in exercise.parameters],
        "result": [part.name for part in exercise.result],
    }


def record_of(folder: str, exercise: Exercise, laws: Laws) -> dict[str, object]:
    """Return what a laws.json holds; raises OSError."""
    return {
        "format_version": FORMAT_VERSION,
        "made_from": _made_from(folder, exercise),
        "laws": {law.id: _entry(law) for law in laws.laws},
        "mistakes": laws.mistakes,
        "right": list(laws.right),
    }


def _entry(law: Law) -> dict[str, object]:
    """Return a law as plain data, with each result as a list of its parts."""
    return {
        "title": law.title,
        "output": law.output,
        "count": law.count,
        "wanted": [list(row) for row in law.wanted],
        "calls": [
            {**call._asdict(), "outcomes": [[_parts(result), p] for result, p in call.outcomes]}
            for call in law.calls
        ],
    }


def _parts(result: object) -> list[object]:
    return list(result) if isinstance(result, tuple) else [result]


def _law(law_id: str, entry: dict[str, Any]) -> Law:
    return Law(
        law_id,
        entry["title"],
        tuple(map(_call, entry["calls"])),
        entry["output"],
        tuple(map(tuple, entry["wanted"])),
        entry["count"],
    )


def _call(entry: dict[str, Any]) -> LawCall:
    return LawCall(
        tuple(entry["args"]),
        entry["weight"],
        entry["uniforms"],
        tuple(map(tuple, entry["cuts"])),
        tuple((whole_result(parts), probability) for parts, probability in entry["outcomes"]),
    )

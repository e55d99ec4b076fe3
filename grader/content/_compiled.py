"""The hand-written content of an exercise as `grade author sync` last saw it, without TOML.

Reading a validated exercise from JSON takes a tenth of what parsing and checking its TOML takes.
The checksums tell whether the files are still those: if not, or if anything at all is amiss, the
TOML is read instead.
"""

from __future__ import annotations

import json
import os
from binascii import crc32
from typing import TYPE_CHECKING, Any

from grader.model import Case, Column, Exercise, Limits, Parameter, Picture, ResultPart, Row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.model import Value

_FILES = ("exercise.toml", "cases.toml", "probes.toml")
LAWS = "laws.toml"  # which an exercise may have
_CASE_FIELDS = ("title", "why", "arrays", "points", "topic", "tags", "boundary", "line")


def whole_result(parts: Sequence[Value]) -> Value:
    """Return what the function returns, given the parts of its result."""
    return parts[0] if len(parts) == 1 else tuple(parts)


def checksums(folder: str) -> dict[str, int]:
    """Return the checksums of the hand-written files in an exercise's folder; raises OSError."""
    laws = (LAWS,) if os.path.exists(os.path.join(folder, LAWS)) else ()
    return {name: checksum(os.path.join(folder, name)) for name in (*_FILES, *laws)}


def checksum(path: str) -> int:
    """Return the checksum of a text file, whatever its newlines; raises OSError."""
    with open(path, "rb") as file:
        return crc32(file.read().replace(b"\r\n", b"\n"))


def compiled(exercise: Exercise) -> dict[str, object]:
    """Return an exercise as plain data, without what belongs to its cases and probes."""
    return {
        "title": exercise.title,
        "function": exercise.function,
        "parameters": [parameter._asdict() for parameter in exercise.parameters],
        "result": [part._asdict() for part in exercise.result],
        "limits": exercise.limits._asdict(),
        "seed": exercise.seed,
        "columns": [column._asdict() for column in exercise.columns],
        "rows_follow": exercise.rows_follow,
        "position": exercise.position,
        "pictures": [_written(picture) for picture in exercise.pictures],
    }


def _written(picture: Picture) -> dict[str, object]:
    """Return what is written by hand about a picture, as plain data."""
    fields = picture._replace(data=None)._asdict()
    return {name: value for name, value in fields.items() if value}


def compiled_case(case: Case) -> dict[str, object]:
    """Return what is written by hand about a case, as plain data."""
    return {name: getattr(case, name) for name in _CASE_FIELDS}


def read_compiled(folder: str, exercise_id: str) -> Exercise | None:
    """Return the exercise in a folder as it was recorded; None when its files have changed."""
    try:
        with open(os.path.join(folder, "generated.json"), encoding="utf-8") as file:
            data = json.load(file)
        if data["checksums"] != checksums(folder):
            return None
        with open(os.path.join(folder, "starter.py"), encoding="utf-8") as file:
            starter = file.read().removeprefix("\ufeff")
        return _exercise(folder, exercise_id, data, starter)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None  # the TOML files are read then, and their reader tells what is wrong


def _exercise(folder: str, exercise_id: str, data: Mapping[str, Any], starter: str) -> Exercise:
    known = data["exercise"]
    return Exercise(
        exercise_id,
        known["title"],
        known["function"],
        tuple(Parameter(**entry) for entry in known["parameters"]),
        tuple(ResultPart(**entry) for entry in known["result"]),
        Limits(**known["limits"]),
        _cases(data["cases"], os.path.join(folder, "cases.toml")),
        _cases(data["probes"], os.path.join(folder, "probes.toml")),
        known["seed"],
        tuple(Column(**entry) for entry in known["columns"]),
        known["rows_follow"],
        starter,
        data["content"],
        known["position"],
        tuple(_picture(entry, data["curves"]) for entry in known["pictures"]),
        LAWS in data["checksums"],
    )


def _picture(entry: Mapping[str, Any], curves: Mapping[str, Any]) -> Picture:
    areas = tuple(entry.get("areas", ()))
    return Picture(**{**entry, "areas": areas, "data": curves.get(entry["id"])})


def _cases(entries: Mapping[str, Any], source: str) -> tuple[Case, ...]:
    return tuple(_case(case_id, entry, source) for case_id, entry in entries.items())


def _case(case_id: str, entry: Mapping[str, Any], source: str) -> Case:
    written = entry["written"]
    return Case(
        case_id,
        tuple(entry["args"]),
        whole_result(entry["expected"]),
        draws=entry["draws"],
        rows=tuple(Row(row, row.pop("examined", True)) for row in entry["rows"]),
        source=source,
        **{**written, "arrays": tuple(written["arrays"]), "tags": tuple(written["tags"])},
    )

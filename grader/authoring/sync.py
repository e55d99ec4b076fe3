"""Records what the reference does: writes generated.json and fingerprints.json, nothing else."""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, NamedTuple

from grader import content, display
from grader.authoring.reference import Reference
from grader.diagnosis import answers
from grader.errors import ContentError
from grader.files import write_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.authoring.reference import Trace
    from grader.job import Runner
    from grader.model import Case, Exercise, Hints, Mistake, Value

_FORMAT_VERSION = 1


class Records(NamedTuple):
    """What the reference does with one exercise's calls, and the texts of the files that say so.

    `calls` are the exercise's cases, its probes, and further cases. `results`, `traces` and
    `right_answers` have an entry for each, `mistakes` the answers of each known mistake to them, in
    order; those of `unstable` ones change from run to run. `situations` are all that trace.py tells
    apart. `files` maps paths to texts.
    """

    exercise: Exercise
    calls: tuple[Case, ...]
    results: dict[str, tuple[Value, ...]]
    right_answers: dict[str, str]
    traces: dict[str, Trace]
    situations: tuple[str, ...]
    mistakes: dict[str, tuple[str, ...]]
    unstable: frozenset[str]
    files: dict[str, str]


def record(root: str, exercise_id: str, runner: Runner, further: Sequence[Case] = ()) -> Records:
    """Run solution, trace and mistakes of an exercise, also on `further` cases of another file.

    Raises ContentError where they disagree.
    """
    exercise = content.load_exercise(root, exercise_id, require_generated=False)
    reference = Reference(root, exercise, runner)
    calls = [*exercise.cases, *exercise.probes, *further]
    results = reference.solve(calls)
    traces = reference.trace(calls)
    for case, result, trace in zip(calls, results, traces, strict=True):
        if result != trace.result:
            raise ContentError(
                f"{reference.path('trace.py')} says {trace.result} for {case.id}, "
                f"but solution.py returns {result}."
            )
    mistakes, unstable = _mistakes(reference, calls)
    ids = [case.id for case in calls]
    recorded = Records(
        exercise,
        tuple(calls),
        dict(zip(ids, results, strict=True)),
        {case_id: _answer(result) for case_id, result in zip(ids, results, strict=True)},
        dict(zip(ids, traces, strict=True)),
        reference.situations(),
        mistakes,
        unstable,
        {},
    )
    version = _content_version(root, exercise_id)
    hints = content.load_hints(root, exercise_id)
    files = {
        content.generated_path(root, exercise_id): _generated(recorded, version),
        content.fingerprints_path(root, exercise_id): _fingerprints(recorded, hints, version),
    }
    return recorded._replace(files=files)


def _answer(result: tuple[Value, ...]) -> str:
    """Return a right result as the answer that fingerprints compare."""
    return display.value_text(result if len(result) > 1 else result[0])


def write(records: Records) -> list[str]:
    """Write the files that differ from what is there; return their paths."""
    stale = stale_files(records)
    for path in stale:
        write_file(path, records.files[path])
    return stale


def stale_files(records: Records) -> list[str]:
    """Return the paths of generated files that are not as `sync` would write them."""
    return [path for path, text in records.files.items() if _read(path) != text]


def _read(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return None


def _mistakes(
    reference: Reference, calls: Sequence[Case]
) -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
    """Return the answers of each mistake, and the ids of those whose answers are not stable."""
    found: dict[str, tuple[str, ...]] = {}
    unstable = set()
    for mistake in reference.mistake_ids():
        first, second = map(answers, reference.mistake(mistake, calls))
        if first is None or second is None:
            path = reference.path("mistakes", f"{mistake}.py")
            raise ContentError(f"{path} does not answer every call: it can never be recognised.")
        found[mistake] = first
        if first != second:
            unstable.add(mistake)
    return found, frozenset(unstable)


def _content_version(root: str, exercise_id: str) -> str:
    """Return a short hash of all hand-written files that the generated ones rest on."""
    digest = hashlib.sha256()
    for path in sorted(_hand_written(root, exercise_id)):
        digest.update(os.path.relpath(path, root).replace(os.sep, "/").encode() + b"\0")
        with open(path, "rb") as file:
            digest.update(file.read().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()[:12]


def _hand_written(root: str, exercise_id: str) -> Iterable[str]:
    for part, endings in (("exercise", (".toml",)), ("reference", (".py",))):
        for folder, _, names in os.walk(os.path.join(root, part, exercise_id)):
            yield from (os.path.join(folder, name) for name in names if name.endswith(endings))


def _generated(records: Records, version: str) -> str:
    def entries(cases: Sequence[Case]) -> dict[str, object]:
        return {case.id: _entry(records, case) for case in cases}

    data = {
        "format_version": _FORMAT_VERSION,
        "content": version,
        "cases": entries(records.exercise.cases),
        "probes": entries(records.exercise.probes),
    }
    return _json(data, depth=3)


def _entry(records: Records, case: Case) -> dict[str, object]:
    trace = records.traces[case.id]
    return {
        "args": list(case.args),
        "expected": list(records.results[case.id]),
        "draws": trace.draws,
        "rows": list(trace.rows),
        "situations": list(trace.situations),
    }


def _fingerprints(records: Records, hints: Hints, version: str) -> str:
    calls = [case.id for case in (*records.exercise.cases, *records.exercise.probes)]
    stable = {
        mistake: texts[: len(calls)]
        for mistake, texts in records.mistakes.items()
        if mistake not in records.unstable
    }
    distinct = sorted({text for texts in stable.values() for text in texts})
    index = {text: number for number, text in enumerate(distinct)}
    data = {
        "format_version": _FORMAT_VERSION,
        "content": version,
        "calls": calls,
        "answers": distinct,
        "mistakes": {name: [index[text] for text in texts] for name, texts in stable.items()},
        "names": {id: _name(mistake) for id, mistake in hints.mistakes.items()},
        "groups": {id: _name(group) for id, group in hints.groups.items()},
    }
    return _json(data, depth=2)


def _name(mistake: Mistake) -> dict[str, object]:
    """Return what a report tells of a mistake or group; nudges stay where hints are read."""
    told = {
        "title": mistake.title,
        "explanation": mistake.explanation,
        "members": list(mistake.members),
        "generator": mistake.generator,
    }
    return {key: value for key, value in told.items() if value}


def _json(data: object, depth: int) -> str:
    """Return JSON with one line per item down to a depth, so that differences read well."""
    return _indented(data, depth, 0) + "\n"


def _indented(data: object, depth: int, level: int) -> str:
    if depth == 0 or not isinstance(data, dict) or not data:
        if depth and isinstance(data, list) and data:
            inner = ",\n".join(" " * (level + 1) + json.dumps(item) for item in data)
            return f"[\n{inner}\n{' ' * level}]"
        return json.dumps(data, allow_nan=False)
    lines = (
        f"{' ' * (level + 1)}{json.dumps(key)}: {_indented(value, depth - 1, level + 1)}"
        for key, value in data.items()
    )
    return "{\n" + ",\n".join(lines) + f"\n{' ' * level}}}"

"""Records what the reference does: writes generated.json and fingerprints.json, nothing else."""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, NamedTuple

from grader import content
from grader.authoring.reference import Reference
from grader.diagnosis import answers
from grader.errors import ContentError
from grader.files import write_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.authoring.reference import Trace
    from grader.model import Case, Exercise, Value
    from grader.runner import Runner

_FORMAT_VERSION = 1


class Records(NamedTuple):
    """What the reference does with one exercise's calls, and the texts of the files that say so.

    `traces` has an entry per case and probe, `mistakes` the answers of each known mistake to them;
    those without stable answers are in `unstable`. `files` maps paths to texts.
    """

    exercise: Exercise
    traces: dict[str, Trace]
    mistakes: dict[str, tuple[str, ...]]
    unstable: tuple[str, ...]
    files: dict[str, str]


def record(root: str, exercise_id: str, runner: Runner) -> Records:
    """Run solution, trace and mistakes of an exercise. Raises ContentError where they disagree."""
    exercise = content.load_exercise(root, exercise_id, require_generated=False)
    reference = Reference(root, exercise, runner)
    calls = [*exercise.cases, *exercise.probes]
    results = reference.solve(calls)
    traces = reference.trace(calls)
    for case, result, trace in zip(calls, results, traces, strict=True):
        if result != trace.result:
            raise ContentError(
                f"{reference.path('trace.py')} says {trace.result} for {case.id}, "
                f"but solution.py returns {result}."
            )
    mistakes, unstable = _mistakes(reference, calls)
    version = _content_version(root, exercise_id)
    by_id = dict(zip([case.id for case in calls], zip(results, traces, strict=True), strict=True))
    files = {
        content.generated_path(root, exercise_id): _generated(exercise, by_id, version),
        content.fingerprints_path(root, exercise_id): _fingerprints(calls, mistakes, version),
    }
    traced = {name: trace for name, (_, trace) in by_id.items()}
    return Records(exercise, traced, mistakes, unstable, files)


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
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Return the answers of each mistake, and the ids of those whose answers are not stable."""
    stable: dict[str, tuple[str, ...]] = {}
    unstable = []
    for mistake in reference.mistake_ids():
        first, second = map(answers, reference.mistake(mistake, calls))
        if first is None or second is None:
            path = reference.path("mistakes", f"{mistake}.py")
            raise ContentError(f"{path} does not answer every call: it can never be recognised.")
        if first == second:
            stable[mistake] = first
        else:
            unstable.append(mistake)
    return stable, tuple(unstable)


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


def _generated(
    exercise: Exercise, by_id: dict[str, tuple[tuple[Value, ...], Trace]], version: str
) -> str:
    def entries(cases: Sequence[Case]) -> dict[str, object]:
        return {case.id: _entry(case, *by_id[case.id]) for case in cases}

    data = {
        "format_version": _FORMAT_VERSION,
        "content": version,
        "cases": entries(exercise.cases),
        "probes": entries(exercise.probes),
    }
    return _json(data, depth=3)


def _entry(case: Case, result: tuple[Value, ...], trace: Trace) -> dict[str, object]:
    return {
        "args": list(case.args),
        "expected": list(result),
        "draws": trace.draws,
        "rows": list(trace.rows),
        "situations": list(trace.situations),
    }


def _fingerprints(calls: Sequence[Case], mistakes: dict[str, tuple[str, ...]], version: str) -> str:
    distinct = sorted({text for texts in mistakes.values() for text in texts})
    index = {text: number for number, text in enumerate(distinct)}
    data = {
        "format_version": _FORMAT_VERSION,
        "content": version,
        "calls": [case.id for case in calls],
        "answers": distinct,
        "mistakes": {name: [index[text] for text in texts] for name, texts in mistakes.items()},
    }
    return _json(data, depth=2)


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

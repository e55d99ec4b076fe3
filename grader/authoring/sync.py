"""Records what the reference does: writes what is generated, pictures among it; nothing else."""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, NamedTuple

from grader import content
from grader.authoring import measured
from grader.authoring.laws import LawRecords, record_laws
from grader.authoring.pictures import picture_files
from grader.authoring.reference import Reference, mistake_ids
from grader.content import ContentProblems, Problem
from grader.diagnosis import answer, answers, same, steady_fact, wording
from grader.files import write_file
from grader.results import Observation, Returned

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from grader.authoring.trace import Trace
    from grader.hint_records import Hints, Mistake
    from grader.job import Runner
    from grader.model import Case, Exercise, Value

_FORMAT_VERSION = 1


class Records(NamedTuple):
    """What the reference does with one exercise's calls, and the texts of the files that say so.

    `calls` are the exercise's cases, its probes, and further cases. `results`, `traces` and
    `right_answers` have an entry for each. `mistakes` are the answers of each known mistake to
    them, in order, if they are the same in each run; `changing` those that are not, with the fact
    about their draws ("" without one). `curves` are the data of pictures. `situations` are all
    that trace.py tells apart. `laws` are there if they were asked for. `files` maps paths to texts.
    """

    exercise: Exercise
    calls: tuple[Case, ...]
    results: dict[str, tuple[Value, ...]]
    right_answers: dict[str, str]
    traces: dict[str, Trace]
    situations: tuple[str, ...]
    mistakes: dict[str, tuple[str, ...]]
    changing: dict[str, str]
    curves: dict[str, Any]
    files: dict[str, str]
    laws: LawRecords = LawRecords()


def record(
    root: str,
    exercise_id: str,
    runner: Runner,
    further: Sequence[Case] = (),
    hints: Hints | None = None,
    *,
    laws: bool = False,
    again: bool = False,
) -> Records:
    """Run solution, trace and mistakes of an exercise, also on `further` cases of another file.

    `hints` stand for those of the exercise where these are faulty. The `laws`, which do not depend
    on cases, are measured on demand, those of mistakes `again` only if asked for. Raises
    ContentProblems for content that cannot be loaded, and files of the reference that do not run
    or do not agree.
    """
    exercise = content.load_exercise(root, exercise_id, require_generated=False)
    hints = content.load_hints(root, exercise_id) if hints is None else hints
    reference = Reference(root, exercise, runner)
    calls = (*exercise.cases, *exercise.probes, *further)
    traces = reference.traces(calls)
    results = reference.results(calls, traces)
    situations = reference.situations()
    drawn = [call._replace(draws=t.draws) for call, t in zip(calls, traces, strict=True)]
    spelling = _Spelling(exercise)
    right = [spelling.of(_answer(exercise, result)) for result in results]
    mistakes, changing = _mistakes(root, reference, drawn, spelling)
    for mistake in hints.mistakes.values():
        if mistake.generator:  # said to change: with few calls, two runs may agree by chance
            mistakes.pop(mistake.id, None)
    ids = [case.id for case in calls]
    recorded = Records(
        exercise,
        calls,
        dict(zip(ids, results, strict=True)),
        dict(zip(ids, right, strict=True)),
        dict(zip(ids, traces, strict=True)),
        situations,
        mistakes,
        changing,
        reference.curves(),
        {},
        record_laws(root, reference, again=again) if laws else LawRecords(),
    )
    version = _content_version(root, exercise_id)
    files = {
        content.generated_path(root, exercise_id): _generated(recorded, root, version),
        content.fingerprints_path(root, exercise_id): _fingerprints(recorded, hints, version),
        **picture_files(root, exercise, dict(zip(ids, traces, strict=True)), recorded.curves),
    }
    if recorded.laws.written:
        found = content.record_of_laws(root, exercise, recorded.laws.laws)
        files[content.laws_path(root, exercise_id)] = _json(found, depth=4)
        kept = measured.record(recorded.laws.mistakes)
        files[measured.path(root, exercise_id)] = _json(kept, depth=1)
    return recorded._replace(files=files)


def _answer(exercise: Exercise, result: tuple[Value, ...]) -> str:
    """Return a right result as the answer that fingerprints compare."""
    return answer(exercise, Observation(Returned(content.whole_result(result)))) or ""


class _Spelling:
    """Gives all answers that are the same, but for the tolerance of floats, one text: the first.

    So answers can be compared as texts from here on, and another machine, where the last digit of
    a power may differ, writes the same file.
    """

    def __init__(self, exercise: Exercise) -> None:
        self._exercise = exercise
        self._by_words: dict[tuple[str, ...], list[str]] = {}

    def of(self, text: str) -> str:
        """Return the text that stands for an answer."""
        texts = self._by_words.setdefault(wording(self._exercise, text).words, [])
        known = next((known for known in texts if same(self._exercise, known, text)), None)
        if known is None:
            texts.append(text)
        return known or text

    def of_all(self, texts: tuple[str, ...] | None) -> tuple[str, ...] | None:
        """Return the texts that stand for the answers of a run, if there are any."""
        return texts and tuple(map(self.of, texts))


def write(records: Records) -> list[str]:
    """Write the files that differ from what is there; return their paths."""
    stale = stale_files(records)
    for path in stale:
        os.makedirs(os.path.dirname(path), exist_ok=True)  # a first picture has no folder yet
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
    root: str, reference: Reference, calls: Sequence[Case], spelling: _Spelling
) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """Return the answers of each mistake that gives the same in two runs, and facts of the others.

    A run that agrees with what an earlier one recorded needs no second. `spelling` knows the right
    answers, whose texts come first, and learns the recorded ones, which stay as they are.
    """
    exercise_id = reference.exercise.id
    known = {
        mistake: {call: spelling.of(text) for call, text in texts.items()}
        for mistake, texts in _recorded(root, exercise_id).items()
    }
    stable: dict[str, tuple[str, ...]] = {}
    changing: dict[str, str] = {}
    problems: list[Problem] = []
    for mistake in mistake_ids(root, exercise_id):
        try:
            seen = reference.mistake(mistake, calls)
            first = spelling.of_all(answers(reference.exercise, seen))
            if first is not None and _is_as_recorded(calls, first, known.get(mistake, {})):
                second: tuple[str, ...] | None = first
            else:
                again = answers(reference.exercise, reference.mistake(mistake, calls))
                second = spelling.of_all(again)
        except ContentProblems as error:
            problems += error.problems
            continue
        if first is None or second is None:
            path = content.shown_path(reference.path("mistakes", f"{mistake}.py"))
            fix = "a mistake that hangs or crashes cannot be recognised: remove it"
            problems.append(Problem(path, 0, "", "does not answer every call", fix))
        elif first == second:
            stable[mistake] = first
        else:
            changing[mistake] = steady_fact(reference.exercise, calls, seen)
    if problems:
        raise ContentProblems(problems)
    return stable, changing


def _recorded(root: str, exercise_id: str) -> dict[str, dict[str, str]]:
    """Return what each mistake answered to each call when sync ran last."""
    try:
        found = content.load_fingerprints(root, exercise_id)
        return {
            mistake: {
                call: found.answers[index] for call, index in zip(found.calls, indices, strict=True)
            }
            for mistake, indices in found.mistakes.items()
        }
    except (ContentProblems, IndexError, TypeError, ValueError):
        return {}


def _is_as_recorded(
    calls: Sequence[Case], found: tuple[str, ...], recorded: Mapping[str, str]
) -> bool:
    """Return whether answers agree with recorded ones, which are there for most calls."""
    pairs = [(a, recorded[c.id]) for c, a in zip(calls, found, strict=True) if c.id in recorded]
    return 2 * len(pairs) > len(calls) and all(mine == other for mine, other in pairs)


def _content_version(root: str, exercise_id: str) -> str:
    """Return a short hash of all hand-written files that the generated ones rest on."""
    digest = hashlib.sha256()
    for path in sorted(_hand_written(root, exercise_id)):
        digest.update(os.path.relpath(path, root).replace(os.sep, "/").encode() + b"\0")
        with open(path, "rb") as file:
            digest.update(file.read().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()[:12]


def _hand_written(root: str, exercise_id: str) -> Iterable[str]:
    for name in ("exercise.toml", "cases.toml", "probes.toml", "laws.toml"):
        path = os.path.join(root, "exercise", exercise_id, name)
        if name != "laws.toml" or os.path.isfile(path):  # few exercises have laws
            yield path
    folder = os.path.join(root, "reference", exercise_id)
    yield from (os.path.join(folder, name) for name in ("solution.py", "trace.py"))
    for mistake in mistake_ids(root, exercise_id):
        yield os.path.join(folder, "mistakes", f"{mistake}.py")


def _generated(records: Records, root: str, version: str) -> str:
    def entries(cases: Sequence[Case]) -> dict[str, object]:
        return {case.id: _entry(records, case) for case in cases}

    data = {
        "format_version": _FORMAT_VERSION,
        "content": version,
        "checksums": content.checksums(os.path.join(root, "exercise", records.exercise.id)),
        "exercise": content.compiled(records.exercise),
        "cases": entries(records.exercise.cases),
        "probes": entries(records.exercise.probes),
        "curves": records.curves,
    }
    return _json(data, depth=3)


def _entry(records: Records, case: Case) -> dict[str, object]:
    trace = records.traces[case.id]
    return {
        "written": content.compiled_case(case),
        "args": list(case.args),
        "expected": list(records.results[case.id]),
        "draws": trace.draws,
        "rows": list(trace.rows),
        "situations": list(trace.situations),
    }


def _fingerprints(records: Records, hints: Hints, version: str) -> str:
    calls = [case.id for case in (*records.exercise.cases, *records.exercise.probes)]
    stable = {mistake: texts[: len(calls)] for mistake, texts in records.mistakes.items()}
    distinct = sorted({text for texts in stable.values() for text in texts})
    index = {text: number for number, text in enumerate(distinct)}
    data = {
        "format_version": _FORMAT_VERSION,
        "content": version,
        "calls": calls,
        "answers": distinct,
        "mistakes": {name: [index[text] for text in texts] for name, texts in stable.items()},
        "names": {id: _name(mistake) for id, mistake in hints.mistakes.items()},
        "notes": dict(hints.notes),
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

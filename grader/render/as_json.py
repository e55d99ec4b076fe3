"""The report as JSON, version 1, for machines; described by report.schema.json beside it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from grader import display
from grader.render.scores import Share, shares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.law_records import LawResult
    from grader.results import CaseResult, Note, Output, Place, Report

VERSION = 1


def as_json(report: Report) -> str:
    """Return the report as one JSON document: ASCII, strict, with a newline at its end.

    Each key has a line of its own, and each case. (Python's own indenting takes ten times as long.)
    """
    lines = [f"{_json(key)}: {_rows(value)}" for key, value in document(report).items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _rows(value: object) -> str:
    if not isinstance(value, list) or not value:
        return _json(value)
    return "[\n " + ",\n ".join(map(_json, value)) + "\n]"


def _json(value: object) -> str:
    return json.dumps(value, allow_nan=False)


def document(report: Report) -> dict[str, object]:
    """Return the report as plain data, in the shape of report.schema.json."""
    simplest = report.probes.simplest
    diagnosis = report.diagnosis
    return {
        "version": VERSION,
        "exercise": report.exercise,
        "submission": report.submission,
        "verdict": report.verdict.value,
        "message": _sentences(_in_cell(report.message, report.place), report.advice),
        "line": _line(report.place),
        "passed": report.passed,
        "total": report.total,
        "score": report.score,
        "max_score": report.max_score,
        "cases": [_case(*pair) for pair in zip(report.cases, shares(report).cases, strict=True)],
        "probes": {
            "agreed": report.probes.agreed,
            "total": report.probes.total,
            "simplest": simplest
            and {"call": simplest.call, "expected": simplest.expected, "actual": simplest.actual},
        },
        "hidden": {"passed": report.hidden.passed, "total": report.hidden.total},
        "law": _law(report) if report.laws else None,
        "diagnosis": diagnosis
        and {"id": diagnosis.id, "title": diagnosis.title, "certain": diagnosis.certain},
        "notes": _notes(report.notes),
        "isolation": report.isolation,
        "versions": report.versions._asdict(),
        "seconds": round(report.seconds, 4),
    }


def _case(case: CaseResult, share: Share) -> dict[str, object]:
    return {
        "id": case.id,
        "title": case.title,
        "outcome": case.outcome.value,
        "reason": case.reason,
        "score": share.score,
        "max_score": share.max_score,
        "call": case.call,
        "expected": case.expected,
        "actual": case.actual or None,
        "message": _in_cell(case.message, case.place),
        "line": _line(case.place),
        "output": output_text(case.output),
        "notes": _notes(case.notes),
    }


def _law(report: Report) -> dict[str, object]:
    """Return the laws, and what they come to: wrong if one is, unknown if none was measured."""
    known = [law.agrees for law in report.laws if law.agrees is not None]
    return {
        "agrees": all(known) if known else None,
        "laws": [_one_law(each) for each in report.laws],
    }


def _one_law(law: LawResult) -> dict[str, object]:
    return {
        "id": law.id,
        "title": law.title,
        "method": law.method or None,
        "samples": law.samples,
        "agrees": law.agrees,
        "message": law.sentence,
        "call": law.call or None,
        "shown": law.tables[law.shown].part if law.tables else None,
        "tables": [
            {
                "part": table.part,
                "entries": [
                    {**entry._asdict(), "difference": entry.difference} for entry in table.entries
                ],
            }
            for table in law.tables
        ],
    }


def _line(place: Place | None) -> int | None:
    """Return a line of the file; the lines of a notebook's cells are none."""
    return place.line if place and not place.cell else None


def _in_cell(message: str, place: Place | None) -> str:
    return f"{place.where}: {message}" if place and place.cell else message


def _notes(notes: Sequence[Note]) -> list[dict[str, str]]:
    return [{"id": note.id, "text": note.text} for note in notes]


def _sentences(*texts: str) -> str:
    return " ".join(text for text in texts if text)


def output_text(output: Output) -> str:
    """Return the first and last lines of an output, with a line that says how many are cut."""
    short = display.shortened(output)
    if not short.cut_lines:
        return short.head
    noun = "line" if short.cut_lines == 1 else "lines"
    return f"{short.head}\n... {short.cut_lines} more {noun} cut ...\n{short.tail}"

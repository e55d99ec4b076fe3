"""A row of the table: a projection of a report, as a line of CSV or JSON and back."""

from __future__ import annotations

import csv
import io
import json
import math
from typing import TYPE_CHECKING, NamedTuple

from grader.results import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.results import Report

_SHORT = 200  # characters of a message
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what spreadsheets take for the start of a formula


class Row(NamedTuple):
    """One submission's line in the table, in the order of its columns.

    `diagnosis` is the id of the known mistake, `notes` and `failed` are ids of notes and of the
    visible cases that did not pass; `sha256` is of the file's bytes, "" where nothing was read.
    `law` says whether the distribution is "right", "wrong" or "unknown", "" where nobody looked.
    """

    name: str
    verdict: str
    passed: int = 0
    total: int = 0
    score: int | float = 0
    max_score: int | float = 0
    diagnosis: str = ""
    notes: tuple[str, ...] = ()
    message: str = ""
    seconds: float = 0.0
    isolation: str = ""
    sha256: str = ""
    exercise: str = ""
    failed: tuple[str, ...] = ()
    law: str = ""


COLUMNS = Row._fields


class NoRowError(Exception):
    """A line is no row of this table."""


def row_of(name: str, report: Report, sha256: str) -> Row:
    """Return the row of a report."""
    return Row(
        name=name,
        verdict=report.verdict.value,
        passed=report.passed,
        total=report.total,
        score=report.score,
        max_score=report.max_score,
        diagnosis=report.diagnosis.id if report.diagnosis else "",
        notes=tuple(note.id for note in report.notes),
        message=_message(report),
        seconds=round(report.seconds, 3),
        isolation=report.isolation,
        sha256=sha256,
        exercise=report.exercise,
        failed=tuple(case.id for case in report.cases if case.outcome is not Outcome.PASSED),
        law=_law(report),
    )


def _law(report: Report) -> str:
    """Return what the laws of a report come to: one that is wrong counts most."""
    agree = {law.agrees for law in report.laws}
    if False in agree:
        return "wrong"
    return "right" if True in agree else "unknown" if agree else ""


def _message(report: Report) -> str:
    """Return the headline of a report on one line: its message, or what is wrong first."""
    text = report.message
    first = next((case for case in report.cases if case.outcome is not Outcome.PASSED), None)
    if not text and first is not None:
        text = f"{first.id}: {first.message or first.reason}"
    elif not text and report.verdict is Verdict.FAILED and report.probes.simplest:
        text = f"wrong on {report.probes.simplest.call}"
    elif not text and report.wrong_law:
        text = f"the distribution is wrong: {report.wrong_law.sentence}"
    return short(text)


def short(text: str) -> str:
    """Return a text on one line, cut where it is long."""
    text = " ".join(text.split())
    return text if len(text) <= _SHORT else f"{text[: _SHORT - 3]}..."


class Format(NamedTuple):
    """How a table is written: its first line, if any, and a row as a line and back.

    Every row is exactly one line. `decode` raises NoRowError.
    """

    head: str
    encode: Callable[[Row], str]
    decode: Callable[[str], Row]


# --- CSV -----------------------------------------------------------------------------------------


def _csv_line(cells: tuple[object, ...]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def _to_csv(row: Row) -> str:
    return _csv_line(tuple(_cell(value) for value in row))


def _cell(value: object) -> object:
    """Return a value as a cell that no spreadsheet takes for a formula."""
    text = " ".join(value) if isinstance(value, tuple) else value
    # An apostrophe of the text's own is doubled, so that reading takes away one in any case.
    return f"'{text}" if isinstance(text, str) and text.startswith((*_FORMULA, "'")) else text


def _from_csv(line: str) -> Row:
    cells = next(csv.reader([line], strict=True), [])
    if len(cells) != len(COLUMNS):
        raise NoRowError
    texts = {column: cell.removeprefix("'") for column, cell in zip(COLUMNS, cells, strict=True)}
    return _row({**texts, "notes": texts["notes"].split(), "failed": texts["failed"].split()})


# --- JSON lines ----------------------------------------------------------------------------------


def _to_json(row: Row) -> str:
    return json.dumps(row._asdict(), allow_nan=False) + "\n"


def _from_json(line: str) -> Row:
    data = json.loads(line)
    if type(data) is not dict or tuple(data) != COLUMNS:
        raise NoRowError
    return _row(data)


def _row(data: dict[str, object]) -> Row:
    """Return a row from JSON values, or from texts; never a cell of the wrong kind."""
    kept: dict[str, object] = {}
    for column, value in data.items():
        usual = Row._field_defaults.get(column, "")
        if isinstance(usual, tuple) and isinstance(value, list):
            kept[column] = tuple(map(str, value))
        elif isinstance(usual, str) and isinstance(value, str):
            kept[column] = value
        elif isinstance(usual, (int, float)) and isinstance(value, (str, int, float)):
            kept[column] = _number(value, column)
        else:
            raise NoRowError
    return Row(**kept)  # type: ignore[arg-type]  # every column was checked


def _number(value: str | int | float, column: str) -> int | float:
    number = float(value)
    if not math.isfinite(number):
        raise NoRowError
    whole = number.is_integer() and column != "seconds"
    return int(number) if whole else number


def _guarded(decode: Callable[[str], Row]) -> Callable[[str], Row]:
    def decode_or_refuse(line: str) -> Row:
        try:
            row = decode(line)
            Verdict(row.verdict)
        except (ValueError, OverflowError, csv.Error, RecursionError) as error:
            raise NoRowError from error
        return row

    return decode_or_refuse


FORMATS = {
    ".csv": Format(_csv_line(COLUMNS), _to_csv, _guarded(_from_csv)),
    ".jsonl": Format("", _to_json, _guarded(_from_json)),
}

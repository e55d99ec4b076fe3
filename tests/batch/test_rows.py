"""A row says what its report says, in CSV and JSON alike, and no text of a submission forges it."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.batch.rows import COLUMNS, FORMATS, NoRowError, Row, row_of
from grader.law_records import LawResult
from grader.results import (
    CaseResult,
    Counterexample,
    Diagnosis,
    Note,
    Outcome,
    Probes,
    Report,
    Verdict,
)

CSV, JSON = FORMATS[".csv"], FORMATS[".jsonl"]


def _score(ten_thousandths: int) -> int | float:
    """A score as reports have it: whole where it is whole, else with four decimals."""
    whole, rest = divmod(ten_thousandths, 10_000)
    return ten_thousandths / 10_000 if rest else whole


_WORDS = st.from_regex(r"[a-z0-9-]{1,12}", fullmatch=True)
_TEXTS = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=30
) | st.sampled_from(["=1+1", "+x", "-rf.py", "@SUM(A1)", "'quoted", "''", 'a,"b"', "'=x"])
ROWS = st.builds(
    Row,
    name=_TEXTS,
    verdict=st.sampled_from([each.value for each in Verdict]),
    passed=st.integers(0, 9),
    total=st.integers(0, 9),
    score=st.integers(0, 100) | st.integers(0, 10**6).map(_score),
    max_score=st.integers(0, 100),
    diagnosis=_WORDS | st.just(""),
    notes=st.lists(_WORDS, max_size=3).map(tuple),
    message=_TEXTS,
    seconds=st.integers(0, 10_000).map(lambda ms: ms / 1000),
    isolation=st.sampled_from(["none", "bubblewrap", "user"]),
    sha256=st.just("0" * 64) | st.just(""),
    exercise=_WORDS,
    failed=st.lists(_WORDS, max_size=3).map(tuple),
    law=st.sampled_from(["", "right", "wrong", "unknown"]),
)


def case(number: int, outcome: Outcome, **more: Any) -> CaseResult:
    """A judged case."""
    return CaseResult(f"case-{number}", number, f"Case {number}", outcome, 1, "f()", "1", **more)


def report(verdict: Verdict, **more: Any) -> Report:
    """A report with one case passed and one failed."""
    cases = (
        case(1, Outcome.PASSED),
        case(2, Outcome.FAILED, reason="total is 4;\nexpected 3."),
    )
    return Report("toy", "A toy", "ann.py", verdict, cases=cases, **more)


def test_a_row_is_a_projection_of_its_report() -> None:
    """Every column comes from the report; ids stand for notes, cases and the mistake."""
    given_report = report(
        Verdict.FAILED,
        score=1,
        max_score=2,
        diagnosis=Diagnosis("off-by-one", "the count is one too high", "", True),
        notes=(Note("numpy-scalars", "It returns NumPy numbers."), Note("warnings", "Oh.")),
        isolation="bubblewrap",
        seconds=0.12345,
    )
    expected = Row(
        name="class/ann.py",
        verdict="failed",
        passed=1,
        total=2,
        score=1,
        max_score=2,
        diagnosis="off-by-one",
        notes=("numpy-scalars", "warnings"),
        message="case-2: total is 4; expected 3.",
        seconds=0.123,
        isolation="bubblewrap",
        sha256="ab",
        exercise="toy",
        failed=("case-2",),
    )
    assert expected == row_of("class/ann.py", given_report, "ab")


def test_the_first_columns_are_as_agreed() -> None:
    """Tools that count columns find them where they always were."""
    agreed = ["name", "verdict", "passed", "total", "score", "max_score", "diagnosis", "notes"]
    assert [*agreed, "message", "seconds", "isolation", "sha256"] == list(COLUMNS[:12])


LAW = LawResult("one", "One", "exact", True, "exactly the target distribution")
WRONG_LAW = LAW._replace(agrees=False, sentence="tokens[0] is 0 too often")
UNKNOWN_LAW = LAW._replace(agrees=None, method="")


@pytest.mark.parametrize(
    ("laws", "expected"),
    [
        ((), ""),
        ((LAW,), "right"),
        ((LAW, WRONG_LAW), "wrong"),
        ((UNKNOWN_LAW, LAW), "right"),
        ((UNKNOWN_LAW,), "unknown"),
        ((UNKNOWN_LAW, WRONG_LAW), "wrong"),
    ],
)
def test_the_law_is_one_word(laws: tuple[LawResult, ...], expected: str) -> None:
    """Of several laws a wrong one counts most, and one that is known more than one that is not."""
    assert expected == row_of("ann.py", report(Verdict.FAILED, laws=laws), "").law


def test_all_cases_passed_but_the_law_is_wrong_says_how() -> None:
    """A failed row whose cases all passed has the sentence on its law."""
    given_report = report(Verdict.FAILED, laws=(WRONG_LAW,))
    given_report = given_report._replace(cases=given_report.cases[:1])
    told = "the distribution is wrong: tokens[0] is 0 too often"
    assert told == row_of("ann.py", given_report, "").message


def test_the_headline_is_the_message() -> None:
    """A file that did not load says why; a long message is cut."""
    given_report = report(Verdict.NOT_LOADED, message=f"SyntaxError: {'x' * 500}")
    message = row_of("ann.py", given_report, "").message
    assert message.startswith("SyntaxError: xxx") and message.endswith("x...")
    assert 200 == len(message)


def test_all_cases_passed_but_wrong_elsewhere_says_where() -> None:
    """A failed row whose cases all passed names the simplest call that is wrong."""
    wrong = Counterexample("f(3)", "1", "2")
    given_report = report(Verdict.FAILED, probes=Probes(1, 2, wrong))
    given_report = given_report._replace(cases=given_report.cases[:1])
    assert "wrong on f(3)" == row_of("ann.py", given_report, "").message


@given(ROWS)
def test_every_format_gives_back_the_row(row: Row) -> None:
    """What --resume reads is what was written, however odd its texts are."""
    for form in (CSV, JSON):
        line = form.encode(row)
        assert 1 == line.count("\n") == len(line.splitlines())
        assert row == form.decode(line)


@given(ROWS)
def test_no_cell_is_a_formula(row: Row) -> None:
    """A spreadsheet computes nothing of what learners write; an apostrophe makes it text."""
    [cells] = csv.reader(io.StringIO(CSV.encode(row)))
    assert len(COLUMNS) == len(cells)
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in cells)


@given(ROWS)
def test_json_lines_are_ascii_with_plain_numbers(row: Row) -> None:
    """Any reader of JSON takes a line, whatever its encoding, with lists for lists (O13)."""
    line = JSON.encode(row)
    assert line.isascii()
    data = json.loads(line, parse_constant=pytest.fail)
    assert list(COLUMNS) == list(data)
    assert list(row.notes) == data["notes"]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "a,b\n",
        '"class/ann.py,failed,1\n',
        f"{','.join(COLUMNS)}\n",
        "ann.py,splendid,1,1,1,1,,,,0.1,none,,toy,\n",
        "ann.py,passed,one,1,1,1,,,,0.1,none,,toy,\n",
        "ann.py,passed,nan,1,1,1,,,,0.1,none,,toy,\n",
    ],
)
def test_what_is_no_row_of_csv_is_refused(line: str) -> None:
    """A torn or foreign line never passes for a result."""
    with pytest.raises(NoRowError):
        CSV.decode(line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{}",
        "[]",
        "null",
        "[" * 100_000,
        JSON.encode(Row("ann.py", "passed"))[:-9],
        JSON.encode(Row("ann.py", "splendid")),
        JSON.encode(Row("ann.py", "passed")).replace('"passed": 0', '"passed": null'),
        JSON.encode(Row("ann.py", "passed")).replace('"passed": 0', '"passed": 1e999'),
        JSON.encode(Row("ann.py", "passed")).replace('"notes": []', '"notes": 1'),
    ],
)
def test_what_is_no_row_of_json_is_refused(line: str) -> None:
    """A torn or foreign line never passes for a result."""
    with pytest.raises(NoRowError):
        JSON.decode(line)

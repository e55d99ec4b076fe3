"""The JSON report keeps to its schema, and to the report."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from grader.render import as_json as module
from grader.render.as_json import as_json
from grader.results import Hidden, Note, Outcome, Output, Report
from grader.verdict import scaled
from tests.render import reports
from tests.render.strategies import any_reports, graded_reports, some

SCHEMA = json.loads(Path(module.__file__).with_name("report.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def parsed(text: str) -> Any:
    """The document as a strict reader sees it: no NaN, no key twice."""

    def refuse(constant: str) -> NoReturn:
        raise AssertionError(f"{constant} is no JSON")

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len(dict(pairs)) == len(pairs)
        return dict(pairs)

    return json.loads(text, parse_constant=refuse, object_pairs_hook=unique)


def document(report: Report) -> Any:
    """The report's document, checked against the schema."""
    found = parsed(as_json(report))
    VALIDATOR.validate(found)
    return found


def test_the_schema_itself_is_valid() -> None:
    """The schema is one of draft 2020-12."""
    Draft202012Validator.check_schema(SCHEMA)


def test_the_schema_is_closed() -> None:
    """Every object of the schema names all its keys and requires them."""

    def objects(node: object) -> list[dict[str, Any]]:
        if isinstance(node, list):
            return [found for each in node for found in objects(each)]
        if not isinstance(node, dict):
            return []
        own = [node] if node.get("type") == "object" else []
        return own + [found for each in node.values() for found in objects(each)]

    found = objects(SCHEMA)
    assert len(found) > 5
    for each in found:
        assert each["additionalProperties"] is False
        assert list(each["properties"]) == each["required"]


@pytest.mark.parametrize("name", reports.EVERY)
def test_every_kind_of_report_keeps_to_the_schema(name: str) -> None:
    """What grading comes to is described by the schema."""
    report = reports.EVERY[name]()
    found = document(report)
    assert report.verdict == found["verdict"]
    assert (report.passed, report.total) == (found["passed"], found["total"])


@some
@given(any_reports)
def test_any_text_is_only_text(report: Report) -> None:
    """Whatever the texts hold, the document is strict ASCII JSON, and gives them back."""
    text = as_json(report)
    assert text.isascii()
    assert text.endswith("}\n")
    found = document(report)
    assert report.submission == found["submission"]
    assert [case.call for case in report.cases] == [case["call"] for case in found["cases"]]


def test_a_key_that_the_schema_does_not_name_is_refused() -> None:
    """The schema would notice a forgotten or a new key: its test can fail."""
    found = document(reports.wrong_values())
    assert not VALIDATOR.is_valid(found | {"extra": 1})
    assert not VALIDATOR.is_valid({key: found[key] for key in found if key != "hidden"})
    assert not VALIDATOR.is_valid(found | {"verdict": "not-graded"})


def test_a_case_is_told_as_on_the_screen() -> None:
    """Call and values are Python text for people; null where nothing came back."""
    first, *_ = document(reports.wrong_values())["cases"]
    assert first["call"] == "speculative_decode([0.5, 0.5, 0.5], [0.4, 0.4, 0.4], [10, 20, 30])"
    assert (first["expected"], first["actual"]) == ("([10], 1)", "([10, 30], 2)")
    raised = document(reports.same_error())["cases"][0]
    assert (raised["actual"], raised["line"]) == (None, 31)
    assert raised["message"].startswith("AttributeError: ")


def test_a_file_that_does_not_load_says_why_and_where() -> None:
    """Message and advice are one text, beside the line."""
    found = document(reports.syntax_error())
    assert found["message"].startswith("SyntaxError: expected ':' Python cannot read the file")
    assert (found["line"], found["cases"]) == (26, [])


def test_long_output_is_cut_in_its_middle() -> None:
    """First and last lines stay, and between them is written how many are missing."""
    output = Output("\n".join(f"first {n}" for n in range(50)), 7, "last 0\nlast 1")
    report = reports.with_cases({1: {"outcome": Outcome.FAILED, "output": output}})
    lines = document(report)["cases"][0]["output"].split("\n")
    assert [f"first {n}" for n in range(12)] == lines[:12]
    assert "... 43 more lines cut ..." == lines[12]
    assert ["first 48", "first 49", "last 0", "last 1"] == lines[13:]


def test_a_single_cut_line_is_one_line() -> None:
    """The words fit the number."""
    assert "a\n... 1 more line cut ...\nb" == module.output_text(Output("a", 1, "b"))


def test_notes_are_given_per_case_and_once_for_all() -> None:
    """A note has an id for machines and a text for people."""
    note = Note("fewer-draws", "Draws made: 2. The rule makes 6 here.")
    report = reports.wrong_values()._replace(notes=(note,))
    found = document(report)
    assert [{"id": note.id, "text": note.text}] == found["notes"]
    assert [{"id": note.id, "text": note.text}] == found["cases"][3]["notes"]


def test_scores_are_points_unless_scaled() -> None:
    """Whole points stay whole numbers."""
    found = document(reports.wrong_values())
    assert [(0, 1), (1, 1)] == [(c["score"], c["max_score"]) for c in found["cases"][:2]]
    assert all(type(case["max_score"]) is int for case in found["cases"])


def test_scaled_scores_add_up() -> None:
    """With --max-score the cases are scaled as the whole is; also sixths add up."""
    score, most = scaled([1] * 4, [1] * 6, 100)
    found = document(reports.wrong_values()._replace(score=score, max_score=most))
    assert 66.6666 == score
    assert exact(score) == sum(exact(case["score"]) for case in found["cases"])
    assert 100 == sum(exact(case["max_score"]) for case in found["cases"])


@some
@given(graded_reports())
def test_what_cases_do_not_hold_the_hidden_ones_do(report: Report) -> None:
    """Without hidden cases the parts make the whole; never more than it."""
    found = document(report)
    for key in ("score", "max_score"):
        parts, whole = sum(exact(case[key]) for case in found["cases"]), exact(found[key])
        if report.hidden.points:
            assert parts <= whole
        else:
            assert parts == whole


def test_hidden_cases_are_two_numbers() -> None:
    """What they are worth is not told case by case, and their number only with their passes."""
    report = reports.report(hidden=Hidden(2, 3, 4, 9), score=10, max_score=15)
    assert {"passed": 2, "total": 3} == document(report)["hidden"]


def exact(number: float) -> Fraction:
    """A number as the decimal that is written."""
    return Fraction(str(number))


def test_a_law_is_told_with_its_tables() -> None:
    """The sentence, what it was found by, and every table with target, share and difference."""
    found = document(reports.law_wrong())["law"]
    (law,) = found["laws"]
    (table,) = law.pop("tables")
    assert False is found["agrees"]
    assert {
        "id": "three-tokens",
        "title": "Three tokens, one drafted",
        "method": "exact",
        "samples": 0,
        "agrees": False,
        "message": "tokens[0] is 0 with probability 0.15 instead of 0.1: 0.05 too much",
        "call": None,
        "shown": "tokens[0]",
    } == law
    assert ("tokens[0]", 3) == (table["part"], len(table["entries"]))
    first = table["entries"][0]
    assert ("0", 0.1, 0.15, pytest.approx(0.05)) == tuple(first.values())


def test_an_unknown_law_is_neither_right_nor_wrong() -> None:
    """Where nothing was measured, null stands for all that is not known."""
    found = document(reports.law_not_known())["law"]
    assert [None, None, None, []] == [
        found["agrees"],
        *(found["laws"][0][key] for key in ("method", "shown", "tables")),
    ]


def test_without_laws_there_is_null() -> None:
    """The key is always there."""
    assert [None, None] == [document(each)["law"] for each in (reports.passed(), reports.crashed())]

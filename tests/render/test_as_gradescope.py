"""The Gradescope report keeps to Gradescope's specification, and its points add up."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given

from grader.render.as_gradescope import as_gradescope
from grader.results import Hidden, Note, Outcome, Report, Verdict
from grader.verdict import scaled
from tests.render import reports
from tests.render.gradescope_rules import checked, total
from tests.render.strategies import any_reports, graded_reports, some


@pytest.mark.parametrize("name", reports.EVERY)
def test_every_kind_of_report_keeps_to_the_specification(name: str) -> None:
    """Whatever grading comes to is a valid results.json with a score and an explanation."""
    report = reports.EVERY[name]()
    results = checked(as_gradescope(report))
    assert report.score == results["score"]
    assert results["output"]
    assert report.verdict == results["extra_data"]["verdict"]


@some
@given(any_reports)
def test_any_text_is_only_text(report: Report) -> None:
    """Whatever the texts hold, only keys of the specification are sent, in strict ASCII JSON."""
    text = as_gradescope(report)
    assert text.isascii()
    assert text.endswith("}\n")
    checked(text)


@some
@given(graded_reports())
def test_points_add_up(report: Report) -> None:
    """Scores and maximum scores of the tests make the whole's exactly: Gradescope adds them."""
    results = checked(as_gradescope(report))
    assert Fraction(str(report.score)) == total(results, "score")
    assert Fraction(str(report.max_score)) == total(results, "max_score")


@some
@given(graded_reports())
def test_no_hidden_case_is_named(report: Report) -> None:
    """Of hidden cases there is one line with two numbers, and what they are worth together."""
    text = as_gradescope(report)
    hidden = report.hidden
    lines = [test for test in checked(text)["tests"] if test["name"].startswith("hidden cases: ")]
    names = [f"hidden cases: {hidden.passed} of {hidden.total} passed"] * bool(hidden.total)
    assert names == [test["name"] for test in lines]
    for line in lines:
        assert line.keys() <= {"name", "status", "score", "max_score"}
    assert "hidden-id" not in text


def test_everything_is_visible_plain_text() -> None:
    """Nothing of a learner is read as HTML or Markdown, and prints of the grader stay inside."""
    results = checked(as_gradescope(reports.wrong_values()))
    assert ("visible", "hidden") == (results["visibility"], results["stdout_visibility"])
    formats = ("output_format", "test_output_format", "test_name_format")
    assert {"text"} == {results[key] for key in formats}
    assert not any({"visibility", "output_format"} & test.keys() for test in results["tests"])


def test_a_failed_case_tells_all_that_is_known() -> None:
    """Call, values, reason, table and prints are one text."""
    results = checked(as_gradescope(reports.wrong_values()))
    test = results["tests"][3]
    assert ("4", "keeps all six, one draw for each") == (test["number"], test["name"])
    assert ("failed", 0, 1) == (test["status"], test["score"], test["max_score"])
    for part in (
        "speculative_decode([0.7, 0.1,",
        "expected  ([7, 0, 9, 7, 3, 5], 6)",
        "returned  ([7, 0, 9], 3)",
        "The list ends after 3 tokens; expected are 6.",
        "first difference",
        "Note: Draws made: 2.",
        "printed:\nratio 0.57",
    ):
        assert part in test["output"]


def test_a_passed_case_is_short() -> None:
    """It shows the call and its value, without the lesson for those who failed it."""
    results = checked(as_gradescope(reports.passed()))
    test = results["tests"][2]
    assert ("passed", 1, 1) == (test["status"], test["score"], test["max_score"])
    assert "speculative_decode([], [], [])" in test["output"]
    assert "nothing to examine" not in test["output"]


def test_the_output_sums_up() -> None:
    """How many passed, and which known mistake it looks like."""
    output = checked(as_gradescope(reports.wrong_values()))["output"]
    lines = output.splitlines()
    assert "4 of 6 passed" == lines[0]
    assert "This looks like: no draw is made when acceptance is certain." == lines[1]


def test_notes_on_the_whole_are_told() -> None:
    """A remark that belongs to no case stands in the output."""
    report = reports.report(notes=(Note("last-definition", "Defined twice: the last counts."),))
    assert "Note: Defined twice: the last counts." in checked(as_gradescope(report))["output"]


def test_a_remark_is_told_once_for_each_case() -> None:
    """What the cases tell already is not told again for the whole."""
    note = Note("fewer-draws", "Draws made: 2. The rule makes 6 here.")
    report = reports.wrong_values()._replace(notes=(note,))
    assert note.text not in checked(as_gradescope(report))["output"]


def test_a_file_that_does_not_load_says_where() -> None:
    """Message, place and advice; no tests, and what it printed."""
    results = checked(as_gradescope(reports.syntax_error()))
    assert [] == results["tests"]
    assert "Not loaded: SyntaxError: expected ':'" in results["output"]
    assert "speculative_decode.py, line 26: for p_draft, p_target" in results["output"]
    printed = checked(as_gradescope(reports.no_such_function()))["output"]
    assert printed.endswith("printed:\nhello\n")


def test_not_graded_is_no_false_score() -> None:
    """Gradescope needs a score: 0, and everything beside it says that nothing was graded."""
    results = checked(as_gradescope(reports.not_graded()))
    assert 0 == results["score"]
    assert [] == results["tests"]
    assert results["output"].startswith("Not graded: the process that runs submissions")
    assert "not-graded" == results["extra_data"]["verdict"]


def test_a_case_of_zero_points_is_an_informational_test() -> None:
    """It has a status and no score, so it neither gives nor costs anything."""
    *_, test = checked(as_gradescope(reports.unscored_fails()))["tests"]
    assert ("a bonus", "failed") == (test["name"], test["status"])
    assert not {"score", "max_score"} & test.keys()


def test_a_fault_beyond_the_cases_is_an_informational_test() -> None:
    """Six of six give full points; the call on which it is wrong stands beside them."""
    results = checked(as_gradescope(reports.wrong_elsewhere()))
    assert (6, "failed") == (results["score"], results["extra_data"]["verdict"])
    assert "another call shows that it is not right" in results["output"]
    *_, test = results["tests"]
    assert ("a further call", "failed") == (test["name"], test["status"])
    assert "returned  ([7], 1)" in test["output"]
    assert "score" not in test


def test_a_simpler_call_is_told_beside_failed_cases() -> None:
    """A call that is easier to think about is no further failure."""
    *_, test = checked(as_gradescope(reports.simpler_call()))["tests"]
    assert "a simpler call that goes wrong" == test["name"]


@pytest.mark.parametrize(("passed", "status"), [(2, "failed"), (3, "passed")])
def test_hidden_cases_are_one_visible_line(passed: int, status: str) -> None:
    """A hidden test would hide the total from the learner, so this one is visible."""
    hidden = Hidden(passed, 3, passed, 3)
    verdict = Verdict.PASSED if passed == 3 else Verdict.FAILED
    report = reports.report(verdict, hidden=hidden, score=6 + passed, max_score=9)
    *_, test = checked(as_gradescope(report))["tests"]
    name = f"hidden cases: {passed} of 3 passed"
    assert {"name": name, "status": status, "score": passed, "max_score": 3} == test


def test_points_are_scaled_to_the_assignment() -> None:
    """--max-score 100 makes the tests add up to 100, also where six cases do not divide it."""
    score, most = scaled([1] * 5, [1] * 6, 100)
    report = reports.with_cases({4: {"outcome": Outcome.FAILED}}, max_score=most)
    results = checked(as_gradescope(report._replace(score=score)))
    assert 83.3333 == results["score"]
    assert 100 == total(results, "max_score")
    assert "score 83.3333 of 100" in results["output"]


def test_the_time_is_a_number() -> None:
    """Seconds, to the millisecond."""
    results = json.loads(as_gradescope(reports.report(seconds=1.23456)))
    assert 1.235 == results["execution_time"]


def test_a_law_is_an_informational_test() -> None:
    """It has no score, and tells what is wrong; one that is not known is a note alone."""
    right, wrong, unknown = (
        checked(as_gradescope(report))["tests"]
        for report in (reports.law_right(), reports.law_wrong(), reports.law_not_known())
    )
    assert ("law: A thousand tokens", "passed") == (right[-1]["name"], right[-1]["status"])
    assert ("law: Three tokens, one drafted", "failed") == (wrong[-1]["name"], wrong[-1]["status"])
    assert {"name", "status", "output"} == set(wrong[-1])
    assert "greatest surplus" in wrong[-1]["output"]
    assert (8, 7, 6) == (len(right), len(wrong), len(unknown))

"""The JUnit report is XML that CI systems read, and fails exactly when the submission does."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from junitparser import JUnitXml, TestCase, TestSuite

from grader.render.as_junit import as_junit
from grader.results import Hidden, Outcome, Output, Probes, Report, Verdict
from tests.render import reports
from tests.render.strategies import any_reports, graded_reports, some

if TYPE_CHECKING:
    from collections.abc import Iterator

# pytest's own reports (its xunit2 family): which elements may hold what, and in which order.
CHILDREN = {
    "testsuites": ("testsuite",),
    "testsuite": ("properties", "testcase"),
    "properties": ("property",),
    "property": (),
    "testcase": ("failure", "error", "skipped", "system-out"),
    **dict.fromkeys(("failure", "error", "skipped", "system-out"), ()),
}
ATTRIBUTES = {
    "testsuites": {"name"},
    "testsuite": {"name", "errors", "failures", "skipped", "tests", "time"},
    "properties": set(),
    "property": {"name", "value"},
    "testcase": {"classname", "name", "time"},
    **{tag: {"message"} for tag in ("failure", "error", "skipped")},
    "system-out": set(),
}
COUNTED = {"errors": "error", "failures": "failure", "skipped": "skipped"}


def checked(text: str) -> ElementTree.Element:
    """The suite of a document, after everything that its consumers rely on is checked."""
    assert text.isascii()
    assert text.startswith('<?xml version="1.0" encoding="utf-8"?>\n<testsuites')
    root = ElementTree.fromstring(text)
    for element in root.iter():
        order = [CHILDREN[element.tag].index(child.tag) for child in element]
        assert sorted(order) == order
        assert ATTRIBUTES[element.tag] == set(element.attrib)
        if time := element.get("time"):
            assert re.fullmatch(r"\d+\.\d{3}", time)
    (suite,) = root
    testcases = suite.findall("testcase")
    assert str(len(testcases)) == suite.get("tests")
    for attribute, tag in COUNTED.items():
        assert str(len(suite.findall(f"testcase/{tag}"))) == suite.get(attribute)
    for testcase in testcases:
        assert len([child for child in testcase if child.tag in COUNTED.values()]) <= 1
    return suite


def results(suite: ElementTree.Element) -> dict[str, str]:
    """What became of each testcase, by name: failure, error, skipped, or passed."""

    def kind(testcase: ElementTree.Element) -> str:
        tags = [child.tag for child in testcase if child.tag in COUNTED.values()]
        return "".join(tags) or "passed"

    return {testcase.get("name", ""): kind(testcase) for testcase in suite.iter("testcase")}


def read_by_junitparser(text: str) -> Iterator[TestCase]:
    """The testcases as a library reads them that CI tools build on."""
    for suite in JUnitXml.fromstring(text.encode()):
        assert isinstance(suite, TestSuite)
        yield from suite


@pytest.mark.parametrize("name", reports.EVERY)
def test_every_kind_of_report_is_read_by_its_consumers(name: str) -> None:
    """Whatever grading comes to has one suite, with at least one testcase."""
    report = reports.EVERY[name]()
    suite = checked(as_junit(report))
    assert report.submission == suite.get("name")
    names = [testcase.name for testcase in read_by_junitparser(as_junit(report))]
    assert list(results(suite)) == names
    assert names


@some
@given(any_reports)
def test_any_text_is_only_text(report: Report) -> None:
    """No text ends an element or breaks the document; what XML cannot hold is escaped."""
    checked(as_junit(report))


@some
@given(any_reports)
def test_the_suite_fails_exactly_when_the_submission_does(report: Report) -> None:
    """A CI system that looks at failures and errors alone comes to the verdict of the grader."""
    suite = checked(as_junit(report))
    wrong = suite.get("errors") != "0" or suite.get("failures") != "0"
    assert (report.verdict is not Verdict.PASSED) == wrong


@some
@given(graded_reports())
def test_no_hidden_case_is_named(report: Report) -> None:
    """Hidden cases are one testcase, and only when there are some."""
    text = as_junit(report)
    assert ("hidden-cases" in text) == bool(report.hidden.total)
    assert "hidden-id" not in text


def test_a_testcase_is_called_by_its_case() -> None:
    """The names are the ids, which stay from run to run; the class is the exercise."""
    suite = checked(as_junit(reports.wrong_values()))
    assert [case.id for case in reports.SIX] == list(results(suite))
    assert {"speculative_decode"} == {each.get("classname") for each in suite.iter("testcase")}


def test_a_wrong_value_is_a_failure_with_all_that_is_known() -> None:
    """The message is the reason; the text holds call, values and table; prints stand apart."""
    suite = checked(as_junit(reports.wrong_values()))
    testcase = suite.findall("testcase")[3]
    failure, printed = testcase
    assert failure.get("message") == "The list ends after 3 tokens; expected are 6."
    assert failure.text is not None
    for part in (
        "keeps all six, one draw for each",
        "speculative_decode([0.7, 0.1,",
        "expected  ([7, 0, 9, 7, 3, 5], 6)",
        "returned  ([7, 0, 9], 3)",
        "first difference",
    ):
        assert part in failure.text
    assert "kept 7" not in failure.text
    assert printed.text is not None
    assert "kept 7" in printed.text


def test_prints_of_a_passed_case_are_kept() -> None:
    """A passed testcase has system-out when it printed, and nothing else."""
    suite = checked(as_junit(reports.passed_printing()))
    first, second, *_ = suite.findall("testcase")
    assert ["system-out"] == [child.tag for child in first]
    assert "a = 0.8\n\nr = 0.3745" == first[0].text
    assert [] == list(second)


def test_what_did_not_run_is_an_error() -> None:
    """CI can tell wrong from not run: time-outs are failures, calls never made are errors."""
    found = list(results(checked(as_junit(reports.endless_loop()))).values())
    assert ["passed", "failure", "failure", "error", "error", "error"] == found


@pytest.mark.parametrize(
    ("name", "testcase", "kind"),
    [
        ("not_started", "started", "failure"),
        ("syntax_error", "loads", "error"),
        ("no_such_function", "loads", "error"),
        ("not_graded", "graded", "error"),
    ],
)
def test_a_file_whose_cases_did_not_run_has_one_testcase(
    name: str, testcase: str, kind: str
) -> None:
    """It is named by what did not come true, and says why."""
    report = reports.EVERY[name]()
    suite = checked(as_junit(report))
    assert {testcase: kind} == results(suite)
    message = suite.find(f"testcase/{kind}")
    assert message is not None
    assert report.message == message.get("message")
    assert report.advice in (message.text or "")


def test_prints_while_loading_are_shown_when_it_does_not_load() -> None:
    """They may be the only trace of what went wrong."""
    suite = checked(as_junit(reports.no_such_function()))
    assert "hello\n" == suite.findtext("testcase/system-out")


def test_a_case_of_zero_points_that_fails_is_skipped() -> None:
    """It changes no verdict, so it must not fail a job; it says that it does not count."""
    suite = checked(as_junit(reports.unscored_fails()))
    assert "skipped" == results(suite)["bonus"]
    skipped = suite.find("testcase/skipped")
    assert skipped is not None
    assert "not scored: The count is 1, not 0." == skipped.get("message")


def test_a_fault_beyond_the_cases_fails_a_testcase_of_its_own() -> None:
    """Six of six passed, and the job still fails: `further-calls` says on which call."""
    suite = checked(as_junit(reports.wrong_elsewhere()))
    assert "failure" == results(suite)["further-calls"]
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert "wrong on speculative_decode([1.0], [0.3745401188473625], [7])" == failure.get("message")
    assert "returned  ([7], 1)" in (failure.text or "")


def test_such_a_fault_fails_also_without_an_example() -> None:
    """Where no call is told, that some are wrong is told all the same."""
    report = reports.report(Verdict.FAILED, probes=Probes(3, 4))
    assert "failure" == results(checked(as_junit(report)))["further-calls"]


@pytest.mark.parametrize(
    ("verdict", "passed", "kind"),
    [
        (Verdict.PASSED, 3, "passed"),
        (Verdict.FAILED, 2, "failure"),
        (Verdict.PASSED, 2, "skipped"),
    ],
)
def test_hidden_cases_are_one_testcase(verdict: Verdict, passed: int, kind: str) -> None:
    """They fail the job when they decide; hidden cases of zero points do not."""
    report = reports.report(verdict, hidden=Hidden(passed, 3, passed, 3))
    suite = checked(as_junit(report))
    assert kind == results(suite)["hidden-cases"]


def test_escape_codes_and_impossible_characters_are_visible() -> None:
    """A terminal's codes and what XML 1.0 has no room for are written out."""
    output = Output("\x1b[31mred\x00\ufffe ]]> <b>&amp;")
    report = reports.with_cases({1: {"outcome": Outcome.FAILED, "output": output}})
    suite = checked(as_junit(report))
    assert r"\x1b[31mred\x00\ufffe ]]> <b>&amp;" == suite.findtext("testcase/system-out")


def test_line_breaks_of_a_message_survive() -> None:
    """An attribute keeps them as references; a plain one would become a space."""
    message = 'ValueError: "a"\n\tb'
    report = reports.with_cases({1: {"outcome": Outcome.RAISED, "message": message}})
    failure = checked(as_junit(report)).find("testcase/failure")
    assert failure is not None
    assert message == failure.get("message")


def test_times_are_those_of_the_calls() -> None:
    """Seconds with three decimals, per call and for the whole."""
    first = reports.SIX[0]._replace(seconds=0.0126)
    report = reports.report(cases=(first, *reports.SIX[1:]), seconds=1.5)
    suite = checked(as_junit(report))
    testcase = suite.find("testcase")
    assert testcase is not None
    assert ("1.500", "0.013") == (suite.get("time"), testcase.get("time"))


def test_the_suite_says_how_it_was_graded() -> None:
    """Verdict, score, diagnosis and isolation are properties of the suite, not of testcases."""
    suite = checked(as_junit(reports.wrong_values()))
    found = {each.get("name"): each.get("value") for each in suite.iter("property")}
    assert "failed" == found["verdict"]
    assert ("4", "6") == (found["score"], found["max_score"])
    assert "no-draw-when-certain" == found["diagnosis"]
    assert "none" == found["isolation"]


def test_a_law_is_a_testcase_of_its_own() -> None:
    """Right laws pass, a wrong one fails with its sentence, an unknown one is skipped."""
    wrong, right, unknown = (
        checked(as_junit(report)).findall("testcase")[6]
        for report in (reports.law_wrong(), reports.law_right(), reports.law_not_known())
    )
    assert {"law-three-tokens"} == {each.get("name") for each in (wrong, right, unknown)}
    failure = wrong.find("failure")
    assert failure is not None and failure.text is not None
    sentence = "tokens[0] is 0 with probability 0.15 instead of 0.1: 0.05 too much"
    assert f"The distribution is wrong: {sentence}." == failure.get("message")
    assert failure.text.startswith("Three tokens, one drafted\n")
    assert "0.1500     +0.0500  ← greatest surplus" in failure.text
    assert [] == list(right)
    assert ["skipped"] == [child.tag for child in unknown]

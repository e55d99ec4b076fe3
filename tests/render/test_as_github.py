"""A runner of GitHub Actions obeys the commands that are meant, and no text of a learner."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.render import screen, terminal
from grader.render.as_github import as_github, defused, fence, step_summary
from grader.results import Hidden, Outcome, Output, Place, Probes, Report, Verdict
from tests.render import reports
from tests.render.runner_rules import Command, obeyed
from tests.render.strategies import any_reports, graded_reports, some, texts

FILE = "week 3/speculative_decode.py"


def commands(report: Report, file: str = FILE) -> list[Command]:
    """What the runner makes of the report: as many commands as lines."""
    text = as_github(report, file)
    found = obeyed(text)
    assert text.endswith("\n")
    assert text.count("\n") == len(found)
    return found


# --- the runner's rules themselves, so that the tests below can fail -----------------------------


@pytest.mark.parametrize(
    "line",
    [
        "::error::x",
        " \t::error::x",
        "::error file=a,line=1::x",
        "print ##[error]x",
        "##[error a=b]x",
    ],
)
def test_the_rules_find_a_command(line: str) -> None:
    """Indentation hides none, and the old form is found in the middle of a line."""
    assert ["error"] == [command.name for command in obeyed(line)]


@pytest.mark.parametrize("line", ["error", "x ::error::y", "::error", ":: error::x", "##[other]x"])
def test_the_rules_find_no_command(line: str) -> None:
    """A modern command begins its line, is closed and known."""
    assert [] == obeyed(line)


def test_the_rules_know_stopping() -> None:
    """Between a stop and its token nothing is obeyed; after it all is."""
    log = "::stop-commands::abc\n::error::1\n##[error]2\n::abd::\n::abc::\n::notice::3\n"
    assert [Command("notice", {}, "3")] == obeyed(log)


# --- annotations ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", reports.EVERY)
def test_every_kind_of_report_begins_with_its_summary(name: str) -> None:
    """The first command tells the verdict: a notice when it passed, else an error."""
    report = reports.EVERY[name]()
    summary, *rest = commands(report)
    assert f"{report.submission}: {report.verdict}" == summary.properties["title"]
    assert ("notice" if report.verdict is Verdict.PASSED else "error") == summary.name
    assert summary.message
    assert len(rest) <= 9


@some
@given(any_reports, texts)
def test_only_the_commands_that_are_meant_are_obeyed(report: Report, file: str) -> None:
    """Whatever the texts hold: one summary, then an annotation per case or law that is wrong."""
    first, *rest = commands(report, file)
    wrong = [case for case in report.cases if case.outcome is not Outcome.PASSED]
    scored = [case for case in wrong if case.scored]
    elsewhere = report.probes.simplest is not None and not scored
    laws = sum(law.agrees is False for law in report.laws)
    levels = ["error"] * (len(scored) + elsewhere + laws) + ["warning"] * (len(wrong) - len(scored))
    assert levels == [command.name for command in rest]
    for command in (first, *rest):
        assert command.properties.keys() <= {"file", "line", "col", "title"}
    for command, case in zip(rest, scored, strict=False):
        assert command.message.startswith(case.call)


@some
@given(graded_reports())
def test_no_hidden_case_is_named(report: Report) -> None:
    """Of hidden cases the summary tells two numbers."""
    text = as_github(report)
    assert "hidden-id" not in text
    hidden = report.hidden
    if hidden.total:
        assert f"hidden: {hidden.passed} of {hidden.total} passed" in text.split("\n")[0]


def test_a_failed_case_is_annotated_at_its_file() -> None:
    """Title, call, both values, reason; the file alone where no line is known."""
    _, first, second = commands(reports.wrong_values())
    assert {"file": FILE, "title": "keeps the first token, rejects the second"} == first.properties
    assert [
        "speculative_decode([0.5, 0.5, 0.5], [0.4, 0.4, 0.4], [10, 20, 30])",
        "expected ([10], 1)",
        "returned ([10, 30], 2)",
        "The list is [10, 30]; expected is [10].",
    ] == first.message.split("\n")
    assert "keeps all six, one draw for each" == second.properties["title"]


def test_an_exception_is_annotated_at_its_line() -> None:
    """Where the learner's code raised is where they look."""
    _, first, *_ = commands(reports.same_error())
    assert (FILE, "31") == (first.properties["file"], first.properties["line"])
    assert "raised AttributeError: module" in first.message


def test_a_file_that_does_not_load_is_annotated_at_its_place() -> None:
    """One annotation, with line and column."""
    (only,) = commands(reports.syntax_error())
    assert ("26", "60") == (only.properties["line"], only.properties["col"])
    assert only.message.startswith("Not loaded: SyntaxError: expected ':'")


def test_a_file_outside_the_repository_has_no_place() -> None:
    """A line number without its file would be put somewhere else."""
    summary, first, *_ = commands(reports.same_error(), file="")
    assert {"title"} == summary.properties.keys() == first.properties.keys()


def test_a_cell_of_a_notebook_has_no_line_in_its_file() -> None:
    """The place is told in words instead."""
    place = Place(3, "x", cell=2)
    report = reports.with_cases({1: {"outcome": Outcome.RAISED, "place": place}})
    _, first = commands(report)
    assert "line" not in first.properties
    assert "at code cell 2, line 3" in first.message


def test_the_summary_names_the_mistake() -> None:
    """How many passed, then what it looks like."""
    summary, *_ = commands(reports.wrong_values())
    assert summary.message.startswith("4 of 6 passed\nThis looks like: no draw is made")


def test_at_most_ten_annotations() -> None:
    """GitHub shows ten of a kind: the summary says when there are more, errors come first."""
    cases = tuple(
        reports.SIX[0]._replace(
            id=f"c{number}", title=f"t{number}", outcome=Outcome.FAILED, points=number % 2
        )
        for number in range(24)
    )
    summary, *rest = commands(reports.report(Verdict.FAILED, cases=cases))
    assert [f"t{number}" for number in range(1, 18, 2)] == [c.properties["title"] for c in rest]
    assert summary.message.endswith("The first 9 of 24 are annotated.")


def test_a_case_of_zero_points_is_a_warning() -> None:
    """It does not count, and says so."""
    summary, warning = commands(reports.unscored_fails())
    assert ("notice", "warning") == (summary.name, warning.name)
    assert "not scored: a bonus" == warning.properties["title"]


def test_a_fault_beyond_the_cases_is_an_error() -> None:
    """Six of six passed: the call that shows the fault is annotated."""
    summary, error = commands(reports.wrong_elsewhere())
    assert "another call shows that it is not right" in summary.message
    assert ("error", "a further call") == (error.name, error.properties["title"])
    assert "returned ([7], 1)" in error.message


def test_such_a_fault_without_an_example_is_in_the_summary() -> None:
    """Where no call is told there is nothing to annotate."""
    (summary,) = commands(reports.report(Verdict.FAILED, probes=Probes(3, 4)))
    assert "another call shows that it is not right" in summary.message


def test_hidden_cases_are_two_numbers() -> None:
    """All visible cases passed, and how many of the hidden ones."""
    report = reports.report(Verdict.FAILED, hidden=Hidden(2, 3, 2, 3), score=8, max_score=9)
    (summary,) = commands(report)
    assert "all visible cases passed; hidden: 2 of 3 passed" == summary.message


def test_a_long_message_is_cut_by_us() -> None:
    """GitHub would cut it at 4,096 characters, without saying so."""
    changes: dict[str, object] = {"outcome": Outcome.RAISED, "message": "E" * 9000}
    _, first = commands(reports.with_cases({1: changes}))
    assert len(first.message) < 4096
    assert first.message.endswith("…")


# --- what is printed beside them -----------------------------------------------------------------


@some
@given(any_reports)
def test_the_fenced_screen_is_no_command(report: Report) -> None:
    """Nothing of a screen is obeyed between the fence's lines, and all after it is."""
    before, after = fence("0123456789abcdef")
    lines = screen.lines(report, width=80, show_output=True)
    log = before + terminal.plain(lines) + after + "::notice::after\n"
    assert [Command("notice", {}, "after")] == obeyed(log)


def test_the_fence_is_needed() -> None:
    """Without it a screen can hold a command: indentation is no protection."""
    output = Output("##[error]x")
    report = reports.with_cases({1: {"outcome": Outcome.FAILED, "output": output}})
    assert ["error"] == [c.name for c in obeyed(terminal.plain(screen.lines(report, width=80)))]


@given(st.lists(st.sampled_from([":", "::", "#", "[", "error", " ", "\n", "]"])).map("".join))
def test_defused_text_is_no_command(text: str) -> None:
    """A complaint may name a file, and a file may have the name of a command."""
    assert [] == obeyed(defused(text))
    assert defused("There is no file a.py.") == "There is no file a.py."


@given(st.lists(st.sampled_from(["```", "`", "\n", "text", "~~~"])).map("".join))
def test_a_summary_page_keeps_the_screen_in_its_block(text: str) -> None:
    """The fence of the block is longer than any run of backticks in it."""
    opening, *inside, closing = step_summary(text).removesuffix("\n").split("\n")
    assert opening == f"{closing}text"
    assert set(closing) == {"`"}
    assert len(closing) >= 3
    assert not any(closing in line for line in inside)
    assert text.rstrip() == "\n".join(inside)


def test_a_summary_page_is_small_enough() -> None:
    """GitHub takes none of a summary of more than 1 MiB."""
    assert len(step_summary("\U0001f600" * 10**6).encode()) < 1 << 20


def test_a_wrong_law_is_an_error() -> None:
    """The summary and an annotation say how the distribution is wrong; a right law says nothing."""
    summary, law = commands(reports.law_wrong())
    sentence = "tokens[0] is 0 with probability 0.15 instead of 0.1: 0.05 too much"
    assert f"The distribution is wrong: {sentence}." in summary.message
    assert ("error", "law: Three tokens, one drafted") == (law.name, law.properties["title"])
    assert "greatest surplus" in law.message
    assert 1 == len(commands(reports.law_right()))

"""Parts of a report as plain text, for documents that have a field for text."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from grader.render.blocks import Page, case_lines, counterexample_lines, title_lines
from grader.render.layout import Charset
from grader.render.screen import all_scored_passed, count_parts
from grader.render.terminal import plain
from grader.results import Outcome, Output, Verdict

if TYPE_CHECKING:
    from grader.results import CaseResult, Counterexample, Place, Report

_WIDTH = 100


def case_text(case: CaseResult, file: str) -> str:
    """Return what there is to say of a case, without its title and its prints.

    That is the call, the values, the error with its place in `file`, the reason and the table.
    """
    page = _page(file)
    shown = case._replace(output=Output())
    if case.outcome is Outcome.PASSED:
        shown = shown._replace(why="")  # a lesson for those who need it
    lines = case_lines(page, shown, [], case.notes)
    return plain(lines[len(title_lines(page, case)) :])


def counterexample_text(example: Counterexample) -> str:
    """Return a call on which the submission is wrong, with its values and the table."""
    return plain(counterexample_lines(_page(""), example))


def summary(report: Report) -> list[str]:
    """Return what the whole report comes to, as a few lines."""
    match report.verdict:
        case Verdict.PASSED | Verdict.FAILED:
            lines = _graded(report)
        case Verdict.NOT_STARTED:
            lines = [report.message or "Not started: this is still the starter.", report.advice]
        case Verdict.NOT_LOADED:
            where = place_text(report.place, report.submission) if report.place else ""
            lines = [f"Not loaded: {report.message}", where, report.advice]
        case Verdict.NOT_GRADED:
            lines = [f"Not graded: {report.message}", report.advice]
        case _:
            assert_never(report.verdict)
    return [line for line in lines if line]


def _graded(report: Report) -> list[str]:
    lines = ["; ".join(count_parts(report))]
    if wrong_elsewhere(report):
        lines.append("All cases that count passed, but another call shows that it is not right.")
    if report.wrong_law:
        lines.append(f"The distribution is wrong: {report.wrong_law.sentence}.")
    if report.diagnosis:
        title, explanation = report.diagnosis.title, report.diagnosis.explanation
        lines += [f"This looks like: {title.rstrip('.')}.", explanation]
    return lines


def wrong_elsewhere(report: Report) -> bool:
    """Return whether only a further, unscored call shows that the submission is wrong."""
    return report.probes.agreed < report.probes.total and all_scored_passed(report)


def place_text(place: Place, file: str) -> str:
    """Return a place as one line: file, line number and what stands there."""
    source = place.source.strip()
    return f"{file}, {place.where}" + f": {source}" * bool(source)


def _page(file: str) -> Page:
    return Page(_WIDTH, Charset(), file, show_output=True)

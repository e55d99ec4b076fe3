"""What a test runner tells of a failed item: a line for summaries, and the screen's block. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grader.render.blocks import (
    case_lines,
    clipped,
    counterexample_lines,
    place_lines,
    title_lines,
)
from grader.render.screen import all_scored_passed
from grader.render.terminal import plain
from grader.results import Outcome, Output, Verdict

if TYPE_CHECKING:
    from grader.render.blocks import Page
    from grader.results import CaseResult, Report


class Failure(NamedTuple):
    """What is told of a failed item: in one line, and in full, which begins much the same."""

    summary: str
    text: str


def of_case(page: Page, result: CaseResult) -> Failure | None:
    """A case as the screen shows it, but the reason first, and no prints; None for a pass."""
    if result.outcome is Outcome.PASSED:
        return None
    summary, shown = result.reason, result._replace(output=Output())
    if result.message:
        summary = f"It raised {result.message.splitlines()[0]}"
    else:
        shown = shown._replace(reason="")
    block = case_lines(page, shown, (), result.notes)[len(title_lines(page, result)) :]
    return Failure(summary, plain([*page.prose(summary, columns=0), *block]))


def of_unrun(page: Page, report: Report) -> Failure:
    """Why no case was called, with the place in the file."""
    message = clipped(page.charset, report.message)
    if report.verdict is Verdict.NOT_LOADED:
        message = f"Not loaded: {message}"
    place = place_lines(page, report.place) if report.place else []
    lines = [*page.prose(message, columns=0), *place, *page.prose(report.advice)]
    return Failure(message.splitlines()[0], plain(lines))


def of_probes(page: Page, report: Report) -> Failure | None:
    """The simplest call that goes wrong; None when all probes agree.

    Probes that were not called are a failure: nobody knows what they would have returned.
    """
    probes = report.probes
    if not probes.total:
        summary = "The further calls were not made: a case before them did not come to its end."
    elif probes.agreed == probes.total:
        return None
    else:
        summary = f"Wrong on {probes.total - probes.agreed} of {probes.total} further calls."
    if not probes.simplest:
        return Failure(summary, plain(page.prose(summary, columns=0)))
    if all_scored_passed(report):
        summary = f"{report.passed} of {report.total} cases passed, but wrong on"
    else:
        summary = f"{summary.rstrip('.')}; the simplest is"
    lines = [*page.prose(f"{summary}:", columns=0), *counterexample_lines(page, probes.simplest)]
    return Failure(f"{summary} {probes.simplest.call}", plain(lines))


def of_laws(page: Page, report: Report) -> Failure | None:
    """How the distribution is wrong; None when it is not, as far as is known."""
    wrong = report.wrong_law
    if wrong is None:
        return None
    from grader.render.law import law_details, sentence  # only for exercises with laws

    return Failure(sentence(wrong), plain(law_details(page, wrong)))

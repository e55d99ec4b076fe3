"""The next hint as lines for a screen; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.render.layout import Charset, Line, Style, charset_for, wrap
from grader.render.markdown import task_lines
from grader.results import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.hints import Step
    from grader.results import Report


def hint_lines(
    report: Report, steps: Sequence[Step], *, width: int, encoding: str = "utf-8", again: str = ""
) -> list[Line]:
    """The state of a file in one line, then the hints; `again` is the command for the next one."""
    charset = charset_for(encoding)
    lines = [*wrap([(Style.TITLE, charset.prose(_state(report)))], width)]
    for step in steps:
        lines += [[], *_step_lines(step, charset, width, encoding)]
    last = steps[-1] if steps else None
    if last is None:
        lines += wrap([(Style.TEXT, "There is no hint for this.")], width)
    elif last.number == last.total:
        shown = any(case.table for case in report.cases)
        table = " The decision table of the report shows each step." * shown
        lines += [[], *wrap([(Style.MUTED, f"That was the last hint.{table}")], width)]
    elif again:
        lines += [[], [(Style.TEXT, "Next: "), (Style.TITLE, charset.code(again))]]
    return lines


def _step_lines(step: Step, charset: Charset, width: int, encoding: str) -> list[Line]:
    title = f"Hint {step.number} of {step.total}"
    if step.hint.title:
        title += f": {step.hint.title}"
    head = wrap([(Style.HEADING, charset.prose(title))], width)
    return [*head, *task_lines(step.hint.text, width, encoding)]


def _state(report: Report) -> str:
    """The file's state in a sentence or two."""
    match report.verdict:
        case Verdict.PASSED:
            return f"{report.submission} passes: there is nothing to hint at."
        case Verdict.NOT_STARTED | Verdict.NOT_LOADED | Verdict.NOT_GRADED:
            place = f"At {report.place.where}." if report.place else ""
            message = report.message if report.message[-1:] in ".!?" else f"{report.message}."
            return " ".join(filter(None, (message, place, report.advice)))
    visible = " visible" * bool(report.hidden.total)
    count = f"{report.passed} of {report.total}{visible} cases passed"
    example = report.probes.simplest
    if example and report.passed == report.total:
        count += f", but wrong on {example.call}"
    elif report.wrong_law and report.passed == report.total:
        count += f", but the distribution is wrong: {report.wrong_law.sentence}"
    if report.diagnosis is None:
        return f"{count}."
    return f"{count}. This looks like: {report.diagnosis.title.rstrip('.')}."


def follow_up_lines(
    report: Report, questions: Sequence[str], *, width: int, encoding: str = "utf-8"
) -> list[Line]:
    """What a file that passes is told instead of a hint: questions to go on with."""
    charset = charset_for(encoding)
    lines = [*wrap([(Style.PASSED, charset.prose(_state(report)))], width)]
    if questions:
        lines += [[], *wrap([(Style.HEADING, "To go on with:")], width)]
        lines += task_lines("\n".join(f"- {question}" for question in questions), width, encoding)
    return lines

"""Shows the next hint for a graded file and remembers it: what `grade hint` and its kin do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader import hint_store
from grader.hints import Step, next_step, sequence
from grader.render.hint import follow_up_lines, hint_lines
from grader.results import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.hint_records import Hints
    from grader.render.layout import Line
    from grader.results import Report


def next_hint(
    report: Report,
    hints: Hints,
    path: str,
    *,
    width: int,
    encoding: str = "utf-8",
    everything: bool = False,
    again: str = "",
) -> list[Line]:
    """Return the lines of the next hint for the file at `path`, and remember it as shown.

    `everything` shows all hints at once. A file that passes gets the exercise's follow-up
    questions. `again` is the command that shows the hint after this one.
    """
    if report.verdict is Verdict.PASSED:
        return follow_up_lines(report, hints.follow_ups, width=width, encoding=encoding)
    steps = _steps(report, hints, path, everything)
    shown = [step.hint.id for step in steps]
    hint_store.remember(path, report.exercise, shown)
    return hint_lines(report, steps, width=width, encoding=encoding, again=again)


def _steps(report: Report, hints: Hints, path: str, everything: bool) -> Sequence[Step]:
    order = sequence(report, hints)
    if everything:
        return [Step(hint, number, len(order)) for number, hint in enumerate(order, 1)]
    step = next_step(order, hint_store.shown(path, report.exercise))
    return [step] if step else []

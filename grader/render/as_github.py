"""The report as commands to a GitHub Actions runner: annotations, the summary first.

The rules are those of actions/toolkit and actions/runner: one command per line, `%` and line breaks
of a message escaped, in properties also `:` and `,`. A step shows ten annotations of a kind.

What a learner's file printed or is called must not become a command. In a command's data it cannot.
The screen goes between `fence` lines, where the runner takes no command but the one that ends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grader.render.plain import summary, wrong_elsewhere
from grader.results import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.law_records import LawResult
    from grader.results import CaseResult, Counterexample, Report

_MOST = 9  # annotations beside the summary
_LONGEST = 2000  # characters of a message; GitHub cuts at 4,096
_LONGEST_SUMMARY = 200_000  # characters, of at most 4 bytes: below the 1 MiB that GitHub takes


class _Annotation(NamedTuple):
    """One command: "error", "warning" or "notice"; line and column from 1, 0 when not known."""

    level: str
    title: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0


def as_github(report: Report, file: str = "") -> str:
    """Return the report as lines of commands.

    `file` is the path of the submission inside the repository, which the annotations are put at;
    "" when it is not in there.
    """
    rest = list(_of_cases(report, file))
    # Stable: errors stay in their order, before the warnings.
    rest.sort(key=lambda annotation: annotation.level != "error")
    lines = [_summary(report, file, len(rest)), *rest[:_MOST]]
    return "".join(_command(annotation) for annotation in lines)


def _summary(report: Report, file: str, count: int) -> _Annotation:
    lines = summary(report)
    if count > _MOST:
        lines.append(f"The first {_MOST} of {count} are annotated.")
    level = "notice" if report.verdict is Verdict.PASSED else "error"
    title = f"{report.submission}: {report.verdict.value}"
    summed = _Annotation(level, title, "\n".join(lines))
    if report.place is None or report.place.cell:
        return summed
    return summed._replace(file=file, line=report.place.line, column=report.place.column or 0)


def _of_cases(report: Report, file: str) -> Iterator[_Annotation]:
    for case in report.cases:
        if case.outcome is not Outcome.PASSED:
            yield _of_case(case, file)
    if (example := report.probes.simplest) and wrong_elsewhere(report):
        yield _Annotation("error", "a further call", _counterexample(example), file)
    for law in report.laws:
        if law.agrees is False:
            yield _Annotation("error", f"law: {law.title}", _law(law), file)


def _of_case(case: CaseResult, file: str) -> _Annotation:
    lines = [case.call, f"expected {case.expected}"]
    if case.actual:
        lines.append(f"returned {case.actual}")
    if case.message:
        lines.append(f"raised {case.message}")
    if case.place and case.place.cell:
        lines.append(f"at {case.place.where}")
    lines.append(case.reason)
    level, title = (
        ("error", case.title) if case.scored else ("warning", f"not scored: {case.title}")
    )
    annotation = _Annotation(level, title, "\n".join(filter(None, lines)), file)
    if case.place is None or case.place.cell:
        return annotation  # the lines of a notebook's cells are none of its file
    return annotation._replace(line=case.place.line, column=case.place.column or 0)


def _counterexample(example: Counterexample) -> str:
    label = "returned" if example.reason else "instead"  # only a value comes with a reason
    lines = [example.call, f"expected {example.expected}", f"{label} {example.actual}"]
    return "\n".join(filter(None, [*lines, example.reason]))


def _law(law: LawResult) -> str:
    from grader.render.law import law_text  # only for exercises with laws

    return law_text(law).rstrip()


def _command(annotation: _Annotation) -> str:
    """Return one line; a line number is worth nothing without its file."""
    places = {"file": annotation.file}
    if annotation.file and annotation.line:
        places["line"] = str(annotation.line)
        places["col"] = str(annotation.column or "")
    properties = {**places, "title": annotation.title}
    pairs = [f"{key}={_escaped_property(value)}" for key, value in properties.items() if value]
    return f"::{annotation.level} {','.join(pairs)}::{_escaped(_cut(annotation.message))}\n"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


# --- text that is no command ---------------------------------------------------------------------


def fence(token: str) -> tuple[str, str]:
    """Return the lines before and after text in which the runner must find no commands.

    `token` must be a word that the text cannot know.
    """
    return f"::stop-commands::{token}\n", f"::{token}::\n"


def defused(text: str) -> str:
    """Return text in which the runner finds no command, where no fence can be."""
    while "::" in text:  # ":::" holds it twice
        text = text.replace("::", ": :")
    return text.replace("##[", "## [")


def step_summary(screen: str) -> str:
    """Return a learner's screen as a block of code in Markdown, for the page of the run."""
    text = screen[:_LONGEST_SUMMARY]
    runs = "".join(char if char == "`" else " " for char in text).split()
    ticks = "`" * max(3, *(len(run) + 1 for run in runs)) if runs else "```"
    return f"{ticks}text\n{text.rstrip()}\n{ticks}\n"

"""What a learner reads: a Report as lines of (style, text), for a given width and encoding."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from grader.render.blocks import (
    Page,
    case_lines,
    clipped,
    counterexample_lines,
    mark,
    output_lines,
    place_lines,
    title_lines,
)
from grader.render.layout import Line, Style, attach, cells, charset_for, size, wrap
from grader.render.notes import own_notes, shared_notes
from grader.results import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.law_records import LawResult
    from grader.results import CaseResult, Counterexample, Note, Report

_WORDS = {
    Outcome.PASSED: "pass",
    Outcome.FAILED: "FAIL",
    Outcome.RAISED: "raised",
    Outcome.TIMED_OUT: "timed out",
    Outcome.CRASHED: "crashed",
    Outcome.NOT_RUN: "not run",
}

_SLOW_SECONDS = 1.0  # from here on a learner wonders what took so long


def lines(
    report: Report,
    *,
    width: int,
    encoding: str = "utf-8",
    show_output: bool = False,
    next_command: str = "",
    see_command: str = "",
) -> list[Line]:
    """The report for a screen of `width` columns and this encoding.

    Lines keep to `width` but for words that cannot be broken. `show_output` adds what passed
    cases printed and leaves nothing out of the rest; `next_command` is what to type next,
    `see_command` what draws a failed case, without its number.
    """
    page = Page(width, charset_for(encoding), report.submission, show_output, see_command)
    match report.verdict:
        case Verdict.PASSED | Verdict.FAILED:
            sections = _graded(page, report)
        case Verdict.NOT_STARTED:
            sections = [_not_started(page, report)]
        case Verdict.NOT_LOADED:
            sections = [_not_loaded(page, report), _notes(page, report, set())]
        case Verdict.NOT_GRADED:
            sections = [_not_graded(page, report)]
        case _:
            assert_never(report.verdict)
    sections[0] = [*_header(page, report), *sections[0]]
    return _joined([*sections, _closing(page, report, next_command)])


def _joined(sections: Iterable[list[Line]]) -> list[Line]:
    """The sections that hold anything, with an empty line between them."""
    result: list[Line] = []
    for section in filter(None, sections):
        if result:
            result.append([])
        result += section
    return result


def _header(page: Page, report: Report) -> list[Line]:
    """The file to the left and the exercise to the right, below each other when narrow."""
    file = page.charset.code(report.submission)
    heading = page.charset.prose(report.heading)
    gap = page.width - cells(file) - cells(heading)
    if heading and gap >= 2:
        return [[(Style.TITLE, file), (Style.TEXT, " " * gap), (Style.HEADING, heading)]]
    rows = ((Style.TITLE, file), (Style.HEADING, heading))
    return [line for style, text in rows if text for line in wrap([(style, text)], page.width)]


# --- files that were run -------------------------------------------------------------------------


def _graded(page: Page, report: Report) -> list[list[Line]]:
    if report.diagnosis:
        report = _without_draws(report)
    groups = _alike(report.cases)
    own = own_notes(groups)
    while_loading = output_lines(page, report.output, "printed while loading")
    return [
        [*_case_list(page, report.cases), *_count(page, report)],
        while_loading if page.show_output else [],
        *(_case_block(page, group, own) for group in groups),
        _simpler(page, report),
        *(_laws(page, report) if report.laws else []),
        _notes(page, report, own),
    ]


def _without_draws(report: Report) -> Report:
    """The report without notes on random draws: the name of a mistake tells more than they do."""

    def kept(notes: Sequence[Note]) -> tuple[Note, ...]:
        return tuple(note for note in notes if not note.about_draws)

    cases = tuple(case._replace(notes=kept(case.notes)) for case in report.cases)
    return report._replace(cases=cases, notes=kept(report.notes))


def _case_list(page: Page, cases: Sequence[CaseResult]) -> list[Line]:
    """One line per case: mark, word, number, title."""
    word_width = max((len(_WORDS[case.outcome]) for case in cases), default=0)
    number_width = max((len(str(case.number)) for case in cases), default=0)
    mark_width = max(map(len, (page.charset.passed, page.charset.failed)))
    result: list[Line] = []
    for case in cases:
        style, sign = mark(page, case)
        word = f"{sign:<{mark_width}} {_WORDS[case.outcome]:<{word_width}}"
        first: Line = [(Style.TEXT, "  "), (style, word)]
        first.append((Style.TEXT, f"  {case.number:>{number_width}}  "))
        title = [(Style.TEXT, page.charset.prose(case.title))]
        if not case.scored:
            title.append((Style.MUTED, " (not scored)"))
        result += attach(first, wrap(title, page.width - size(first)))
    return result


def _count(page: Page, report: Report) -> list[Line]:
    """How many passed, in one sentence; after that the warm word, or the call that is wrong."""
    count, *more = count_parts(report)
    if report.probes.simplest and all_scored_passed(report):
        return [
            *_wrong_elsewhere(page, count, report.probes.simplest),
            *page.prose("; ".join(more), columns=0),
        ]
    if report.wrong_law and all_scored_passed(report):
        return _wrong_law(page, count, more, report.wrong_law)
    style = Style.PASSED if report.verdict is Verdict.PASSED else Style.TITLE
    result = page.prose("; ".join([count, *more]), style, 0)
    if report.verdict is Verdict.PASSED:
        below = "" if report.passed == report.total else "; what fails below is not scored"
        result += page.prose(f"Well done, this is right{below}.", columns=0)
    return result


def _wrong_law(page: Page, count: str, more: Sequence[str], law: LawResult) -> list[Line]:
    """All cases passed, and the distribution shows that the file is still wrong."""
    from grader.render.law import law_evidence  # only for exercises with laws

    text = f"{_but(count)} the distribution is wrong ({law.title}): {law.sentence}."
    return [
        *page.prose(text, Style.TITLE, 0),
        *law_evidence(page, law),
        *page.prose("; ".join(more), columns=0),
    ]


def _but(count: str) -> str:
    """The count of the cases as the beginning of a sentence on what is wrong beyond them."""
    noun = "" if "cases" in count else " cases"
    return f"{count.removesuffix(' passed')}{noun} passed, but"


def _wrong_elsewhere(page: Page, count: str, example: Counterexample) -> list[Line]:
    """All cases passed, and this call shows that the file is still wrong."""
    text = f"{_but(count)} wrong on"
    call = page.charset.code(example.call)
    if cells(text) + 1 + cells(call) > page.width:
        return [*page.prose(f"{text}:", Style.TITLE, 0), *counterexample_lines(page, example)]
    head: Line = [(Style.TITLE, f"{text} "), (Style.CODE, call)]
    return [head, *counterexample_lines(page, example, call=False)]


def count_parts(report: Report) -> list[str]:
    """How many cases passed; then what else there is: unscored ones, hidden ones, points."""
    scored = [case for case in report.cases if case.scored]
    passed = sum(case.outcome is Outcome.PASSED for case in scored)
    others = report.total - len(scored)
    kind = f"{' visible' * bool(report.hidden.total)}{' scored' * bool(others)}"
    parts = [f"{passed} of {len(scored)}{kind}{' cases' * bool(kind)} passed"]
    if report.hidden.total and report.passed == report.total:
        parts = ["all visible cases passed"]
    if others:
        parts.append(f"not scored: {report.passed - passed} of {others} passed")
    if report.hidden.total:
        parts.append(f"hidden: {report.hidden.passed} of {report.hidden.total} passed")
    whole = (passed + report.hidden.passed, len(scored) + report.hidden.total)
    if report.max_score and (report.score, report.max_score) != whole:
        parts.append(f"score {report.score:g} of {report.max_score:g}")
    return parts


def all_scored_passed(report: Report) -> bool:
    """Whether no case that counts failed; what is wrong then lies beyond the visible cases."""
    return all(case.outcome is Outcome.PASSED for case in report.cases if case.scored)


def _alike(cases: Iterable[CaseResult]) -> list[list[CaseResult]]:
    """The cases in groups that ended alike, so that the details are told once."""
    cases = list(cases)
    beyond_tables = {
        case.reason for case in cases if case.table and case.table.first_difference is None
    }
    groups: dict[object, list[CaseResult]] = {}
    for case in cases:
        groups.setdefault(_ending(case, beyond_tables), []).append(case)
    return list(groups.values())


def _ending(case: CaseResult, beyond_tables: set[str]) -> object:
    """What cases have in common that ended alike: the error and its place, or the reason.

    A wrong value is worth a look of its own, unless its fault is one that no table can show, such
    as a wrong type.
    """
    shown = case.table is not None and case.table.first_difference is not None
    wrong_value = case.outcome is Outcome.FAILED and (shown or case.reason not in beyond_tables)
    if case.outcome is Outcome.PASSED or wrong_value:
        return case.number
    if case.outcome is Outcome.RAISED:  # the reason may tell of the call's own shapes
        return (case.outcome, case.message, case.place)
    return (case.outcome, case.message, case.place, case.reason)


def _case_block(page: Page, group: list[CaseResult], own: set[str]) -> list[Line]:
    case, *alike = group
    if case.outcome is not Outcome.PASSED:
        return case_lines(page, case, alike, [note for note in case.notes if note.id in own])
    if page.show_output and case.output:
        return [*title_lines(page, case), *output_lines(page, case.output)]
    return []


def _simpler(page: Page, report: Report) -> list[Line]:
    """The simplest call that goes wrong, where it is simpler than the cases that failed."""
    example = report.probes.simplest
    if not example or all_scored_passed(report):
        return []
    wrong = [case.call for case in report.cases if case.outcome is not Outcome.PASSED]
    if len(example.call) >= min(map(len, wrong)):
        return []
    first = page.prose("A simpler call that goes wrong:", Style.TITLE, 0)
    return [*first, *counterexample_lines(page, example)]


def _laws(page: Page, report: Report) -> list[list[Line]]:
    """The laws that are wrong and not told of yet; all of them where nothing is wrong."""
    from grader.render.law import law_lines  # only for exercises with laws

    in_headline = (
        None if report.probes.simplest or not all_scored_passed(report) else report.wrong_law
    )
    passed = report.verdict is Verdict.PASSED
    return [
        law_lines(page, law)
        for law in report.laws
        if law is not in_headline and (law.agrees is False or (passed and law.agrees))
    ]


def _notes(page: Page, report: Report, own: set[str]) -> list[Line]:
    texts = shared_notes(report, own)
    return [line for text in texts for line in page.prose(text, Style.MUTED, 0)]


# --- files that were not -------------------------------------------------------------------------


def _not_started(page: Page, report: Report) -> list[Line]:
    text = report.message or "Not started yet: this is still the starter."
    advice = report.advice or "Write your code in it, save it, and grade it again."
    return [*page.prose(text, Style.TITLE, 0), *page.prose(advice, Style.HINT, 0)]


def _not_loaded(page: Page, report: Report) -> list[Line]:
    """One message with its place, instead of a list of cases that never ran."""
    first: Line = [(Style.FAILED, f"{page.charset.failed} not loaded: ")]
    message = (Style.TITLE, page.charset.code(clipped(page.charset, report.message)))
    return [
        *wrap([*first, message], page.width),
        *(place_lines(page, report.place) if report.place else []),
        *page.prose(report.advice, Style.HINT),
        *output_lines(page, report.output),
    ]


def _not_graded(page: Page, report: Report) -> list[Line]:
    message = f"Not graded: {clipped(page.charset, report.message)}"
    return [
        *page.prose(message, Style.TITLE, 0),
        *page.prose(report.advice, Style.HINT, 0),
    ]


def _closing(page: Page, report: Report, next_command: str) -> list[Line]:
    """The name of the mistake, where the file ran, and what to type next."""
    result: list[Line] = []
    if report.diagnosis:
        title = f"This looks like: {report.diagnosis.title.rstrip('.')}."
        result += page.prose(title, Style.MARK, 0)
        result += page.prose(report.diagnosis.explanation)
    if report.isolation != "none":
        result += page.prose(f"Isolation: {report.isolation}", Style.MUTED, 0)
    if report.seconds >= _SLOW_SECONDS:
        result += page.prose(f"This took {report.seconds:.1f} s.", Style.MUTED, 0)
    if next_command:
        # In one piece even if too wide: a command is there to be copied.
        result.append([(Style.TEXT, "Next: "), (Style.TITLE, page.charset.code(next_command))])
    return result

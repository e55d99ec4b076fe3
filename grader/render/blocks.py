"""The parts of a report that are about one call: the call, its values, its error, its prints."""

from collections.abc import Sequence
from typing import NamedTuple

from grader.render.layout import (
    NO_BREAK,
    Charset,
    Line,
    Style,
    attach,
    break_code,
    cells,
    chop,
    indent,
    size,
    wrap,
)
from grader.results import CaseResult, Counterexample, Note, Outcome, Output, Place, Table

# Labels stand beside their values, on a narrow screen above them.
_LABEL = 10
_LABELS_ABOVE = 40

# How many lines of what was printed are shown without being asked, at its start and at its end.
_HEAD = 10
_TAIL = 5

# How many characters of an exception's message are shown.
_LONG = 400

# How much of a source line to keep in sight behind the caret.
_BEHIND_CARET = 8


class Page(NamedTuple):
    """What every part of a report needs to know: the screen, the learner's file, the options."""

    width: int
    charset: Charset
    file: str
    show_output: bool = False
    see_command: str = ""  # draws a case with a decision table, given its number

    @property
    def margin(self) -> int:
        """The column where labelled values begin."""
        return 2 + _LABEL if self.width >= _LABELS_ABOVE else 4

    def prose(self, text: str, style: Style = Style.TEXT, columns: int = 2) -> list[Line]:
        """Sentences, wrapped and indented; nothing for no text."""
        if not text:
            return []
        return indent(wrap([(style, self.charset.prose(text))], self.width - columns), columns)

    def code(self, text: str, style: Style = Style.CODE, columns: int = 0) -> list[Line]:
        """Python text, broken where Python allows it, to go behind so many columns."""
        room = self.width - columns
        return [[(style, line)] for line in break_code(self.charset.code(text), room)]


def in_words(numbers: Sequence[int]) -> str:
    """Numbers as people list them: 2, 3 and 5."""
    *firsts, last = map(str, numbers)
    return f"{', '.join(firsts)} and {last}" if firsts else last


def case_lines(
    page: Page, case: CaseResult, alike: Sequence[CaseResult], notes: Sequence[Note]
) -> list[Line]:
    """The block of one case, with the cases that ended alike (same error, same place) in short."""
    lines = [*title_lines(page, case), *indent(page.code(case.call, columns=2), 2)]
    if case.outcome is not Outcome.NOT_RUN:
        lines += value_lines(page, case.expected, case.actual)
    lines += _error_lines(page, case)
    lines += page.prose(case.reason)
    if alike:
        lines += _alike_lines(page, alike)
    elif case.outcome is not Outcome.NOT_RUN:
        lines += page.prose(f"What this case tests: {case.why}" if case.why else "", Style.HINT)
        if case.table:
            lines += _table_lines(page, case.table)
            lines += _see_lines(page, case)
    lines += output_lines(page, case.output)
    for note in notes:
        lines += page.prose(f"Note: {note.text}", Style.MUTED)
    return lines


def _table_lines(page: Page, table: Table) -> list[Line]:
    from grader.render.table import table_lines  # a file that passes has none to show

    return indent(table_lines(table, page.width - 2, page.charset), 2)


def _see_lines(page: Page, case: CaseResult) -> list[Line]:
    """The command that draws this case; in one piece, since it is there to be copied."""
    if not page.see_command:
        return []
    command = f"{page.see_command} --case {case.number}"
    return [[(Style.MUTED, "  See it: "), (Style.CODE, page.charset.code(command))]]


def title_lines(page: Page, case: CaseResult) -> list[Line]:
    """Mark, number and title of a case."""
    first: Line = [mark(page, case), (Style.TITLE, f" {case.number}  ")]
    title = page.charset.prose(case.title)
    return attach(first, wrap([(Style.TITLE, title)], page.width - size(first)))


def mark(page: Page, case: CaseResult) -> tuple[Style, str]:
    """The sign of how a case ended."""
    match case.outcome:
        case Outcome.PASSED:
            return (Style.PASSED, page.charset.passed)
        case Outcome.NOT_RUN:
            return (Style.MUTED, page.charset.skipped)
        case _:
            return (Style.FAILED, page.charset.failed)


def counterexample_lines(page: Page, example: Counterexample, *, call: bool = True) -> list[Line]:
    """A call on which the submission is wrong, with what it should be and what it was."""
    lines = indent(page.code(example.call, columns=2), 2) if call else []
    # Only a value comes with a reason; without one, `actual` says what happened instead.
    label = "returned" if example.reason else "instead"
    lines += value_lines(page, example.expected, example.actual, label)
    lines += page.prose(example.reason)
    if example.table:
        lines += _table_lines(page, example.table)
    return lines


def value_lines(page: Page, expected: str, actual: str, label: str = "returned") -> list[Line]:
    """The expected value, and below it the returned one if anything came back."""
    lines = _labelled(page, "expected", page.code(expected, Style.VALUE, page.margin))
    if actual:
        lines += _labelled(page, label, page.code(actual, Style.VALUE, page.margin))
    return lines


def place_lines(page: Page, place: Place) -> list[Line]:
    """Where in the learner's file: file and line, the source line, a caret below its column."""
    cell = f"code{NO_BREAK}cell{NO_BREAK}{place.cell}, " if place.cell else ""
    where = f"{page.charset.code(page.file)}, {cell}line{NO_BREAK}{place.line}"
    if place.function and not place.function.startswith("<"):
        where += f", in{NO_BREAK}{page.charset.code(place.function)}"
    room = page.width - page.margin
    lines = _labelled(page, "at", wrap([(Style.TEXT, where)], room))
    excerpt = _excerpt(place, room - 2, page.charset)
    return [*lines, *indent([[(Style.CODE, text)] for text in excerpt], page.margin + 2)]


def output_lines(page: Page, output: Output, label: str = "printed") -> list[Line]:
    """What was printed: its beginning and end, and between them how much is not shown.

    Every line has a bar before it, so that none of them can pass for a line of the report.
    """
    if not output:
        return []
    head, tail = _split_lines(output.head), _split_lines(output.tail)
    kept = len(head) + len(tail)
    if not page.show_output:
        head, tail = _ends(head, tail, bool(output.tail or output.cut_lines))
    unseen = kept - len(head) - len(tail)
    lines: list[Line] = [[(Style.MUTED, f"  {label}:")]]
    lines += [line for text in head for line in _printed_line(page, text)]
    lines += page.prose(_cut(page.charset, unseen, output.cut_lines), Style.MUTED, 4)
    lines += [line for text in tail for line in _printed_line(page, text)]
    return lines


def _labelled(page: Page, label: str, body: list[Line]) -> list[Line]:
    name = (Style.MUTED, f"  {label:<{_LABEL}}")
    if page.width < _LABELS_ABOVE:
        return [[name], *indent(body, page.margin)]
    return attach([name], body)


def _error_lines(page: Page, case: CaseResult) -> list[Line]:
    """The exception and its place."""
    lines: list[Line] = []
    if case.message:
        text = page.charset.code(clipped(page.charset, case.message))
        body = wrap([(Style.VALUE, text)], page.width - page.margin)
        lines += _labelled(page, "raised", body)
    if case.place:
        lines += place_lines(page, case.place)
    return lines


def _alike_lines(page: Page, alike: Sequence[CaseResult]) -> list[Line]:
    numbers = in_words([case.number for case in alike])
    same = f"The same in {'cases' if len(alike) > 1 else 'case'} {numbers}"
    if alike[0].outcome is Outcome.RAISED and not page.show_output:
        return page.prose(f"{same}.")
    lines = page.prose(f"{same}:")
    for case in alike:
        number = f"    {case.number}  "
        lines += attach([(Style.MUTED, number)], page.code(case.call, columns=len(number)))
        # What a case has of its own goes below its call.
        below = page._replace(width=page.width - len(number) + 2)
        own = value_lines(below, case.expected, case.actual) if case.actual else []
        own += output_lines(below, case.output) if page.show_output else []
        lines += indent(own, len(number) - 2)
    if any(case.output for case in alike) and not page.show_output:
        lines += page.prose("--show-output shows what they printed.", Style.MUTED, 4)
    return lines


def _excerpt(place: Place, room: int, charset: Charset) -> list[str]:
    """The source line without its indentation and, when the column is known, a caret."""
    text = charset.code(place.source.strip())
    if not text or place.column is None:
        return [_shortened(text, room, charset)] if text else []
    lead = len(place.source) - len(place.source.lstrip())
    at = min(len(charset.code(place.source[lead : max(place.column - 1, lead)])), len(text))
    # Keep the caret in sight, with a little of what follows it.
    end, start, more = min(len(text), at + _BEHIND_CARET), 0, ""
    while start < at and cells(more + text[start:end]) + (at == end) > room:
        start, more = start + 1, charset.ellipsis
    text = more + text[start:]
    at += len(more) - start
    return [_shortened(text, room, charset), " " * cells(text[:at]) + "^"]


def _shortened(text: str, room: int, charset: Charset) -> str:
    if cells(text) <= room:
        return text
    return chop(text, room - len(charset.ellipsis))[0] + charset.ellipsis


def _split_lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


def _ends(head: list[str], tail: list[str], apart: bool) -> tuple[list[str], list[str]]:
    """The first and last lines; `apart` when something is missing between head and tail."""
    if apart:
        return head[:_HEAD], tail[-_TAIL:]
    if len(head) <= _HEAD + _TAIL + 1:
        return head, []
    return head[:_HEAD], head[-_TAIL:]


def _cut(charset: Charset, unseen: int, lost: int) -> str:
    """How many lines are missing, and which of them can be had."""
    count = unseen + lost
    if not count:
        return ""
    text = f"{charset.ellipsis} {count} more {'line' if count == 1 else 'lines'} cut"
    if not unseen:
        return f"{text}: too much was printed to keep it all"
    return f"{text} (--show-output shows {f'{unseen} of them' if lost else 'them'})"


def _printed_line(page: Page, text: str) -> list[Line]:
    pieces = chop(page.charset.code(text), page.width - 4)
    return attach([(Style.MUTED, "  | ")], [[(Style.TEXT, piece)] for piece in pieces])


def clipped(charset: Charset, text: str) -> str:
    """An exception's message at a length that does not drown the report; the rest is counted."""
    if len(text) <= _LONG:
        return text
    return f"{text[:_LONG]}{charset.ellipsis} ({len(text) - _LONG} more characters)"

"""The law of what a submission returns, as lines: a sentence, and a table value by value; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.display import digits_for
from grader.render.blocks import Page
from grader.render.layout import Charset, Line, Style, attach, indent, size, wrap
from grader.render.table import table_lines
from grader.render.terminal import plain
from grader.results import Table

if TYPE_CHECKING:
    from grader.law_records import LawEntry, LawResult, LawTable
    from grader.results import Report

_WIDTH = 100


def law_lines(page: Page, law: LawResult) -> list[Line]:
    """The block of one law: mark and title, the sentence, the call it is about, the table."""
    style, sign = {
        True: (Style.PASSED, page.charset.passed),
        False: (Style.FAILED, page.charset.failed),
        None: (Style.MUTED, page.charset.skipped),
    }[law.agrees]
    first: Line = [(style, sign), (Style.TITLE, " law  ")]
    title = page.charset.prose(law.title)
    head = attach(first, wrap([(Style.TITLE, title)], page.width - size(first)))
    return [*head, *law_details(page, law)]


def law_details(page: Page, law: LawResult) -> list[Line]:
    """The sentence on a law, and what shows it."""
    return [*page.prose(sentence(law)), *law_evidence(page, law)]


def law_evidence(page: Page, law: LawResult) -> list[Line]:
    """The call that the sentence on a law is about, and the table."""
    lines: list[Line] = []
    if law.call:
        lines += indent(page.code(law.call, columns=2), 2)
    if law.tables:
        table = as_table(law.tables[law.shown], marked=law.agrees is False)
        grid = table_lines(table, page.width - 2, page.charset, "greatest surplus")
        lines += indent(grid, 2)
    return lines


def sentence(law: LawResult) -> str:
    """What is said of a law, as a sentence of its own."""
    if law.agrees:
        return f"{law.sentence[:1].upper()}{law.sentence[1:]}."
    verdict = "not known" if law.agrees is None else "wrong"
    return f"The distribution is {verdict}: {law.sentence}."


def law_text(law: LawResult) -> str:
    """What there is to say of a law as plain text, without its title."""
    return plain(law_details(Page(_WIDTH, Charset(), ""), law))


def wrong_laws(report: Report) -> list[LawResult]:
    """The laws that a submission has not."""
    return [law for law in report.laws if law.agrees is False]


def as_table(table: LawTable, *, marked: bool) -> Table:
    """A law's table as text, with the row that the sentence names where it is `marked`."""
    digits = digits_for(table.gap) if marked else digits_for(0)
    return Table(
        (table.part, "target", "yours", "difference"),
        tuple(_row(entry, digits) for entry in table.entries),
        (True,) * len(table.entries),
        _too_often(table) if marked else None,
    )


def _too_often(table: LawTable) -> int | None:
    """The row of what comes too often by most: the sentence above the table is about it."""
    gaps = [round(entry.difference, 9) for entry in table.entries]
    return gaps.index(max(gaps)) if gaps else None


def _row(entry: LawEntry, digits: int) -> tuple[str, ...]:
    shown = [f"{entry.target:.{digits}f}", f"{entry.yours:.{digits}f}"]
    difference = f"{entry.difference:+.{digits}f}"
    return (entry.value, *shown, difference if float(difference) else "0")

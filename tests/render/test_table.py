"""Decision tables: columns, marks, and what becomes of them on narrow screens."""

from __future__ import annotations

import pytest

from grader.render.layout import Charset, Style
from grader.render.table import table_lines
from grader.render.terminal import plain
from grader.results import Table
from tests.render.reports import STOP


def rows(count: int, difference: int | None) -> Table:
    """A table of so many rows that differ in their number alone."""
    cells = tuple((str(row), "keep") for row in range(count))
    return Table(("i", "rule"), cells, (True,) * count, difference)


def test_numbers_are_aligned_to_the_right() -> None:
    """Columns of numbers align at their ends, words at their beginnings."""
    table = Table(("n", "word"), (("1", "a"), ("200", "b")), (True, True), None)

    assert "  n  word\n  1  a\n200  b\n" == plain(table_lines(table, 40, Charset()))


def test_row_that_is_not_examined_says_so() -> None:
    """Rows that the rule never looks at are muted, and words say why."""
    *_, last = table_lines(STOP, 80, Charset())

    assert plain([last]).endswith("not examined\n")
    assert {Style.MUTED} == {style for style, _ in last}


@pytest.mark.parametrize("width", [80, 50, 30, 20])
def test_first_difference_is_told_at_every_width(width: int) -> None:
    """Beside the row, as a sign that the last line explains, or within the sentence."""
    text = " ".join(plain(table_lines(STOP, width, Charset())).split())

    assert 1 == text.count("← first difference")
    assert 1 == text.count("not examined")


@pytest.mark.parametrize(
    ("count", "difference", "shown"),
    [
        (12, 11, range(12)),
        (40, 20, range(14, 23)),
        (40, 0, range(3)),
        (40, 39, range(33, 40)),
        (40, None, range(9)),
        (40, 7, range(10)),
    ],
)
def test_long_table_is_cut_around_the_difference(
    count: int, difference: int | None, shown: range
) -> None:
    """The rows around the first difference stay; the others are counted, none is lost."""
    lines = plain(table_lines(rows(count, difference), 60, Charset())).splitlines()
    numbers = [int(line.split()[0]) for line in lines if "keep" in line]
    counted = [int(line.split()[1]) for line in lines if "more rows" in line]

    assert list(shown) == numbers
    assert count == len(numbers) + sum(counted)


def test_words_go_below_their_row_where_the_columns_are_too_wide() -> None:
    """Numbers stay in columns as long as these fit; words, marks and all, stand indented below."""
    cells = (("0", "0.5714", "keep"), ("1", "0.1", ""), ("2", "", "rejected for a reason"))
    table = Table(("i", "a", "rule"), cells, (True, False, True), 2)

    expected = """\
i       a
0  0.5714
    keep
1     0.1
    not examined
2
    rejected for a reason
    ← first difference
"""
    assert expected == plain(table_lines(table, 26, Charset()))

"""The table of a law: which row is marked."""

from __future__ import annotations

from grader.law_records import LawEntry, LawTable
from grader.render.law import as_table


def test_the_mark_is_at_what_comes_too_often() -> None:
    """The sentence is about that value, also where another one is too rare by more."""
    shares = (("0", 0.35, 0.25), ("1", 0.15, 0.19), ("2", 0.5, 0.56))
    table = LawTable("tokens[0]", tuple(LawEntry(*share) for share in shares))

    assert 2 == as_table(table, marked=True).first_difference


def test_a_right_law_has_no_mark() -> None:
    """Where nothing differs, no row is to be looked at."""
    table = LawTable("tokens[0]", (LawEntry("0", 0.5, 0.5), LawEntry("1", 0.5, 0.5)))

    assert as_table(table, marked=False).first_difference is None

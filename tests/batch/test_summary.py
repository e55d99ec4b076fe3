"""What an instructor reads at the end: made of rows alone, so that joined tables say the same."""

from __future__ import annotations

from grader.batch.rows import Row
from grader.batch.summary import Tally, Told, ToldCase, lines
from grader.errors import ExitCode

TOY = Told(
    "The sum of the digits",
    [ToldCase("several", "adds all", "digit_sum(472)"), ToldCase("two", "base 2", "digit_sum(5)")],
    {"ignores-base": "the base is always 10"},
)


def row(verdict: str, *failed: str, diagnosis: str = "", total: int = 2) -> Row:
    """The row of a submission to the toy."""
    passed = total - len(failed)
    return Row("x", verdict, passed, total, diagnosis=diagnosis, exercise="toy", failed=failed)


def text(*rows: Row, told: Told = TOY, width: int = 80) -> list[str]:
    """The summary's lines as text."""
    tally = Tally()
    for each in rows:
        tally.add(each)
    return ["".join(part for _, part in line) for line in lines(tally, {"toy": told}, width)]


def test_the_summary_of_a_class() -> None:
    """Verdicts, the share that passed each case, mistakes by frequency, the hardest calls."""
    rows = [
        row("passed"),
        row("failed", "two", diagnosis="ignores-base"),
        row("failed", "several", "two"),
        row("not-loaded", total=0),
        row("not-graded", total=0),
    ]
    assert [
        "5 submissions: 1 passed, 2 failed, 1 not loaded, 1 not graded",
        "",
        "The sum of the digits: passed by, of 3 whose calls ran",
        "  66 %      2   1  adds all",
        "  33 %      1   2  base 2",
        "",
        "What they look like",
        "     1  the base is always 10",
        "     1  none of the known mistakes",
        "",
        "Calls that failed most often",
        "     2  digit_sum(5)",
        "     1  digit_sum(472)",
    ] == text(*rows)


def test_failures_without_a_name_are_counted_where_no_other_has_one() -> None:
    """How many are left to look at is told in any case; who passed or did not load is no such."""
    shown = text(row("failed", "two"), row("passed"), row("not-loaded", total=0), row("passed"))
    assert "What they look like" in shown
    assert 1 == shown.count("     1  none of the known mistakes")
    assert not any("known mistakes" in line for line in text(row("passed")))


def test_exercises_come_in_the_order_in_which_they_are_told_of() -> None:
    """A course's order is not that of the names."""
    tally = Tally()
    for exercise in ("a", "b", "c"):
        tally.add(row("passed")._replace(exercise=exercise))
    told = {exercise: TOY._replace(title=exercise.upper()) for exercise in ("c", "a", "b")}
    shown = ["".join(part for _, part in line) for line in lines(tally, told, 80)]
    assert ["C", "A", "B"] == [line[0] for line in shown if "whose calls ran" in line]


def test_only_all_is_100_percent() -> None:
    """One of many that fails a case is not rounded away."""
    shown = text(*[row("passed")] * 999, row("failed", "two"))
    assert [" 100 %   1000   1  adds all", "  99 %    999   2  base 2"] == shown[3:5]


def test_nothing_goes_wrong_when_all_pass() -> None:
    """Without failures there is no list of them."""
    assert 5 == len(text(row("passed")))


def test_without_any_row_there_is_one_line() -> None:
    """An empty share of a class is nothing to complain about."""
    assert ["0 submissions: none"] == text()


def test_the_most_frequent_mistakes_come_first_and_not_all() -> None:
    """A large class makes many mistakes once; the rest is counted together."""
    rows = [row("failed", "two", diagnosis=f"m{i % 20}") for i in range(25)]
    shown = text(*rows)
    start = shown.index("What they look like") + 1
    assert [f"     2  m{i}" for i in range(5)] == shown[start : start + 5]
    assert "     8  other mistakes, 8 kinds of them" == shown[start + 12]


def test_a_case_that_nobody_knows_any_more_does_no_harm() -> None:
    """A row from an older table may name cases and exercises that are gone."""
    shown = text(row("failed", "gone"), row("passed")._replace(exercise="gone"))
    assert "2 submissions: 1 passed, 1 failed" == shown[0]


def test_the_highest_exit_code_counts() -> None:
    """0 all passed, 1 some not passed, 3 some not graded."""
    tally = Tally()
    codes = [tally.exit_code()]
    for verdict in ("passed", "not-started", "failed", "not-loaded", "not-graded", "passed"):
        tally.add(row(verdict))
        codes.append(tally.exit_code())
    assert [
        *(ExitCode.OK, ExitCode.OK, ExitCode.FAILED, ExitCode.FAILED, ExitCode.FAILED),
        *(ExitCode.NOT_GRADED, ExitCode.NOT_GRADED),
    ] == codes


def test_the_distribution_has_a_line_where_it_was_measured() -> None:
    """Below the cases: the share of those whose law is right, of all whose calls ran."""
    rows = [row("passed")._replace(law="right"), row("failed", "two")._replace(law="right")]
    rows += [row("failed")._replace(law="wrong"), row("failed")._replace(law="unknown")]
    assert "  50 %      2      the right distribution" == text(*rows)[5]
    assert [] == [line for line in text(row("passed")) if "distribution" in line]


def test_long_lines_hang_below_their_beginning() -> None:
    """Words are not cut, and calls go on where Python lets a line go on."""
    told = Told(
        "The sum of the digits",
        [
            ToldCase(
                "several", "adds all the digits of a long number", "digit_sum([1, 2], [3, 4, 5])"
            )
        ],
        {"ignores-base": "the base is always 10, whatever the call says"},
    )
    shown = text(row("failed", "several", diagnosis="ignores-base"), told=told, width=30)
    assert all(len(line) <= 30 for line in shown)
    assert "\n   0 %      0   1  adds all\n                   the digits" in "\n".join(shown)
    assert "\n     1  the base is always 10,\n        whatever the call says" in "\n".join(shown)
    assert "\n     1  digit_sum([1, 2],\n                  [3, 4, 5])" in "\n".join(shown)

"""Widths, wrapping, broken code and what a screen lacks."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.render.layout import (
    Style,
    attach,
    break_code,
    cells,
    charset_for,
    chop,
    size,
    wrap,
)

WORDS = st.text(alphabet="abc,([{'\"\\", min_size=1, max_size=6)
SCALARS = st.none() | st.booleans() | st.integers(-999, 999) | WORDS
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(WORDS, inner, max_size=3)
    ),
    max_leaves=25,
)


# What a call of an exercise holds: numbers, None, lists of numbers and of rows, arrays of these.
# Other Python has places where it cannot be broken: a key of a dict stays beside its value.
SHARES = st.integers(0, 10**16).map(lambda number: number / 10**16)  # up to 19 columns
SHORT = st.integers(0, 10**4).map(lambda number: number / 10**4)
NUMBERS = st.none() | st.integers(-999, 999) | SHARES


def _lists(items: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.lists(items, max_size=8) | st.lists(st.lists(items, max_size=8), max_size=5)


ARGUMENTS = (
    (NUMBERS | _lists(NUMBERS)).map(repr)
    | _lists(SHORT).map(lambda value: f"np.array({value!r})")
    | st.sampled_from(["np.full(10, 0.1)", "np.array([], dtype=int)"])
)


@given(st.lists(ARGUMENTS, max_size=5), st.integers(40, 120))
def test_broken_call_is_the_same_python(arguments: list[str], width: int) -> None:
    """A call broken over lines parses to the same call, and keeps to the width."""
    call = f"function_name({', '.join(arguments)})"
    lines = break_code(call, width)

    assert ast.dump(ast.parse(call)) == ast.dump(ast.parse("\n".join(lines)))
    assert [] == [line for line in lines if len(line) > width]


@given(VALUES, st.integers(1, 60))
def test_broken_value_is_the_same_value(value: object, width: int) -> None:
    """A value broken over lines of any width evaluates to itself."""
    assert value == ast.literal_eval("\n".join(break_code(repr(value), width)))


@given(VALUES, st.integers(1, 30))
def test_code_breaks_only_after_commas_and_brackets(value: object, width: int) -> None:
    """No line ends in the middle of anything, strings included."""
    *firsts, _ = break_code(f"f({value!r}, x=np.full(3, 0.5))", width)

    assert [] == [line for line in firsts if line[-1] not in ",([{"]


@pytest.mark.parametrize(
    "text", ["", "f()", "[1, 2", "))", "it's", "[1, ... 300 more ..., 2]", "<set>", "f(1)(2, 3)"]
)
def test_text_that_is_no_python_survives(text: str) -> None:
    """Values without a Python form lose nothing but spaces."""
    for width in range(1, 12):
        assert text.replace(" ", "") == "".join(break_code(text, width)).replace(" ", "")


def test_deeply_nested_value_is_no_trouble() -> None:
    """Brackets a thousand deep end in a long line, not in an error."""
    text = "[" * 1000 + "]" * 1000

    assert text == "".join(line.strip() for line in break_code(text, 80))


def test_parallel_lists_stand_below_each_other() -> None:
    """The arguments of a broken call begin in one column."""
    assert ["f([1, 2],", "  [3, 4])"] == break_code("f([1, 2], [3, 4])", 10)


MATRIX = "[[0.1, 0.9], [0.2, 0.8], [0.3, 0.7]]"


def test_rows_of_numbers_stand_below_each_other() -> None:
    """Where a call has to be broken, three rows or more are written as a table, array or not."""
    assert [
        "pick([[0.1, 0.9],",
        "      [0.2, 0.8],",
        "      [0.3, 0.7]],",
        "     np.array([[0.1, 0.9],",
        "               [0.2, 0.8],",
        "               [0.3, 0.7]]),",
        "     [0, 1, 0])",
    ] == break_code(f"pick({MATRIX}, np.array({MATRIX}), [0, 1, 0])", 60)


def test_a_call_that_fits_stays_on_one_line() -> None:
    """Rows are no reason to break what need not be broken; two rows share a line in any case."""
    assert [f"pick({MATRIX})"] == break_code(f"pick({MATRIX})", 50)
    two = "[[0.1, 0.9], [0.2, 0.8]]"
    assert [f"pick({two},", f"     {two})"] == break_code(f"pick({two}, {two})", 40)


def test_wide_rows_begin_below_the_name_of_the_function() -> None:
    """Rows that would not fit beside the name get the room below it."""
    row = "[0.125, 0.125, 0.125]"
    call = f"a_function_with_a_name([{row}, {row}, {row}], 3)"
    assert [
        "a_function_with_a_name(",
        f"    [{row},",
        f"     {row},",
        f"     {row}],",
        "    3)",
    ] == break_code(call, 40)


def test_empty_lists_share_a_line() -> None:
    """Nothing has to stand below nothing."""
    assert ["pick([], [], [],", "     [0.5, 0.5])"] == break_code(
        "pick([], [], [], [0.5, 0.5])", 22
    )


@given(
    st.lists(st.tuples(st.sampled_from(Style), st.text("ab ", max_size=12))), st.integers(12, 40)
)
def test_wrapping_keeps_words_and_styles(spans: list[tuple[Style, str]], width: int) -> None:
    """Every character keeps its style, and only spaces come and go."""
    lines = wrap(spans, width)

    def marked(line: list[tuple[Style, str]]) -> list[tuple[Style, str]]:
        return [(style, char) for style, text in line for char in text if char != " "]

    assert marked(spans) == [pair for line in lines for pair in marked(line)]
    words = "".join(text for _, text in spans).split()
    assert words == [w for line in lines for w in "".join(text for _, text in line).split()]
    assert all(size(line) <= max(width, *map(len, words)) for line in lines if words)


def test_long_word_stays_whole_unless_its_script_has_no_spaces() -> None:
    """A path can be copied from a narrow screen; Chinese is broken anywhere, as is usual."""
    assert [[(Style.TEXT, "folder/file.py")]] == wrap([(Style.TEXT, "folder/file.py")], 5)
    assert [[(Style.TEXT, "概率")], [(Style.TEXT, "论")]] == wrap([(Style.TEXT, "概率论")], 5)


def test_words_tied_together_stay_on_one_line() -> None:
    """A no-break space holds a line number to its word, and is shown as a space."""
    assert [[(Style.TEXT, "at")], [(Style.TEXT, "line 3")]] == wrap(
        [(Style.TEXT, "at line\xa03")], 7
    )


@given(st.text(st.characters(exclude_categories=["C"]), max_size=40), st.integers(2, 20))
def test_chopping_loses_nothing(text: str, width: int) -> None:
    """The pieces join to the text, and each keeps to the width."""
    pieces = chop(text, width)

    assert text == "".join(pieces)
    assert all(cells(piece) <= width for piece in pieces)


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("概率", 4), ("e\u0301", 1), ("←", 1)])
def test_width_is_counted_in_columns(text: str, columns: int) -> None:
    """Wide characters take two columns, accents on top of others none."""
    assert columns == cells(text)


def test_later_lines_hang_below_the_first() -> None:
    """What stands to the right of a label stays there."""
    body = [[(Style.TEXT, "one")], [(Style.TEXT, "two")]]

    assert [
        [(Style.CODE, "x: "), (Style.TEXT, "one")],
        [(Style.TEXT, "   "), (Style.TEXT, "two")],
    ] == attach([(Style.CODE, "x: ")], body)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "no-such-encoding"])
def test_marks_fit_the_encoding(encoding: str) -> None:
    """A screen without the marks gets ASCII ones; an encoding unknown to Python counts as ASCII."""
    marks = charset_for(encoding)[1:]

    assert ("ok", "x", "-", "<-", "...") == marks


def test_code_is_escaped_and_prose_is_transcribed() -> None:
    """A character that the screen lacks is escaped in code; a dash in prose gets a look-alike."""
    ascii_screen = charset_for("ascii")

    assert r"'\xe9\u2014'" == ascii_screen.code("'é—'")
    assert "a -- b ... 'c'" == ascii_screen.prose("a — b … ‘c’")
    assert "'é'" == charset_for("cp1252").code("'é'")
    assert r"\udc80" == charset_for("utf-8").code("\udc80")

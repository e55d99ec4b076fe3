"""Values as Python text, calls that can be pasted, and foreign text that does no harm."""

from __future__ import annotations

import ast
import math
import unicodedata
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import display
from grader.model import Case, Exercise, Limits, Parameter
from grader.render import as_json
from grader.results import DictValue, Foreign, NumpyArray, NumpyScalar, Output, Printed

if TYPE_CHECKING:
    from grader.model import Value

# --- values --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (True, "True"),
        (-3, "-3"),
        (0.1, "0.1"),
        (3.0, "3.0"),
        (math.nan, "nan"),
        (-math.inf, "-inf"),
        ("it's", '"it\'s"'),
        ("a\nb\x1b", "'a\\nb\\x1b'"),
        ("\u202eabc", "'\\u202eabc'"),
        ("\ud800", "'\\ud800'"),
        ("x" * 200, "'" + "x" * 200 + "'"),
        ("x" * 201, "'" + "x" * 200 + "'... (201 characters)"),
        ([], "[]"),
        ((), "()"),
        ((1,), "(1,)"),
        (([7, 8], 2), "([7, 8], 2)"),
        (DictValue(()), "{}"),
        (DictValue((("a", [1]), ((1,), None))), "{'a': [1], (1,): None}"),
        (NumpyScalar("int64", 3), "np.int64(3)"),
        (NumpyScalar("bool", True), "np.bool(True)"),
        (NumpyScalar("float32", math.nan), "np.float32(nan)"),
        (NumpyArray("int64", (2,), [1, 2]), "np.array([1, 2])"),
        (NumpyArray("float64", (), [0.5]), "np.array(0.5)"),
        (NumpyArray("int64", (0,), []), "np.array([])"),
        (NumpyArray("int64", (2, 3), [1, 2, 3, 4, 5, 6]), "<array of int64, shape (2, 3)>"),
        (NumpyArray("object", (2,), None), "<array of object, shape (2,)>"),
        (NumpyArray("object", (), None), "<array of object, shape ()>"),
        (NumpyArray("void\x1b[1m", (1,), None), "<array of void\\x1b[1m, shape (1,)>"),
        (Foreign("Vector"), "<Vector>"),
        (Foreign("\x1b[31mred"), "<\\x1b[31mred>"),
        (list(range(29)), repr(list(range(29)))),
        (
            list(range(30)),
            "[" + ", ".join(map(str, range(24))) + ", ... 2 more ..., 26, 27, 28, 29]",
        ),
        ((0,) * 10_000, "(" + "0, " * 24 + "... 9,972 more ..., 0, 0, 0, 0)"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_values_are_shown_as_python_text(value: Value, text: str) -> None:
    """Plain data reads as in Python, NumPy's with its type, and long values say what is cut."""
    assert text == display.value_text(value)


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.lists(inner, max_size=5).map(tuple),
    max_leaves=10,
)


@given(plain.filter(lambda value: "inf" not in repr(value)))
def test_the_text_of_a_short_value_is_the_value(value: Value) -> None:
    """What is shown can be pasted into Python and gives the same value, of the same types."""
    text = display.value_text(value)
    assert repr(value) == repr(ast.literal_eval(text.encode("utf-8", "surrogatepass").decode()))


# --- calls ---------------------------------------------------------------------------------------

TASK = Exercise(
    "kept",
    "Keep",
    "kept",
    (Parameter("rows", "list[list[float]]", array=True), Parameter("level", "float", array=True)),
    (),
    Limits(),
    (),
)


@pytest.mark.parametrize(
    ("args", "arrays", "text"),
    [
        ((), (), "kept()"),
        (([[0.5, 1.0], []],), (), "kept([[0.5, 1.0], []])"),
        (([], None), (), "kept([], None)"),
        (([0.1] * 10, 2), (), "kept([0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1], 2)"),
        (([0.1] * 10,), ("rows",), "kept(np.full(10, 0.1))"),
        (([0.1, 0.1],), ("rows",), "kept(np.array([0.1, 0.1]))"),
        (([1, 1, 1, 1],), ("rows",), "kept(np.array([1, 1, 1, 1]))"),
        (([0.0, -0.0, 0.0, 0.0],), ("rows",), "kept(np.array([0.0, -0.0, 0.0, 0.0]))"),
        (([],), ("rows",), "kept(np.array([]))"),
        ((None, 1.5), ("rows", "level"), "kept(None, 1.5)"),
        (([[1.0], [2.0]],), ("rows",), "kept(np.array([[1.0], [2.0]]))"),
    ],
    ids=str,
)
def test_a_call_is_one_line_that_can_be_pasted(
    args: tuple[Value, ...], arrays: tuple[str, ...], text: str
) -> None:
    """Arguments are whole and in order, arrays as NumPy makes them; pasting gives the same call."""
    case = Case("x", args, None, arrays=arrays)
    shown = display.call_text(TASK, case)
    assert text == shown
    wanted = [
        np.array(value) if name in arrays and value is not None and name == "rows" else value
        for name, value in zip(("rows", "level"), args, strict=False)
    ]
    pasted = eval(shown, {"np": np, "kept": lambda *values: list(values)})
    assert repr(wanted) == repr(pasted)


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (None, 3, ""),
        (0.12345, 3, "0.123"),
        (0.5, None, "0.5"),
        (2, 3, "2"),
        ("keep", None, "keep"),
        ("\x1b", 2, "\\x1b"),
    ],
)
def test_cells_of_a_table_are_text(value: Value, decimals: int | None, text: str) -> None:
    """Floats have the digits of their column, nothing is an empty cell."""
    assert text == display.cell_text(value, decimals)


# --- foreign text --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("größe → ✓ 中文 😀", "größe → ✓ 中文 😀"),
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("over\rwritten\b\x07", "over\\x0dwritten\\x08\\x07"),
        ("\x9b1m\x85", "\\x9b1m\\x85"),
        ("\u202egnp.exe\u202c", "\\u202egnp.exe\\u202c"),
        ("zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"),
        ("a\u2028b\u2029c", "a\\u2028b\\u2029c"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("\ue000\uffff", "\\ue000\\uffff"),
        ("e\u0301\u0301\u0301\u0301x\u0301", "e\u0301\u0301\\u0301\\u0301x\u0301"),
        ("[bold]markup[/bold]", "[bold]markup[/bold]"),
    ],
)
def test_what_cannot_be_seen_or_moves_a_cursor_is_escaped(text: str, shown: str) -> None:
    """Escapes, bidirectional and invisible characters become visible; letters stay."""
    assert shown == display.sanitise(text)


@given(st.text())
def test_sanitised_text_is_harmless_and_stays_so(text: str) -> None:
    """No text leads to a control character; sanitising twice changes nothing; it can be encoded."""
    shown = display.sanitise(text)
    kinds = {unicodedata.category(character) for character in shown if character not in "\n\t"}
    assert kinds.isdisjoint({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
    assert shown == display.sanitise(shown)
    shown.encode("utf-8")
    assert 1 == len(display.one_line(text).splitlines() or [""])


# --- what was printed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "output"),
    [
        (Printed(), Output()),
        (Printed(b"\n"), Output()),
        (Printed(b"one\ntwo\n"), Output("one\ntwo")),
        (Printed(b"one\r\ntwo"), Output("one\ntwo")),
        (Printed(b"on", b"e\ntwo"), Output("one\ntwo")),
        (Printed(b"\xc3", b"\xa9"), Output("é")),
        (Printed(b"raw \xff\xfe"), Output("raw \\xff\\xfe")),
        (Printed(b"\x1b[2J\x00"), Output("\\x1b[2J\\x00")),
        (Printed(b"10%\r20%\r"), Output("10%\\x0d20%\\x0d")),
        (Printed(b"x" * 405), Output("x" * 400 + "... 5 more characters")),
        (Printed(b"a\nb\n", b"y\nz\n", 100, 7), Output("a\nb", 7, "y\nz")),
    ],
    ids=lambda value: repr(value)[:50],
)
def test_prints_become_lines(printed: Printed, output: Output) -> None:
    """Prints are decoded and made harmless, line by line; what was lost between is counted."""
    assert output == display.output_text(printed)


def test_a_short_output_is_shown_whole() -> None:
    """Up to sixteen lines are shown as they are."""
    output = Output("\n".join(map(str, range(16))))
    assert output == display.shortened(output)


def test_of_a_long_output_the_ends_are_shown_and_the_rest_is_counted() -> None:
    """Twelve lines, four lines, and the exact number of those between."""
    lines = [f"line {i}" for i in range(400)]
    short = display.shortened(Output("\n".join(lines)))
    assert Output("\n".join(lines[:12]), 384, "\n".join(lines[-4:])) == short
    cut = display.shortened(Output("\n".join(lines[:20]), 1_000, "\n".join(lines[-20:])))
    assert Output("\n".join(lines[:12]), 1_024, "\n".join(lines[-4:])) == cut


def test_the_end_of_one_enormous_line_is_not_lost() -> None:
    """When output is cut inside of a single line, its last lines are told nevertheless."""
    output = display.output_text(Printed(b"x" * 1_000, b"x" * 10 + b"\nlast words\n", 5_000, 0))
    assert "last words" in as_json.output_text(output)

"""Statements on the screen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grader.render.layout import Style, size
from grader.render.markdown import task_lines
from grader.render.terminal import plain

SAMPLE = """\
# Add the digits


Take an `int` and add
its digits.

- `number`: what to
  take apart
- nothing else

1. Look.
2. Add.

```python
digits(12,   34)   # a long line of code that is wider than the screen
- no list
```

Done — really.
"""


def test_statement_keeps_its_shape() -> None:
    """Headings, paragraphs and items are wrapped, code is left alone, blanks never pile up."""
    assert """\
Add the digits

Take an int and add its
digits.

- number: what to take
  apart
- nothing else

1. Look.
2. Add.

    digits(12,   34)   # a long line of code that is wider than the screen
    - no list

Done -- really.
""" == plain(task_lines(SAMPLE, 24, "ascii"))


def test_code_within_a_line_has_a_style_of_its_own() -> None:
    """Backticks are gone, their style remains; punctuation sticks to the word before it."""
    assert [[(Style.TEXT, "Use "), (Style.VALUE, "min"), (Style.TEXT, ", please.")]] == task_lines(
        "Use `min`, please.", 40
    )


def test_lone_backtick_is_a_sign() -> None:
    """A backtick without a partner is text like any other."""
    assert "a ` b\n" == plain(task_lines("a ` b", 40))


def test_a_picture_is_told_in_its_words() -> None:
    """A paragraph that is a picture shows what stands for it, also when it takes several lines."""
    shown = plain(
        task_lines("Look:\n\n![Two bars,\none filled.](pictures/a.svg)\n\nAnd go on.", 40)
    )
    assert "Look:\n\n[Picture: Two bars, one filled.]\n\nAnd go on.\n" == shown


def test_what_only_resembles_a_picture_is_text() -> None:
    """A picture within a sentence and one without words stay as they are."""
    for text in ("See ![it](a.svg) here.", "![it](a.svg) and on", "![](a.svg)", "![no picture"):
        assert f"{text}\n" == plain(task_lines(text, 40))


def test_headings_are_titles() -> None:
    """Headings of every level stand out by style and lose their signs."""
    assert [[(Style.TITLE, "Rule")], [(Style.TITLE, "Part")]] == task_lines("# Rule\n### Part", 40)


@given(st.lists(st.text("ab -1.`#\n", max_size=30)).map("\n".join), st.integers(20, 80))
def test_any_text_keeps_its_letters(text: str, width: int) -> None:
    """No input is an error, and no letter is lost outside fences."""
    lines = task_lines(text.replace("```", ""), width)

    assert sorted(c for c in text if c in "ab") == sorted(c for c in plain(lines) if c in "ab")
    assert all(size(line) <= width or " " not in plain([line]).strip() for line in lines)

"""Onto the stream: colour or not, how wide, in which encoding, and nothing swallowed."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from grader.render import screen, terminal
from grader.render.layout import Style
from tests.render import reports

ROOT = Path(__file__).parents[2]


class Stream(io.StringIO):
    """A stream that is a terminal or not, as wished."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        """What it was made to be."""
        return self.is_terminal


class Broken(io.StringIO):
    """A pipe whose reader is gone."""

    def write(self, _text: str) -> int:
        """Fail as a pipe does."""
        raise BrokenPipeError


def coloured(lines: list[list[tuple[Style, str]]]) -> str:
    """The lines as they reach a terminal with colours."""
    stream = Stream(is_terminal=True)
    terminal.print_report(lines, stream, colour=True, width=40)
    return stream.getvalue()


def without_escapes(text: str) -> str:
    """The text with its colour codes taken out."""
    first, *rest = text.split("\x1b[")
    return first + "".join(piece.split("m", 1)[1] for piece in rest)


@pytest.mark.parametrize(
    ("environ", "is_terminal", "wanted"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True, True),
    ],
)
def test_colour_is_wanted(environ: dict[str, str], is_terminal: bool, wanted: bool) -> None:
    """NO_COLOR wins, then FORCE_COLOR, then what the terminal can do."""
    assert wanted is terminal.wants_colour(Stream(is_terminal=is_terminal), environ)


@pytest.mark.parametrize(
    ("columns", "width"),
    [("50", 50), ("5", 20), ("300", 100), ("", 80), ("wide", 80), ("-1", 80), ("0", 80), ("²", 80)],
)
def test_width_of_a_pipe(columns: str, width: int) -> None:
    """COLUMNS counts within bounds; nonsense and nothing give 80."""
    assert width == terminal.width_of(io.StringIO(), {"COLUMNS": columns})


def test_width_of_a_terminal() -> None:
    """A terminal is asked how wide it is."""
    master, slave = os.openpty()
    with os.fdopen(slave, "w") as stream:
        termios.tcsetwinsize(master, (24, 57))

        assert 57 == terminal.width_of(stream, {})
    os.close(master)


def test_encoding_of_a_stream() -> None:
    """The stream's own encoding; a stream of text without one takes everything."""
    assert "cp1252" == terminal.encoding_of(io.TextIOWrapper(io.BytesIO(), encoding="cp1252"))
    assert "utf-8" == terminal.encoding_of(io.StringIO())


def test_plain_text_is_the_spans_joined() -> None:
    """Nothing is added but newlines, nothing taken but spaces at the ends of lines."""
    lines = [[(Style.FAILED, "x "), (Style.TEXT, "a")], [], [(Style.TEXT, "b  ")]]

    assert "x a\n\nb\n" == terminal.plain(lines)


@pytest.mark.parametrize("name", reports.EVERY)
def test_colours_change_no_text(name: str) -> None:
    """With the colour codes taken out, the coloured report is the plain one."""
    lines = screen.lines(reports.EVERY[name](), width=60)
    text = without_escapes(coloured(lines))

    assert terminal.plain(lines).splitlines() == [line.rstrip() for line in text.splitlines()]


def test_text_is_never_markup() -> None:
    """Brackets and emoji names in a learner's text are shown as they are, however long the line."""
    text = "[bold]x[/bold] :smile: https://example.org 1234 " + "y" * 200

    assert f"{text}\n" == coloured([[(Style.TEXT, text)]])


def test_every_style_has_a_look() -> None:
    """No style is missing from the theme."""
    for style in Style:
        assert "word" in coloured([[(style, "word")]])


def test_pass_and_fail_differ_in_colour() -> None:
    """Colour helps where it can."""
    assert coloured([[(Style.PASSED, "word")]]) != coloured([[(Style.FAILED, "word")]])


@pytest.mark.parametrize("colour", [True, False])
def test_closed_pipe_is_told(colour: bool) -> None:
    """A reader that has gone is the caller's business: the error comes through."""
    with pytest.raises(BrokenPipeError):
        terminal.print_report([[(Style.TEXT, "x")]], Broken(), colour=colour, width=80)


def modules_after(*statements: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after rendering a report and these."""
    script = (
        "import sys",
        "from grader.render import screen, terminal",
        "from grader.results import Report, Verdict",
        "report = Report('x', 'X', 'x.py', Verdict.PASSED)",
        "lines = screen.lines(report, width=80)",
        *statements,
        "print(*sys.modules)",
    )
    ran = subprocess.run(
        [sys.executable, "-c", "\n".join(script)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(ran.stdout.splitlines()[-1].split())


def test_plain_report_needs_no_slow_imports() -> None:
    """Printing to a pipe loads neither rich nor what else would slow the start down."""
    loaded = modules_after(
        "terminal.print_report(lines, sys.stdout, colour=False, width=80)",
    )

    assert set() == loaded & {"rich", "dataclasses", "inspect", "textwrap", "unicodedata"}


def test_preparing_loads_all_that_colour_needs() -> None:
    """After `prepare`, coloured output imports nothing more of rich."""
    prepared = modules_after("terminal.prepare()")
    printed = modules_after("terminal.print_report(lines, sys.stdout, colour=True, width=80)")

    assert "rich.console" in prepared
    assert set() == {name for name in printed - prepared if name.startswith("rich")}

"""Lines of styled text onto a stream: the only importer of rich; decides nothing about content."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

from grader.render.layout import Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grader.render.layout import Line

_DEFAULT_WIDTH = 80
_LEAST_WIDTH = 20
# Longer lines of text are hard to read.
_MOST_WIDTH = 100

# Standard colours, which follow the user's palette. Bright blue and red can be told apart with
# red-green blindness, and both can be read on black and on white; green and yellow cannot.
_THEME: Mapping[Style, str] = {
    Style.TEXT: "",
    Style.TITLE: "bold",
    Style.HEADING: "dim",
    Style.PASSED: "bright_blue",
    Style.FAILED: "bold red",
    Style.MUTED: "dim",
    Style.CODE: "",
    Style.VALUE: "bold",
    Style.MARK: "bold red",
    Style.HINT: "italic",
}


def plain(lines: Iterable[Line]) -> str:
    """The lines as text, each without spaces at its end and with a newline."""
    return "".join("".join(text for _, text in line).rstrip(" ") + "\n" for line in lines)


def prepare() -> None:
    """Import what coloured output needs, so that this can happen while something else runs."""
    import rich.console
    import rich.text  # noqa: F401


def print_report(lines: Iterable[Line], stream: TextIO, *, colour: bool, width: int) -> None:
    """Write the lines to `stream` and flush it; without colour, rich takes no part.

    Raises BrokenPipeError, UnicodeEncodeError and other errors of the stream.
    """
    if colour:
        _print_coloured(lines, stream, width)
    else:
        stream.write(plain(lines))
    stream.flush()


def _print_coloured(lines: Iterable[Line], stream: TextIO, width: int) -> None:
    # rich costs half of the start-up; a pipe never needs it.
    from rich.console import Console
    from rich.text import Text

    class PipeConsole(Console):
        def on_broken_pipe(self) -> None:
            """Tell the caller; rich would end the process here."""
            raise BrokenPipeError

    text = Text()
    for line in lines:
        for style, part in line:
            text.append(part, _THEME[style])
        text.append("\n")
    console = PipeConsole(
        file=stream,
        width=width,
        color_system="standard",
        force_terminal=True,
        no_color=False,
        highlight=False,
        soft_wrap=True,
    )
    console.print(text, end="")


def wants_colour(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether to colour: NO_COLOR says no, FORCE_COLOR yes, else what the stream is decides."""
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return environ.get("TERM") != "dumb" and stream.isatty()


def width_of(stream: TextIO, environ: Mapping[str, str]) -> int:
    """How many columns to use: COLUMNS, else the terminal's, else 80; from 20 to 100."""
    columns = environ.get("COLUMNS", "")
    # isdigit is true of superscripts and the like, which int refuses.
    width = int(columns) if columns.isascii() and columns.isdigit() else 0
    return min(max(width or _terminal_width(stream) or _DEFAULT_WIDTH, _LEAST_WIDTH), _MOST_WIDTH)


def _terminal_width(stream: TextIO) -> int:
    """The width of the stream's terminal, 0 if it has none."""
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):  # no terminal; no file behind the stream, or closed
        return 0


def encoding_of(stream: TextIO) -> str:
    """The encoding of the stream; one that takes any text, such as StringIO, has none: UTF-8."""
    return getattr(stream, "encoding", None) or "utf-8"

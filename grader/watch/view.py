"""Shows a watch session: a screen that is drawn anew on a terminal, blocks of text elsewhere."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from grader.hinting import next_hint
from grader.render import screen, terminal
from grader.render.blocks import in_words
from grader.render.layout import Line, Style, charset_for, wrap

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model import Hints
    from grader.results import Report
    from grader.watch.session import Changes

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
_KEYS = "keys: h next hint, r run again, q quit"


class TextView:
    """Prints a block for each run; `interactive` clears the screen before it and names the keys."""

    def __init__(self, path: str, hints: Callable[[str], Hints], *, interactive: bool) -> None:
        self._path = path
        self._hints = hints
        self._interactive = interactive

    def running(self, name: str) -> None:
        """Show nothing yet: most runs end before an eye has moved."""

    def report(self, report: Report, changes: Changes) -> None:
        """Show a report, what changed since the last one, and when this was."""
        lines = screen.lines(report, width=self._width(), encoding=self._encoding())
        self._show([*lines, [], *self._news(changes)])

    def problem(self, message: str) -> None:
        """Show why there is nothing to grade; the watch goes on."""
        waiting = "Waiting for it to change."
        text = [
            wrap([(style, words)], self._width())
            for style, words in (
                (Style.TITLE, charset_for(self._encoding()).prose(message)),
                (Style.MUTED, waiting),
            )
        ]
        self._show([line for part in text for line in part])

    def hint(self, report: Report) -> None:
        """Show the next hint below what is there."""
        hints = self._hints(report.exercise)
        lines = next_hint(report, hints, self._path, width=self._width(), encoding=self._encoding())
        self._print([[], *lines])

    def _news(self, changes: Changes) -> list[Line]:
        at = f"graded at {time.strftime('%H:%M:%S')}"
        told = [
            f"{words} {in_words(numbers)}"
            for words, numbers in (
                ("now passing:", changes.passing),
                ("now failing:", changes.failing),
            )
            if numbers
        ]
        return wrap([(Style.MUTED, "; ".join([at, *told]))], self._width())

    def _show(self, lines: list[Line]) -> None:
        if self._interactive:
            sys.stdout.write(_CLEAR)
            lines = [*lines, *wrap([(Style.MUTED, _KEYS)], self._width())]
        else:
            lines = [*lines, []]
        self._print(lines)

    def _print(self, lines: list[Line]) -> None:
        colour = terminal.wants_colour(sys.stdout, os.environ)
        terminal.print_report(lines, sys.stdout, colour=colour, width=self._width())

    def _width(self) -> int:
        return terminal.width_of(sys.stdout, os.environ)

    def _encoding(self) -> str:
        return terminal.encoding_of(sys.stdout)

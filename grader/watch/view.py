"""Shows a watch session: a screen that is drawn anew on a terminal, blocks of text elsewhere.

A report can be longer than a small screen, and its beginning matters most: which cases pass, then
the first that fails. So the screen stays at the top of it; the space bar leads on. What scrolls out
of the screen on the way can be scrolled back to, as can all that was there before the session.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from grader.hinting import next_hint
from grader.render import screen, terminal
from grader.render.blocks import in_words
from grader.render.layout import Line, Style, charset_for, size, wrap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from grader.hint_records import Hints
    from grader.results import Report
    from grader.watch.changes import Changes

_HOME_AND_CLEAR = "\x1b[H\x1b[J"
_UP_AND_CLEAR = "\r\x1b[{}A\x1b[J"
_KEYS = "keys: h next hint, r run again, q quit"


def _now() -> str:
    return time.strftime("%H:%M:%S")


class TextView:
    """Prints a block for each run."""

    def __init__(
        self,
        path: str,
        hints: Callable[[str], Hints],
        stream: TextIO,
        now: Callable[[], str] = _now,
    ) -> None:
        """`hints` are those of an exercise, for its id; `now` tells the time of a report."""
        self._path = path
        self._hints = hints
        self._stream = stream
        self._now = now

    def running(self, name: str) -> None:
        """Print nothing: the block will come."""

    def report(self, report: Report, changes: Changes) -> None:
        """Print a report, when it was made and what changed since the last one."""
        self._print([*self._report_lines(report), [], *self._news(changes), []])

    def problem(self, message: str) -> None:
        """Print why there is nothing to grade; the watch goes on."""
        self._print([*self._problem_lines(message), [], *self._waiting(), []])

    def hint(self, report: Report | None) -> None:
        """Print the next hint."""
        self._print([*self._hint_lines(report), []])

    def more(self) -> None:
        """Print nothing: all is there."""

    def again(self) -> None:
        """Print nothing: all is there."""

    def _report_lines(self, report: Report) -> list[Line]:
        return screen.lines(report, width=self._width(), encoding=self._encoding())

    def _news(self, changes: Changes) -> list[Line]:
        loads = {True: "it loads now", False: "it does not load any more"}
        told = [
            f"graded at {self._now()}",
            loads.get(changes.loads, "") if changes.loads is not None else "",
            f"now passing: {in_words(changes.passing)}" if changes.passing else "",
            f"now failing: {in_words(changes.failing)}" if changes.failing else "",
            "the same cases pass as before" if changes.none else "",
        ]
        return self._muted("; ".join(filter(None, told)))

    def _problem_lines(self, message: str) -> list[Line]:
        prose = charset_for(self._encoding()).prose
        texts = [wrap([(Style.TITLE, prose(line))], self._width()) for line in message.split("\n")]
        return [line for text in texts for line in text]

    def _waiting(self) -> list[Line]:
        return self._muted(f"tried at {self._now()}; waiting for a change")

    def _hint_lines(self, report: Report | None) -> list[Line]:
        if report is None:
            return self._muted("There is no hint: nothing was graded.")
        return next_hint(
            report,
            self._hints(report.exercise),
            self._path,
            width=self._width(),
            encoding=self._encoding(),
        )

    def _muted(self, text: str) -> list[Line]:
        return wrap([(Style.MUTED, text)], self._width())

    def _print(self, lines: Sequence[Line]) -> None:
        colour = terminal.wants_colour(self._stream, os.environ)
        terminal.print_report(lines, self._stream, colour=colour, width=self._width())

    def _width(self) -> int:
        return terminal.width_of(self._stream, os.environ)

    def _encoding(self) -> str:
        return terminal.encoding_of(self._stream)


class ScreenView(TextView):
    """Draws a screen: a report from its top, and below it a status with the keys."""

    def __init__(
        self,
        path: str,
        hints: Callable[[str], Hints],
        stream: TextIO,
        now: Callable[[], str] = _now,
    ) -> None:
        """See TextView; the stream is a terminal that knows the common escape sequences."""
        super().__init__(path, hints, stream, now)
        self._drawn: list[Line] = []
        self._rest: list[Line] = []
        self._status: list[Line] = []
        self._summary: list[Line] = []
        self._footer_rows = 0
        self._started = False

    def running(self, name: str) -> None:
        """Say so in place of the status, which is of older content."""
        self._summary = []
        told = f"grading {charset_for(self._encoding()).code(name)} ..."
        if self._started:
            self._status = self._muted(f"{told} (above: the last result)")
            self._append([])
        else:
            self._draw([], self._muted(told))

    def report(self, report: Report, changes: Changes) -> None:
        """Draw a report, when it was made and what changed since the last one."""
        self._summary = self._diagnosis(report)
        self._draw(self._report_lines(report), self._news(changes))

    def problem(self, message: str) -> None:
        """Draw why there is nothing to grade; the watch goes on."""
        self._summary = []
        self._draw(self._problem_lines(message), self._waiting())

    def hint(self, report: Report | None) -> None:
        """Show the next hint below what is there."""
        self._append([[], *self._hint_lines(report)])

    def more(self) -> None:
        """Show what comes next of that which did not find room."""
        shown, self._rest = self._page(self._rest)
        self._append(shown)

    def again(self) -> None:
        """Draw the screen anew."""
        self._draw([*self._drawn, *self._rest], self._status)

    def _draw(self, lines: list[Line], status: list[Line]) -> None:
        self._status = status
        self._drawn, self._rest = self._page(lines)
        if not self._started:  # what is on the screen scrolls out of it, and is not lost
            self._stream.write("\n" * (self._size().lines - 1))
            self._started = True
        self._stream.write(_HOME_AND_CLEAR)
        self._print_with_footer(self._drawn)

    def _append(self, lines: list[Line]) -> None:
        """Put lines in the footer's place, and the footer below them."""
        self._stream.write(_UP_AND_CLEAR.format(self._footer_rows))
        self._drawn = [*self._drawn, *lines]
        self._print_with_footer(lines)

    def _print_with_footer(self, lines: list[Line]) -> None:
        footer = self._footer(len(self._rest))
        self._footer_rows = self._rows(footer)
        self._print([*lines, *footer])

    def _footer(self, left: int) -> list[Line]:
        """The status and the keys; while the end of a report is not seen, what it comes to.

        That is left out where it would take more room than the report.
        """
        more = f", space {left} more {'line' if left == 1 else 'lines'}" if left else ""
        below = [*self._status, *self._muted(_KEYS + more)]
        full = [[], *self._summary, *below]
        return full if left and self._rows(full) * 2 < self._size().lines else [[], *below]

    def _diagnosis(self, report: Report) -> list[Line]:
        if report.diagnosis is None:
            return []
        title = charset_for(self._encoding()).prose(report.diagnosis.title.rstrip("."))
        return wrap([(Style.MARK, f"This looks like: {title}.")], self._width())

    def _page(self, lines: list[Line]) -> tuple[list[Line], list[Line]]:
        """Split lines into those that find room above the footer, and the rest."""
        height = self._size().lines
        if not height or self._rows([*lines, *self._footer(0)]) < height:
            return lines, []
        room = height - 1 - self._rows(self._footer(len(lines)))
        count = 0
        while count < len(lines) and (room := room - self._rows([lines[count]])) >= 0:
            count += 1
        return lines[: max(count, 1)], lines[max(count, 1) :]

    def _rows(self, lines: Sequence[Line]) -> int:
        """Return how many rows of the terminal lines take: a long word may need several."""
        columns = self._size().columns or self._width()
        return sum(max(1, -(-size(line) // columns)) for line in lines)

    def _size(self) -> os.terminal_size:
        try:
            return os.get_terminal_size(self._stream.fileno())
        except (OSError, ValueError):  # it is gone, or no terminal after all
            return os.terminal_size((0, 0))

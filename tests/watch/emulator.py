"""A terminal's screen, as far as the watch view uses it."""

from __future__ import annotations

import re

_SEQUENCE = re.compile(r"\x1b\[(\d*)([HJAm])|\x1b\[\d+(?:;\d+)*m")


class Emulator:
    """A screen of so many columns and rows; what scrolls out at its top is in `scrolled`."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.lines = [""] * rows
        self.scrolled: list[str] = []
        self.row = self.column = 0

    @property
    def shown(self) -> list[str]:
        """The rows down to the last that holds anything."""
        text = "\n".join(line.rstrip() for line in self.lines).rstrip("\n")
        return text.split("\n")

    def feed(self, text: str) -> None:
        """Take in what a program has written; sequences that are not known are an error."""
        at = 0
        while at < len(text):
            found = _SEQUENCE.match(text, at)
            if found:
                self._obey(found[2], int(found[1] or 1))
                at = found.end()
            else:
                self._put(text[at])
                at += 1

    def _obey(self, command: str | None, count: int) -> None:
        if command == "H":
            self.row = self.column = 0
        elif command == "A":
            self.row = max(0, self.row - count)
        elif command == "J":
            self.lines[self.row] = self.lines[self.row][: self.column]
            self.lines[self.row + 1 :] = [""] * (self.rows - self.row - 1)

    def _put(self, char: str) -> None:
        if char == "\r":
            self.column = 0
        elif char == "\n":  # the terminal's driver adds a return to it
            self.column = 0
            self._down()
        else:
            assert char.isprintable(), f"{char!r} is not known here"
            if self.column == self.columns:
                self.column = 0
                self._down()
            line = self.lines[self.row].ljust(self.column)
            self.lines[self.row] = line[: self.column] + char + line[self.column + 1 :]
            self.column += 1

    def _down(self) -> None:
        if self.row < self.rows - 1:
            self.row += 1
        else:
            self.scrolled.append(self.lines.pop(0))
            self.lines.append("")

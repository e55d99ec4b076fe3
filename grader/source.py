"""The learner's file, for showing places in it: which line, which cell, which cell owes a name."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from grader import display
from grader.results import CellRun, LearnerError, Place

if TYPE_CHECKING:
    from grader.notebook import Cell

_LONG = 120  # characters of an error that is told a second time


class Source(NamedTuple):
    """The name of the file and its lines; for a notebook its cells and how each of them ended."""

    name: str
    lines: Sequence[str]
    cells: Sequence["Cell"] = ()
    runs: Sequence[CellRun] = ()

    def place(
        self, line: int | None, function: str = "", column: int | None = None
    ) -> Place | None:
        """Return a place in the file; None when there is no such line."""
        if line is None or line < 1:
            return None
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        # The last cell that begins before it: an error at its very end lies one line behind it.
        cell = next((c for c in reversed(self.cells) if c.first <= line), None)
        within = line - cell.first + 1 if cell else line
        number = cell.number if cell else 0
        shown = display.one_line(text)[:300]
        return Place(within, shown, column, display.one_line(function), number)

    def failed(self) -> Iterator[tuple["Cell", LearnerError]]:
        """Return the cells that failed, in order, with their errors."""
        for cell, run in zip(self.cells, self.runs, strict=False):
            if run.error is not None:
                yield cell, run.error

    def defining(self, name: str) -> list[int]:
        """Return the numbers of the cells that bound a name, in order."""
        pairs = zip(self.cells, self.runs, strict=False)
        return [cell.number for cell, run in pairs if name in run.binds]

    def text(self, cell: "Cell") -> str:
        """Return the text of a cell."""
        return "\n".join(self.lines[cell.first - 1 : cell.last])

    def debt(self, name: str) -> str:
        """Say which cell should have defined a name, but failed or is left out; "" if none."""
        if not (self.cells and name):
            return ""
        quoted = f"`{display.one_line(name)}`"
        for cell, error in self.failed():
            if missing_name(error) != name and _binds(self.text(cell), name):
                why = display.one_line(f"{error.type_name}: {error.message}".rstrip(": "))
                return (
                    f"This follows from {_title(cell)}: it should define {quoted}, but failed "
                    f"({why[:_LONG]})."
                )
        for cell in self.cells:
            if cell.left_out and _mentions(self.text(cell), name):
                magic = display.one_line(cell.left_out)
                return f"{quoted} is in {_title(cell)}, which is left out: it starts with {magic}."
        for number, line in enumerate(self.lines, 1):
            _, ran, command = line.partition("pass  # %run")
            if ran and (place := self.place(number)):
                shown = display.one_line(f"%run{command}")
                return f"Perhaps {quoted} comes from `{shown}` ({place.where}), which is not run."
        return ""


def missing_name(error: LearnerError) -> str:
    """Return the name that a NameError or a failed import is about; "" for other errors."""
    if error.type_name in ("NameError", "UnboundLocalError"):
        before, _, rest = error.message.partition("name '")
        return rest.partition("'")[0] if before == "" else ""
    return error.module


def _title(cell: "Cell") -> str:
    return f"code cell {cell.number}" if cell.number else "this cell"


def _mentions(text: str, name: str) -> bool:
    import re  # only for notebooks that fail

    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def _binds(text: str, name: str) -> bool:
    """Return whether a text seems to define a name; for showing only, nothing is parsed."""
    import re  # only for notebooks that fail

    word = rf"\b{re.escape(name)}\b"
    introduced = rf"\b(?:def|class|import|as|for)\b[^#\n]*{word}"
    imported = rf"\bimport\s*(?:\*|\([^)]*{word})"
    patterns = (introduced, imported, rf"{word}[^=\n#]*=(?!=)")
    return any(re.search(pattern, text) for pattern in patterns)

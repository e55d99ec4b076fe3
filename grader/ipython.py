"""The magics: `%%grade` grades its own cell of a running notebook, `%grade hint` helps on.

This module is imported by `%load_ext grader`, and is the only one that imports IPython.
"""

from __future__ import annotations

import re
from types import ModuleType
from typing import TYPE_CHECKING, Protocol

from grader import notebook
from grader.catalogue import Catalogue
from grader.errors import GraderError
from grader.grading import Grading, Options
from grader.hinting import next_hint
from grader.render import screen
from grader.render.as_html import as_html
from grader.render.terminal import plain
from grader.results import Note, Verdict
from grader.runner import open_runner
from grader.submission import Submission

try:
    from IPython.core.error import UsageError as MagicError
except ImportError:
    raise ImportError(
        "%%grade works in Jupyter and IPython, and IPython is not installed here. "
        "A notebook file can be graded without it: grade FILE.ipynb"
    ) from None

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from grader.job import Runner
    from grader.render.layout import Line
    from grader.results import Report

_WIDTH = 88
_NAME = "this cell"
_USAGE = "%%grade [EXERCISE] on top of a cell grades it; %grade hint shows the next hint."
_UNDEFINED = re.compile(r"NameError: name '(\w+)' is not defined")


class Publisher(Protocol):
    """What is used of IPython's DisplayPublisher."""

    def publish(self, data: dict[str, str]) -> None:
        """Show the best of several forms of one thing, given by their media types."""


class Shell(Protocol):
    """What is used of IPython's InteractiveShell."""

    user_ns: dict[str, object]
    display_pub: Publisher

    def run_cell(self, raw_cell: str) -> object:
        """Run a cell as if it had been typed; show its output and its errors."""

    def register_magic_function(
        self, func: Callable[..., None], magic_kind: str, magic_name: str
    ) -> None:
        """Make a function a magic."""


def load(shell: Shell) -> None:
    """Register the magics with a shell."""
    shell.register_magic_function(Session(shell).grade, "line_cell", "grade")


class Session:
    """What the magics of one shell share: a warm runner, and the report that hints are about."""

    def __init__(self, shell: Shell, catalogue: Catalogue | None = None) -> None:
        self._shell = shell
        self._catalogue = catalogue or Catalogue()
        self._runner: Runner | None = None
        self._report: Report | None = None

    def grade(self, line: str, cell: str | None = None) -> None:
        """The magic itself. Raises MagicError, which IPython shows as one plain line."""
        words = line.split()
        try:
            if cell is not None and len(words) <= 1:
                self._grade_cell(cell, "".join(words))
            elif cell is None and words == ["hint"]:
                self._hint()
            else:
                raise MagicError(_USAGE)
        except GraderError as error:
            raise MagicError(f"{error.message} {error.hint}".rstrip()) from None

    def _grade_cell(self, cell: str, exercise: str) -> None:
        """Run the cell here, so that what it defines can be used; then show its report."""
        ran = self._shell.run_cell(cell)
        if isinstance(getattr(ran, "error_in_exec", None), KeyboardInterrupt):
            return
        report = self._graded(submission_of(cell, self._shell.user_ns), exercise)
        owed = tuple(notes_on_other_cells(report, self._shell.user_ns))
        self._report = report._replace(notes=(*report.notes, *owed))
        helps = report.exercise and report.verdict in (Verdict.FAILED, Verdict.NOT_LOADED)
        command = "%grade hint" if helps else ""
        self._show(screen.lines(self._report, width=_WIDTH, next_command=command))

    def _graded(self, submitted: Submission, exercise: str) -> Report:
        if self._runner is None:
            self._runner = open_runner()
        try:
            grading = Grading(self._catalogue, self._runner)
            return grading.grade(submitted, Options(exercise=exercise, option="%%grade ID"))
        except BaseException:
            # Stopped in the middle of an answer: whatever still comes must not meet the next cell.
            self._runner.close()
            self._runner = None
            raise

    def _hint(self) -> None:
        report = self._report
        if report is None:
            raise MagicError("No cell is graded yet: put %%grade on top of the one to grade.")
        hints = self._catalogue.hints(report.exercise)
        self._show(next_hint(report, hints, _NAME, width=_WIDTH, again="%grade hint"))

    def _show(self, lines: Sequence[Line]) -> None:
        forms = {"text/html": as_html(lines), "text/plain": plain(lines).rstrip("\n")}
        self._shell.display_pub.publish(forms)


def submission_of(cell: str, namespace: Mapping[str, object]) -> Submission:
    """Return a cell as a submission, with the modules it uses that were imported elsewhere.

    Everything else that the function needs has to be in the cell itself.
    """
    used = set(re.findall(r"[^\W\d]\w*", cell))
    imports = [
        f"import {value.__name__} as {name}"
        for name, value in namespace.items()
        if name in used and isinstance(value, ModuleType)
    ]
    # IPython hands over what follows the magic; with it, line numbers are those that one sees.
    source, cells = notebook.join(["; ".join(imports), f"%%grade\n{cell}"], numbered=False)
    return Submission(_NAME, source, cells)


def notes_on_other_cells(report: Report, namespace: Mapping[str, object]) -> Iterator[Note]:
    """Return a note for every name that is missing in the cell, but defined in the notebook."""
    texts = (report.message, *(case.message for case in report.cases))
    for name in dict.fromkeys(match[1] for text in texts for match in _UNDEFINED.finditer(text)):
        if name in namespace:
            yield Note(
                "other-cell",
                f"`{name}` comes from another cell, and %%grade takes its own cell alone: "
                "put it into this one.",
            )

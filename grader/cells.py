"""What is told of the cells of a notebook: which one is graded, which ones fail, and why; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader import display
from grader.judge import raised_words
from grader.results import Note
from grader.source import missing_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model import Exercise
    from grader.notebook import Cell
    from grader.results import LearnerError, Report
    from grader.source import Source

_TOLD = 3  # failing cells; of the rest only the number is told


def notes(exercise: Exercise, source: Source) -> tuple[Note, ...]:
    """Return the notes on a notebook whose function is graded; none for other files."""
    return (*_graded_cell(exercise.function, source), *_failures(exercise, source, None))


def _graded_cell(function: str, source: Source) -> Iterator[Note]:
    numbers = [number for number in source.defining(function) if number]
    if len(numbers) == 1:
        yield Note("graded-cell", f"Graded is {function} as code cell {numbers[0]} defines it.")
    elif numbers:
        text = f"Graded is {function} as code cell {numbers[-1]} defines it: the last definition "
        yield Note("graded-cell", f"{text}counts, and cells {_listed(numbers)} define it.")


def _listed(numbers: Sequence[int]) -> str:
    return f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _failures(exercise: Exercise, source: Source, told: Cell | None) -> Iterator[Note]:
    """Return a note per failing cell, but for the one that was told already."""
    failed = [(cell, error) for cell, error in source.failed() if cell != told]
    for cell, error in failed[:_TOLD]:
        yield Note("cell-failed", _failure(exercise, source, cell, error))
    if failed[_TOLD:]:
        count = len(failed) - _TOLD
        cells = "1 more code cell" if count == 1 else f"{count} more code cells"
        yield Note("cell-failed", f"{cells} failed as well.")


def _failure(exercise: Exercise, source: Source, cell: Cell, error: LearnerError) -> str:
    words = raised_words(exercise, error, source, loading=True)
    name = f"Code cell {cell.number}" if cell.number else "The cell"
    line = f" at line {words.place.line}" if words.place else ""
    message = display.one_line(words.message).rstrip(".")
    return f"{name} failed{line}: {message}. {words.reason}".rstrip()


def undefined(exercises: Sequence[Exercise], source: Source, report: Report) -> Report:
    """Complete the report on a notebook that does not define the function since cells failed.

    The first cell that failed is what to mend first, unless the cell that should define the
    function failed by a fault of its own. Of several exercises it is none's function.
    """
    exercise, failed = exercises[0], list(source.failed())
    functions = [each.function for each in exercises]
    defining = [
        pair
        for pair in failed
        if any(f"def {function}" in source.text(pair[0]) for function in functions)
    ]
    own = [pair for pair in defining if not source.debt(missing_name(pair[1]))]
    cell, error = (own or failed)[0]
    words = raised_words(exercise, error, source, loading=True)
    first = "failed first" if (cell, error) == failed[0] else "failed"
    name = f"Code cell {cell.number} {first}" if cell.number else "The cell failed"
    end = f"{functions[0]} is not" if len(functions) == 1 else f"none of {', '.join(functions)} is"
    advice = f"{name}, and {end} defined in the end. {words.reason}"
    return report._replace(
        message=words.message,
        place=words.place,
        advice=advice.rstrip(),
        notes=tuple(_failures(exercise, source, cell)),
    )

"""The command `grade picture`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from grader.arguments import Parser
from grader.catalogue import Catalogue
from grader.errors import ExitCode, UsageError
from grader.files import write_file
from grader.pictures.as_lines import picture_lines
from grader.pictures.as_svg import as_svg
from grader.pictures.make import NotDrawnError, drawing
from grader.render.layout import Line, Style, charset_for, wrap
from grader.render.terminal import encoding_of, width_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.model import Case, Exercise, Picture
    from grader.pictures.records import Drawing

_SUFFIX = ".svg"


def main(arguments: Sequence[str], show: Callable[[Sequence[Line]], None]) -> int:
    """Run the command and return its exit code; `show` prints lines on the screen."""
    parser = Parser("grade picture", "Draw the exercise's pictures, here or into an SVG file.")
    add = parser.add_argument
    add("exercise", nargs="?", metavar="EXERCISE", help="which one, if several")
    add("--picture", default="", metavar="ID", help="this picture alone")
    add("--case", default="", metavar="ID", help="of this case, by its number or id")
    add("--out", default="", metavar="FILE.svg", help="write an SVG file instead")
    options = parser.parse_args(arguments)
    if options.out:
        _check_out(options.out)
    catalogue = Catalogue()
    exercise = catalogue.exercise(options.exercise or _exercise_here(catalogue))
    drawings, left_out = _drawings(exercise, options.picture, options.case)
    if options.out:
        write_file(options.out, as_svg(drawings))
        print(f"Wrote {options.out}: {'; '.join(each.title for each in drawings)}.")
        print(*(f"{_missing(*each)}\n" for each in left_out), sep="", end="")
        return ExitCode.OK
    show(_lines(drawings, left_out, width_of(sys.stdout, os.environ), encoding_of(sys.stdout)))
    return ExitCode.OK


def _exercise_here(catalogue: Catalogue) -> str:
    """Return the only exercise, or the only one whose file is in this folder; else UsageError."""
    known = catalogue.known()
    here = [id for id in known if any(map(os.path.isfile, (f"{id}.py", f"{id}.ipynb")))]
    found = here if len(here) == 1 else known
    if len(found) != 1:
        raise UsageError("Which exercise?", hint=f"Exercises: {', '.join(catalogue.ids())}.")
    return found[0]


def _check_out(path: str) -> None:
    """Raise UsageError for a path that no picture should be written to."""
    folder = os.path.dirname(path)
    if not path.lower().endswith(_SUFFIX):
        raise UsageError(
            f"A picture is written as SVG, and {path} does not end in {_SUFFIX}.",
            hint=f"Try: --out {os.path.splitext(path)[0]}{_SUFFIX}",
        )
    if os.path.isdir(path):
        raise UsageError(f"{path} is a folder.", hint="Name a file in it.")
    if folder and not os.path.isdir(folder):
        raise UsageError(
            f"{path} cannot be written: there is no folder {folder}.", hint="Make it first."
        )


# --- what is to be drawn -------------------------------------------------------------------------


def _drawings(
    exercise: Exercise, picture_id: str, case_id: str
) -> tuple[list[Drawing], list[tuple[Picture, str]]]:
    """Return the pictures that are asked for, and those that cannot be drawn with the reason.

    Raises UsageError when there is none.
    """
    pictures = _pictures(exercise, picture_id)
    case = _case(exercise, case_id) if case_id else None
    if case is not None:
        pictures = [picture for picture in pictures if picture.case]
        if not pictures:
            what = f"The picture {picture_id} is" if picture_id else "The pictures are"
            raise UsageError(f"{what} not about a case.", hint="Leave out --case.")
    drawings, left_out = [], []
    for picture in pictures:
        try:
            drawings.append(drawing(exercise, picture, case))
        except NotDrawnError as error:
            if len(pictures) == 1:
                raise
            left_out.append((picture, error.message))
    if not drawings:
        raise UsageError(left_out[0][1])
    return drawings, left_out


def _pictures(exercise: Exercise, picture_id: str) -> list[Picture]:
    known = list(exercise.pictures)
    if not known:
        raise UsageError(f"The exercise {exercise.id} has no pictures.")
    found = [picture for picture in known if picture_id in ("", picture.id)]
    if not found:
        ids = ", ".join(picture.id for picture in known)
        raise UsageError(f"There is no picture {picture_id!r}.", hint=f"Pictures: {ids}.")
    return found


def _case(exercise: Exercise, case_id: str) -> Case:
    for number, case in enumerate(exercise.cases, 1):
        if case_id in (case.id, str(number)):
            return case
    known = ", ".join(case.id for case in exercise.cases)
    raise UsageError(
        f"There is no case {case_id!r}.", hint=f"Cases: 1 to {len(exercise.cases)}, or {known}."
    )


def _lines(
    drawings: list[Drawing], left_out: list[tuple[Picture, str]], width: int, encoding: str
) -> list[Line]:
    """Return the pictures with empty lines between them, then what is missing."""
    charset = charset_for(encoding)
    lines: list[Line] = []
    for each in drawings:
        lines += [[], []] if lines else []
        lines += picture_lines(each, width, encoding)
    for each_left_out in left_out:
        text = charset.prose(_missing(*each_left_out))
        lines += [[], *wrap([(Style.MUTED, text)], width)]
    return lines


def _missing(picture: Picture, reason: str) -> str:
    return f"Not drawn: {picture.title}. {reason}"

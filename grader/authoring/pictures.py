"""The SVG files of an exercise's pictures: what they hold, and which of them are left over."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from grader import content
from grader.content import ContentProblems, Problem
from grader.model import Row
from grader.pictures.as_svg import as_svg
from grader.pictures.make import NotDrawnError, drawing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.authoring.trace import Trace
    from grader.model import Case, Exercise, Picture

_FOLDER = "pictures"


def picture_files(
    root: str, exercise: Exercise, traces: Mapping[str, Trace], curves: Mapping[str, Any]
) -> dict[str, str]:
    """Return path and text of each picture's file, drawn from what the reference does now.

    Raises ContentProblems for pictures that cannot be drawn.
    """
    cases = tuple(_traced(case, traces[case.id]) for case in exercise.cases)
    exercise = exercise._replace(cases=cases)
    files, problems = {}, []
    for declared in exercise.pictures:
        picture = declared._replace(data=curves.get(declared.id))
        try:
            _check_bars(exercise, picture)
            text = as_svg([drawing(exercise, picture)])
        except NotDrawnError as error:
            path = content.shown_path(os.path.join(root, "exercise", exercise.id, "exercise.toml"))
            place = f'picture "{picture.id}"'
            problems.append(Problem(path, 0, place, error.message.rstrip("."), error.hint))
        else:
            files[_path(root, exercise, picture.id)] = text
    if problems:
        raise ContentProblems(problems)
    return files


def _path(root: str, exercise: Exercise, picture_id: str) -> str:
    return os.path.join(root, "exercise", exercise.id, _FOLDER, f"{picture_id}.svg")


def _traced(case: Case, trace: Trace) -> Case:
    rows = tuple(Row(row, row.get("examined", True)) for row in trace.rows)
    return case._replace(rows=rows)


def _check_bars(exercise: Exercise, picture: Picture) -> None:
    """Raise NotDrawnError where the columns of a trace hold what no bar from 0 to 1 can show."""
    if picture.kind != "trace":
        return
    for case in exercise.cases:
        for row in case.rows:
            for key in (picture.fill, picture.mark):
                value = row.cells.get(key)
                if value is not None and not _is_share(value):
                    message = f'"{key}" is {value!r} in a row of "{case.id}"'
                    raise NotDrawnError(message, hint="a bar shows numbers from 0 to 1")


def _is_share(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1  # type: ignore[operator]  # a number


def left_over(root: str, exercise: Exercise) -> list[Problem]:
    """Return the files among an exercise's pictures that belong to none of them."""
    folder = os.path.join(root, "exercise", exercise.id, _FOLDER)
    known = {f"{picture.id}.svg" for picture in exercise.pictures}
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [
        Problem(
            content.shown_path(os.path.join(folder, name)),
            0,
            "",
            "is no picture of the exercise",
            "remove it, or declare a [[picture]] of that id",
        )
        for name in names
        if name not in known and name[0] != "."
    ]

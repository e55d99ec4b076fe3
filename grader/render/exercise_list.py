"""The exercises there are as lines: titles in order, and what to type for each; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.render.layout import Line, Style, attach, charset_for, size, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Exercise


def exercise_lines(
    exercises: Sequence[Exercise], width: int, encoding: str = "utf-8"
) -> list[Line]:
    """Number, title and commands of each exercise, in the order given; commands stay whole."""
    charset = charset_for(encoding)
    lines = [*wrap([(Style.HEADING, f"{len(exercises)} exercises, in this order:")], width)]
    for number, exercise in enumerate(exercises, 1):
        first: Line = [(Style.TITLE, f"{number}  ")]
        title = [(Style.TITLE, charset.prose(exercise.title))]
        lines += [[], *attach(first, wrap(title, width - size(first)))]
        for label, command in (("read it", "task"), ("start it", "start")):
            head = (Style.MUTED, f"   {label:<10}")
            lines.append([head, (Style.CODE, f"grade {command} {exercise.id}")])
    return lines

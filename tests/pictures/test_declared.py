"""`[[picture]]` in exercise.toml: what it may say, and how every slip in it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader import content
from grader.model import Picture

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TOML = "exercise/gate/exercise.toml"


def told(root: Path) -> list[str]:
    """What is wrong with the exercise, without the way to its file."""
    problems = content.check_exercise(str(root), "gate", require_generated=False)
    return [str(problem).removeprefix(f"{TOML}:") for problem in problems]


def test_every_key_arrives(root: Path) -> None:
    """Each key of the schema ends in its field, from the TOML as from the record."""
    read = content.load_exercise(str(root), "gate", require_generated=False)
    recorded = content.load_exercise(str(root), "gate")
    trace, overlap, curves = read.pictures
    assert read.pictures == recorded.pictures
    assert trace == Picture(
        "gates",
        "trace",
        "Values & gates",
        "A value passes below its limit.",
        "second-stops",
        "index",
        "limit",
        "value",
        "rule",
    )
    assert ("after", "before", 1, "part") == (
        overlap.upper,
        overlap.lower,
        overlap.row,
        overlap.label,
    )
    assert ("stays", "goes", "comes") == overlap.areas
    assert isinstance(curves.data, dict) and {"x", "y", "curves"} == set(curves.data)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'kind = "trace"',
            'kind = "tracing"',
            '60: picture "gates", kind: "tracing" is not one of trace, overlap, curves; '
            'write kind = "trace"',
        ),
        (
            'kind = "trace"\n',
            "",
            '58: picture "gates": the key "kind" is missing; add kind = "trace"',
        ),
        (
            'fill = "limit"',
            'fill = "limits"',
            '65: picture "gates", fill: "limits" is not a column\'s key; did you mean "limit"?',
        ),
        (
            'fill = "limit"',
            'filled = "limit"',
            '65: picture "gates", filled: unknown key "filled"; did you mean "fill"?',
        ),
        (
            'fill = "limit"',
            'fill = "limit"\nupper = "after"',
            '66: picture "gates", upper: unknown key "upper"; a picture of kind "trace" has none; '
            "known here: id, kind, title, caption, case, label, fill, mark, words",
        ),
        (
            'mark = "value"\n',
            "",
            '58: picture "gates": the key "mark" is missing; add mark = "name"',
        ),
        (
            'case = "second-stops"',
            'case = "second-stop"',
            '63: picture "gates", case: there is no case "second-stop"; '
            'did you mean "second-stops"?',
        ),
        (
            'id = "shares"',
            'id = "gates"',
            f'70: picture "gates", id: the id "gates" is already used at {TOML}:58; '
            "choose another id",
        ),
        (
            'upper = "after"',
            'upper = "limit"',
            '74: picture "shares", upper: "limit" is not a parameter with a list of numbers, '
            'or with rows of them; did you mean "limits"?',
        ),
        (
            'areas = ["stays", "goes", "comes"]',
            'areas = ["stays", "goes"]',
            '78: picture "shares", areas: a list is not three texts: for min(p, q), '
            'for q - p, for p - q; write areas = ["in both", "in q alone", "in p alone"]',
        ),
        (
            "row = 1",
            "row = -1",
            '76: picture "shares", row: -1 is not a whole number, 0 or more; write row = 1',
        ),
        (
            'kind = "curves"',
            'kind = "curves"\ncase = "all-pass"',
            '83: picture "growth", case: unknown key "case"; a picture of kind "curves" has none; '
            "known here: id, kind, title, caption",
        ),
        (
            'id = "gates"',
            'id = "../gates"',
            '59: picture "../gates", id: "../gates" is not an id of lower-case letters, digits and '
            'single hyphens; write id = "gates"',
        ),
    ],
)
def test_a_slip_is_told_with_its_line_and_its_fix(
    root: Path, edit: Callable[[str, str, str], None], old: str, new: str, message: str
) -> None:
    """One problem for one slip."""
    edit(TOML, old, new)
    assert [message] == told(root)


def test_an_exercise_may_have_no_picture(root: Path, edit: Callable[[str, str, str], None]) -> None:
    """Pictures are optional."""
    text = (root / TOML).read_text(encoding="utf-8")
    edit(TOML, text[text.index("[[picture]]") :], "")
    assert [] == told(root)
    assert () == content.load_exercise(str(root), "gate").pictures


def test_a_picture_that_was_just_declared_keeps_nobody_from_grading(
    root: Path, edit: Callable[[str, str, str], None]
) -> None:
    """Its curves are missing until sync records them; that is no fault of the cases."""
    edit(TOML, 'id = "growth"', 'id = "decay"')
    assert [None] == [
        picture.data
        for picture in content.load_exercise(str(root), "gate").pictures
        if picture.id == "decay"
    ]

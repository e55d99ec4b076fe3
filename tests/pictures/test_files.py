"""The pictures' SVG files: `grade author sync` writes them, `grade author check` guards them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader import content
from grader.authoring.curves import drawn_curves
from grader.authoring.pictures import left_over
from grader.authoring.sync import record, stale_files, write
from grader.content import ContentProblems
from grader.results import DictValue

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.job import Runner

FOLDER = "exercise/gate/pictures"
TOML = "exercise/gate/exercise.toml"
TRACE = "reference/gate/trace.py"


def synced(runner: Runner) -> list[str]:
    """Run sync on the exercise in the current folder; the files that it wrote."""
    return [content.shown_path(path) for path in write(record(".", "gate", runner))]


def refusal(runner: Runner) -> str:
    """What sync says that refuses."""
    with pytest.raises(ContentProblems) as caught:
        record(".", "gate", runner)
    return caught.value.message


def test_missing_pictures_are_written_and_the_others_left_alone(root: Path, zygote: Runner) -> None:
    """A second run writes nothing."""
    before = (root / FOLDER / "shares.svg").read_bytes()
    (root / FOLDER / "shares.svg").unlink()
    assert [f"{FOLDER}/shares.svg"] == synced(zygote)
    assert before == (root / FOLDER / "shares.svg").read_bytes()
    assert [] == synced(zygote)


def test_a_first_picture_gets_its_folder(root: Path, zygote: Runner) -> None:
    """Nobody has to make it."""
    for path in (root / FOLDER).iterdir():
        path.unlink()
    (root / FOLDER).rmdir()
    assert 3 == len(synced(zygote))


def test_a_picture_of_other_data_is_stale(
    root: Path, edit: Callable[[str, str, str], None], zygote: Runner
) -> None:
    """A new title, a new case and new curves each make the file stale that shows them."""
    edit(TOML, "A value passes below", "A value goes through below")
    edit(TRACE, "3 - 2 * 0.5**x", "3 - 2 * 0.25**x")
    edit("exercise/gate/cases.toml", "[0.125, 1.0]", "[0.25, 1.0]")
    stale = {content.shown_path(path) for path in stale_files(record(".", "gate", zygote))}
    pictures = {path for path in stale if path.startswith(FOLDER)}
    assert {f"{FOLDER}/gates.svg", f"{FOLDER}/growth.svg"} == pictures


def test_left_over_pictures_are_told(root: Path) -> None:
    """A file that no picture is drawn into would go into the wheel unnoticed."""
    (root / FOLDER / "old.svg").write_text("")
    exercise = content.load_exercise(".", "gate")
    assert [
        f"{FOLDER}/old.svg: is no picture of the exercise; "
        "remove it, or declare a [[picture]] of that id"
    ] == [str(problem) for problem in left_over(".", exercise)]


def test_a_bar_that_leaves_its_scale_is_refused(
    root: Path, edit: Callable[[str, str, str], None], zygote: Runner
) -> None:
    """A bar shows numbers from 0 to 1; the message names the case."""
    edit(TRACE, '"limit": limit if', '"limit": 2 * limit if')
    assert (
        f'{TOML}: picture "gates": "limit" is 1.5 in a row of "second-stops"; '
        "a bar shows numbers from 0 to 1"
    ) == refusal(zygote)


def test_an_overlap_of_a_case_without_its_data_is_refused(
    root: Path,
    edit: Callable[[str, str, str], None],
    zygote: Runner,
) -> None:
    """The case that a picture names must hold what it shows."""
    edit(TOML, 'case = "all-pass"', 'case = "no-values"')
    assert (f'{TOML}: picture "shares": There is nothing in this case\'s after to draw') == refusal(
        zygote
    )


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("def curves", "def other", "defines no function curves"),
        ("    saturating = [", "    1 / 0\n    saturating = [", "ZeroDivisionError"),
        ("3 - 2 * 0.5**x)", "__import__('os').urandom(1)[0])", "from run to run"),
        ('"growth": {', '"growing": {', "without the picture growth"),
    ],
)
def test_curves_that_do_not_come_are_refused(
    root: Path,
    edit: Callable[[str, str, str], None],
    zygote: Runner,
    old: str,
    new: str,
    words: str,
) -> None:
    """`curves()` must be there, return, and return the same twice."""
    edit(TRACE, old, new)
    assert words in refusal(zygote)


# --- what curves() may return --------------------------------------------------------------------


def returned(value: object) -> object:
    """A value as it comes out of the process that returned it."""
    if isinstance(value, dict):
        return DictValue(tuple((key, returned(item)) for key, item in value.items()))
    return [returned(item) for item in value] if type(value) is list else value


def plot(**changes: object) -> object:
    """Data for one picture "p" with one curve; `changes` replace keys of the curve."""
    curve = {"label": "c", "points": [[0, 1.0], [1, 2.0]]} | changes
    return {"p": {"x": {"title": "x"}, "y": {"title": "y"}, "curves": [curve]}}


def test_floats_are_rounded_so_that_machines_agree() -> None:
    """The last digits of a power differ between C libraries; tuples become lists."""
    found = drawn_curves(returned(plot(points=[(0, 0.1 + 0.2), (1, 1 / 3)])), ["p"])
    assert isinstance(found, dict)
    assert [[0, 0.3], [1, 0.333333333]] == found["p"]["curves"][0]["points"]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([], "returns no dict with the pictures p"),
        ({}, "without the picture p"),
        ({**plot(), "q": {}}, "a picture that exercise.toml lacks: q"),  # type: ignore[dict-item]  # data
        ({"p": {"x": {}}}, "exactly x, y and curves"),
        ({"p": {"x": {}, "y": {}, "curves": []}}, 'an x that is no dict with a "title"'),
        (
            {"p": {"x": {"title": "x", "min": "0"}, "y": {}, "curves": []}},
            'an x that is no dict with a "title" and perhaps numbers',
        ),
        (
            {"p": {"x": {"title": "x"}, "y": {"title": "y"}, "curves": []}},
            "curves that are no list of dicts",
        ),
        (plot(labl="c"), "curves[0] that is no dict with label, points"),
        (plot(label=""), "curves[0] without a text as its label"),
        (plot(points=[[0, 1]]), "two or more [x, y]"),
        (plot(points=[[0, 1], [1, float("nan")]]), "two or more [x, y]"),
        (plot(points=[[0, 1], [1, True]]), "two or more [x, y]"),
        (plot(points=[[1, 1], [0, 1]]), "not in the order of x"),
        (plot(mark=2), "mark is not the index of a point"),
        (plot(mark=[0, 1]), "mark is not the index of a point"),
        (plot(ceiling=float("inf")), "ceiling is no number"),
        (plot(style="dotted"), "style is none of line, dashed"),
    ],
)
def test_wrong_data_are_told(value: object, words: str) -> None:
    """The first fault is named with the curve that has it."""
    found = drawn_curves(returned(value), ["p"])
    assert isinstance(found, str)
    assert words in found


# --- what pages show -----------------------------------------------------------------------------

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("exercise/*/statement.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_pictures_of_a_page_are_there(page: Path) -> None:
    """Each link leads, from the page's own folder, to a file with words that stand for it."""
    text = page.read_text(encoding="utf-8")
    found = re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", text)
    assert [] == [path for words, path in found if not words or not (page.parent / path).is_file()]


@pytest.mark.parametrize("id", content.exercise_ids(str(ROOT)))
def test_the_statement_shows_each_picture(id: str) -> None:
    """A picture that nobody sees teaches nothing."""
    statement = content.statement(str(ROOT), id)
    pictures = content.load_exercise(str(ROOT), id).pictures
    assert [] == [each.id for each in pictures if f"(pictures/{each.id}.svg)" not in statement]

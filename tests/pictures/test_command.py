"""`grade picture`: which pictures it draws, where to, and what it says when it cannot."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree

import pytest

from grader import cli, content
from grader.errors import ExitCode
from tests.pictures.drawings import DRAWN

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TITLES = ("Values & gates", "Before and after", "How values grow")


class Run(NamedTuple):
    """What one run came to."""

    code: int
    out: str
    err: str

    @property
    def drawn(self) -> list[str]:
        """The titles of the pictures on the screen."""
        return [title for title in TITLES if title in self.out.splitlines()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty folder that a learner works in."""
    path = tmp_path / "work"
    path.mkdir()
    monkeypatch.chdir(path)
    return path


@pytest.fixture
def picture(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Run]:
    """A function that runs `grade picture` on the content under `root`."""
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str, root: Path = DRAWN) -> Run:
        monkeypatch.setattr(content, "data_root", lambda: str(root))
        code = cli.run(["picture", *arguments])
        return Run(code, *capsys.readouterr())

    return run


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """Content with two exercises, "gate" and "gate_two"."""
    root = shutil.copytree(DRAWN, tmp_path / "two")
    for part in ("exercise", "hints"):
        shutil.copytree(root / part / "gate", root / part / "gate_two")
    path = root / "exercise/gate_two/exercise.toml"
    text = path.read_text(encoding="utf-8").replace('id = "gate"', 'id = "gate_two"', 1)
    path.write_text(text.replace('"Values & gates"', '"Other gates"'), encoding="utf-8")
    return root


def test_all_pictures_of_the_exercise_are_drawn(picture: Callable[..., Run]) -> None:
    """Without an option, each shows its own case; the order is that of exercise.toml."""
    run = picture()
    assert (ExitCode.OK, list(TITLES), "") == (run.code, run.drawn, run.err)
    assert ["Case 1: the second value stops at its limit", "Case 2: both values pass"] == [
        line for line in run.out.splitlines() if line.startswith("Case ")
    ]


def test_one_picture_can_be_asked_for(picture: Callable[..., Run]) -> None:
    """`--picture` names it by its id."""
    assert ["How values grow"] == picture("gate", "--picture", "growth").drawn


@pytest.mark.parametrize("case", ["2", "all-pass"])
def test_a_case_is_asked_for_by_number_or_id(picture: Callable[..., Run], case: str) -> None:
    """Every picture that shows a case shows this one; curves, which show none, are left out."""
    run = picture("--case", case)
    assert ["Values & gates", "Before and after"] == run.drawn
    assert 2 == run.out.count("Case 2: both values pass\n")


def test_what_a_case_does_not_hold_is_left_out_with_the_reason(picture: Callable[..., Run]) -> None:
    """The other pictures are drawn all the same, on the screen and in a file."""
    reason = "Not drawn: Before and after. There is nothing in this case's after to draw."
    run = picture("--case", "1")
    assert (ExitCode.OK, ["Values & gates"]) == (run.code, run.drawn)
    assert reason in run.out
    assert reason in picture("--case", "1", "--out", "x.svg").out


def test_an_empty_case_says_so(picture: Callable[..., Run]) -> None:
    """A trace without rows is a sentence."""
    assert "There is nothing to examine in this case." in picture("--case", "no-values").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gates"], ["'gates'", "Exercises: gate."]),
        (["--picture", "gate"], ["'gate'", "Pictures: gates, shares, growth."]),
        (["--case", "7"], ["'7'", "1 to 3, or second-stops, all-pass, no-values."]),
        (["--case", "1", "--picture", "growth"], ["growth is not about a case", "--case"]),
        (["--case", "1", "--picture", "shares"], ["nothing in this case's after"]),
        (["--out", "x.png"], ["x.png does not end in .svg", "--out x.svg"]),
        (["--out", "x"], ["x does not end in .svg", "--out x.svg"]),
        (["--out", "none/x.svg"], ["no folder none"]),
        (["--no-such"], ["--no-such", "grade picture --help"]),
    ],
)
def test_wrong_use_is_told(
    picture: Callable[..., Run], folder: Path, arguments: list[str], words: list[str]
) -> None:
    """Each error says what is wrong and what to do; nothing is drawn or written."""
    run = picture(*arguments)
    assert (ExitCode.USAGE, "") == (run.code, run.out)
    assert [] == [word for word in words if word not in run.err]
    assert [] == list(folder.iterdir())


def test_an_exercise_without_pictures_is_told(picture: Callable[..., Run], two: Path) -> None:
    """That is no fault of the command line, but there is nothing to show."""
    path = two / "exercise/gate/exercise.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("[[picture]]")], encoding="utf-8")
    run = picture("gate", root=two)
    assert (ExitCode.USAGE, "grade: The exercise gate has no pictures.\n") == (run.code, run.err)


def test_of_several_exercises_the_one_in_this_folder_is_meant(
    picture: Callable[..., Run], folder: Path, two: Path
) -> None:
    """Its file decides, as a script or as a notebook; without one, or with two, names are told."""
    unclear = "grade: Which exercise?\nExercises: gate, gate_two.\n"
    assert unclear == picture(root=two).err
    (folder / "gate_two.ipynb").write_text("{}")
    assert "Other gates" in picture(root=two).out
    (folder / "gate.py").write_text("")
    assert unclear == picture(root=two).err
    assert "Values & gates" in picture("gate", root=two).out


# --- SVG files -----------------------------------------------------------------------------------


def test_a_single_picture_is_the_file_that_the_statement_shows(
    picture: Callable[..., Run], folder: Path
) -> None:
    """`--out` and `grade author sync` write the same, to the byte."""
    for picture_id in ("gates", "shares", "growth"):
        picture("--picture", picture_id, "--out", "x.svg")
        shipped = DRAWN / f"exercise/gate/pictures/{picture_id}.svg"
        assert shipped.read_bytes() == (folder / "x.svg").read_bytes()


def test_several_pictures_come_into_one_file(picture: Callable[..., Run], folder: Path) -> None:
    """They stand below each other, and the command says what it wrote."""
    run = picture("--out", "all.SVG")
    assert (ExitCode.OK, f"Wrote all.SVG: {'; '.join(TITLES)}.\n", "") == run
    root = ElementTree.parse(folder / "all.SVG").getroot()
    assert "; ".join(TITLES) == root.findtext("{http://www.w3.org/2000/svg}title")


def test_an_older_picture_is_replaced(picture: Callable[..., Run], folder: Path) -> None:
    """Pictures are written again and again."""
    (folder / "x.svg").write_text("old")
    assert ExitCode.OK == picture("--out", "x.svg").code
    assert "old" != (folder / "x.svg").read_text(encoding="utf-8")


def test_a_folder_is_no_file(picture: Callable[..., Run], folder: Path) -> None:
    """A folder that is called like a picture stays."""
    (folder / "x.svg").mkdir()
    run = picture("--out", "x.svg")
    assert (ExitCode.USAGE, "grade: x.svg is a folder.\nName a file in it.\n") == (
        run.code,
        run.err,
    )


# --- where pictures are offered ------------------------------------------------------------------

WRONG = "def gate(values, limits, before=None, after=None):\n    return 7\n"


@pytest.fixture
def grade(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Run]:
    """A function that grades a source on the content under `root`."""
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)

    def run(source: str, *arguments: str, root: Path = DRAWN) -> Run:
        monkeypatch.setattr(content, "data_root", lambda: str(root))
        (folder / "my.py").write_text(source)
        code = cli.run(["my.py", *arguments])
        return Run(code, *capsys.readouterr())

    return run


def test_a_failed_case_with_a_table_offers_its_picture(grade: Callable[..., Run]) -> None:
    """One line after each table; a case without rows has no picture to offer."""
    out = grade(WRONG).out
    offers = [line.strip() for line in out.splitlines() if "See it" in line]
    assert ["See it: grade picture --case 1", "See it: grade picture --case 2"] == offers


def test_the_offer_works_as_it_stands(
    grade: Callable[..., Run], picture: Callable[..., Run], two: Path
) -> None:
    """Of several exercises it names the one; typed in, it draws that case."""
    out = grade(WRONG, "--exercise", "gate_two", "--case", "2", root=two).out
    (offer,) = [line.strip() for line in out.splitlines() if "See it" in line]
    assert "See it: grade picture gate_two --case 2" == offer
    run = picture(*offer.split()[4:], root=two)
    assert "Other gates\nCase 2: both values pass\n" in run.out


def test_an_exercise_without_a_trace_offers_nothing(grade: Callable[..., Run], two: Path) -> None:
    """Curves show no case."""
    path = two / "exercise/gate/exercise.toml"
    text = path.read_text(encoding="utf-8")
    kept = text[text.rindex("[[picture]]") :]
    path.write_text(text[: text.index("[[picture]]")] + kept, encoding="utf-8")
    assert "See it" not in grade(WRONG, "--exercise", "gate", root=two).out


def test_reports_for_machines_offer_nothing(grade: Callable[..., Run]) -> None:
    """The offer is for who sits at the terminal."""
    for name in ("json", "junit", "gradescope"):
        assert "grade picture" not in grade(WRONG, "--report", name).out

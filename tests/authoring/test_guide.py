"""CONTRIBUTING.md is true: its files are written and its commands run, from top to bottom."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from grader import content
from grader.content import _cases, _exercise, _hints, _laws, _pictures
from tests.command import environment

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
INSTRUCTORS, ENGINEERS = PAGE.split("\n## For engineers\n")
BLOCK = re.compile(
    r"(?:<!-- (?P<what>file|append): (?P<path>\S+) -->\n)?```(?P<language>\w+)\n(?P<text>.*?)```",
    re.DOTALL,
)
EXERCISES = content.exercise_ids(str(ROOT))
OF_THE_PAGE = "speculative_decode"
# Of its known mistakes: few enough for the commands to take moments.
KEPT = ("less-or-equal", "no-stop", "draws-sorted", "keeps-everything")


class Block(NamedTuple):
    """A block of the page: commands, or a file to write or to append to."""

    what: str
    path: str
    language: str
    text: str


BLOCKS = [Block(*match.groups("")) for match in BLOCK.finditer(INSTRUCTORS)]


def commands(text: str) -> list[str]:
    """The commands of a block, continued lines joined."""
    return text.replace("\\\n", "").strip().splitlines()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the repository as far as the page needs it, with few of the known mistakes."""
    for part in ("grader", "exercise", "hints", "reference", "tests/data"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for exercise in EXERCISES:
        _forget_mistakes(tmp_path, exercise)
    assert 0 == run("grade author sync", tmp_path).returncode
    return tmp_path


def _forget_mistakes(root: Path, exercise: str) -> None:
    """Leave few of the known mistakes: of the exercise of the page KEPT, of the others none."""
    hints = root / f"hints/{exercise}/mistakes.toml"
    head, *tables = re.split(r"^(?=\[\[)", hints.read_text("utf-8"), flags=re.MULTILINE)
    kept = [t for t in tables if tomllib.loads(t).get("mistake", [{"id": ""}])[0]["id"] in KEPT]
    hints.write_text(head + "".join(kept) * (exercise == OF_THE_PAGE), "utf-8")
    for path in (root / f"reference/{exercise}/mistakes").glob("*.py"):
        if exercise != OF_THE_PAGE or path.stem not in KEPT:
            path.unlink()


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of the page in the copy, with the copy's own grader."""
    return subprocess.run(
        re.sub(r"^grade ", f"{sys.executable} -m grader ", command),
        shell=True,
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )


def test_the_page_can_be_followed_from_top_to_bottom(checkout: Path) -> None:
    """Every file is written and every command run; each ends as the page says, 0 unless told."""
    for block in BLOCKS:
        path = checkout / block.path
        if block.what == "file":
            path.write_text(block.text, "utf-8")
        elif block.what == "append":
            with path.open("a", encoding="utf-8") as file:
                file.write(block.text)
        for command in commands(block.text) if block.language == "sh" else ():
            done = run(command, checkout)
            told = re.search(r"# ends with (\d)", command)
            expected = int(told[1]) if told else 0
            assert expected == done.returncode, f"{command}\n{done.stdout}{done.stderr}"
    assert ["digit_sum", *EXERCISES] == content.exercise_ids(str(checkout))
    cases = content.load_exercise(str(checkout), OF_THE_PAGE).cases
    assert ["second-of-two-rejected", "draft-zero-is-drawn-for"] == [case.id for case in cases[-2:]]


def test_the_new_mistake_of_the_page_is_named(checkout: Path) -> None:
    """The mistake that the page adds is diagnosed in a report afterwards."""
    for block in BLOCKS:
        if "square-root" in block.path + block.text and block.what:
            with (checkout / block.path).open("a", encoding="utf-8") as file:
                file.write(block.text)
    assert 0 == run("grade author sync", checkout).returncode
    path = "reference/speculative_decode/mistakes/square-root-of-the-ratio.py"
    shown = " ".join(run(f"grade {path}", checkout).stdout.split())
    assert "This looks like: the square root of the ratio is the acceptance probability" in shown


def test_every_block_is_a_file_or_commands() -> None:
    """No code on the page stands aside of what the test runs."""
    assert [] == [block for block in BLOCKS if not block.what and block.language != "sh"]
    assert len(BLOCKS) == INSTRUCTORS.count("\n```") / 2 >= 12


def test_what_engineers_are_told_to_run_is_there() -> None:
    """The commands for engineers take too long to run in a test; what they run exists."""
    (block,) = BLOCK.findall(ENGINEERS)
    for command in commands(block[3]):
        program, *arguments = command.partition("#")[0].split()
        if program == "bash":
            assert (ROOT / arguments[0]).is_file()
        elif program == "python":
            assert importlib.util.find_spec(arguments[1]) is not None
        else:
            assert importlib.util.find_spec(program) is not None


@pytest.mark.parametrize(
    "keys",
    [
        _cases._CASE,
        {key: "" for key in _exercise._TOP if key not in ("id", "title")},
        _exercise._PARAMETER,
        _exercise._RESULT,
        _hints._MISTAKE_KEYS,
        _hints._GROUP,
        {key: "" for kind in _pictures.KINDS.values() for key in kind},
        _laws._LAW,
        {"loading": "", "raised": "", "timed-out": "", "result-shape": "", "law": ""},
    ],
)
def test_every_key_is_on_the_page(keys: dict[str, object]) -> None:
    """An instructor finds every key of a case, a parameter, a result, a picture, a mistake."""
    named = set(re.findall(r"[\w-]+", INSTRUCTORS))
    assert [] == [key for key in keys if key not in named]

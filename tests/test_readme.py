"""README is true: its sessions are run, and every command and option is in it."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from grader import content, launch
from tests.readme import PICTURE, README, ROOT, block, picture, with_sessions_run

PAGE = README.read_text(encoding="utf-8")
EXERCISES = content.exercise_ids(str(ROOT))


def test_every_session_prints_what_the_page_shows() -> None:
    """Running the commands of README's sessions gives the outputs that README shows."""
    assert with_sessions_run(PAGE) == PAGE


def test_the_picture_is_the_report_of_now() -> None:
    """The picture in README is what the grader draws of README's example."""
    assert picture(PAGE) == PICTURE.read_text(encoding="utf-8")
    assert str(PICTURE.relative_to(ROOT)) in PAGE


WITH_OPTIONS = [(), *((word,) for word in launch.COMMANDS if word != "author")]


@pytest.mark.parametrize("command", WITH_OPTIONS)
def test_every_option_is_in_the_page(command: tuple[str, ...]) -> None:
    """README names every option that a command's own help names."""
    call = [sys.executable, "-m", "grader", *command, "--help"]
    shown = subprocess.run(call, capture_output=True, text=True, check=True)
    options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", shown.stdout)) - {"--help"}
    assert [] == sorted(option for option in options if option not in PAGE)


def test_every_command_is_in_the_page() -> None:
    """README names every command."""
    assert [] == [word for word in launch.COMMANDS if f"grade {word}" not in PAGE]


def test_the_limits_are_those_of_the_exercises() -> None:
    """The limits that README states are those of all exercises."""
    every = {content.load_exercise(str(ROOT), each).limits for each in EXERCISES}
    assert 1 == len(every)
    limits = every.pop()
    stated = [
        f"{limits.call_seconds:g} s for each call",
        f"{limits.load_seconds:g} s to load",
        f"{limits.memory_mib} MB of memory",
        f"{limits.output_kept_kib} KiB of prints",
        f"{limits.output_stop_mib} MiB of prints",
    ]
    assert [] == [text for text in stated if text not in " ".join(PAGE.split())]


def test_the_set_up_lines_are_single_lines() -> None:
    """Each set-up command of README is one line that does everything by itself."""
    for label in ("grade", "tests", "grade with uv", "tests with uv"):
        assert 1 == len(block(PAGE, label).splitlines())


def test_the_page_begins_with_the_exercises_in_their_order() -> None:
    """A newcomer sees all exercises that the package holds, in the order of `grade task`."""
    rows = re.findall(r"^\| (\d) \| `(\w+)` \|", PAGE, re.MULTILINE)
    assert [str(number) for number in range(1, len(rows) + 1)] == [number for number, _ in rows]
    assert EXERCISES == [name for _, name in rows if name in EXERCISES]
    assert PAGE.index("| 1 |") < PAGE.index("## Start")


def test_the_set_up_line_begins_with_the_first_exercise() -> None:
    """`grade start` without a name writes the file that README says to edit."""
    assert f"Now edit `{EXERCISES[0]}.py`" in " ".join(PAGE.split())

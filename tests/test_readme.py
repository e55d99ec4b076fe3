"""README is true: its sessions are run, and every command and option is in it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest

from grader import content, launch
from tests.readme import PICTURE, README, ROOT, block, picture, with_sessions_run

PAGE = README.read_text(encoding="utf-8")


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


def test_the_limits_are_those_of_the_exercise() -> None:
    """The limits that README states are those that exercise.toml sets."""
    data = tomllib.loads((ROOT / "exercise/speculative_decode/exercise.toml").read_text())
    limits = data["limits"]
    stated = [
        f"{limits['call_seconds']:g} s for each call",
        f"{limits['load_seconds']:g} s to load",
        f"{limits['memory_mib']} MB of memory",
        f"{limits['output_kept_kib']} KiB of prints",
        f"{limits['output_stop_mib']} MiB of prints",
    ]
    assert [] == [text for text in stated if text not in " ".join(PAGE.split())]


def test_the_set_up_lines_are_single_lines() -> None:
    """Each set-up command of README is one line that does everything by itself."""
    for label in ("grade", "tests", "grade with uv", "tests with uv"):
        assert 1 == len(block(PAGE, label).splitlines())


def test_the_page_names_no_exercise_that_is_missing() -> None:
    """The exercise that README is about is one that the package holds."""
    assert ["speculative_decode"] == content.exercise_ids(str(ROOT))

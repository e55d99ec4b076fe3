"""A copy of a small exercise with a seed to break, and the author commands on a warm runner."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from grader import cli
from grader.authoring import command
from grader.runner import ZygoteRunner
from tests.authoring.copies import SEEDED, Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from grader.job import Job
    from grader.results import LoadObservation


class WarmRunner(ZygoteRunner):
    """A runner that stays for the next command, and counts what is loaded."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []

    def load(self, job: Job) -> LoadObservation:
        """Load a submission and note its name."""
        self.loaded.append(job.file)
        return super().load(job)

    def close(self) -> None:
        """Stay."""
        self.end()

    def really_close(self) -> None:
        """End the child process."""
        super().close()


@pytest.fixture(scope="session")
def warm() -> Iterator[WarmRunner]:
    """One zygote for all author commands of these tests."""
    runner = WarmRunner()
    yield runner
    runner.really_close()


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A faultless copy of the exercise "toss", which is also the current folder."""
    shutil.copytree(SEEDED, tmp_path / "content")
    monkeypatch.chdir(tmp_path / "content")
    return tmp_path / "content"


@pytest.fixture
def author(
    root: Path,
    warm: WarmRunner,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Callable[..., Run]:
    """A function that runs `grade author ...` on the copy."""
    monkeypatch.setattr(command, "open_runner", lambda: warm)
    warm.loaded.clear()

    def run(*arguments: str) -> Run:
        exit_code = cli.run(["author", *arguments, "--root", "."])
        captured = capsys.readouterr()
        return Run(exit_code, captured.out, captured.err.splitlines())

    return run


@pytest.fixture
def edit(root: Path) -> Callable[..., None]:
    """A function that replaces a text in a file of the copy, once."""

    def replace(name: str, old: str, new: str) -> None:
        path = root / name
        text = path.read_bytes().decode()
        assert old in text
        path.write_bytes(text.replace(old, new, 1).encode())

    return replace

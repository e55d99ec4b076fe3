"""The small exercise that has a picture of each kind, to be read and to be changed."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from grader import content
from tests.pictures.drawings import DRAWN

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from grader.model import Exercise


@pytest.fixture(scope="session")
def gate() -> Exercise:
    """The exercise "gate" as it is shipped with the tests."""
    return content.load_exercise(str(DRAWN), "gate")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A faultless copy of the exercise "gate", which is also the current folder."""
    shutil.copytree(DRAWN, tmp_path / "content")
    monkeypatch.chdir(tmp_path / "content")
    return tmp_path / "content"


@pytest.fixture
def edit(root: Path) -> Callable[[str, str, str], None]:
    """A function that replaces a text in a file of the copy, once."""

    def replace(name: str, old: str, new: str) -> None:
        path = root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return replace

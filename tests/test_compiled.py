"""An exercise that is read as it was recorded is the one that its TOML files say."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from grader import content
from grader.content import ContentProblems, _load
from tests.readme import ROOT

if TYPE_CHECKING:
    from pathlib import Path

TOY = ROOT / "tests/data/toy"
LAWFUL = ROOT / "tests/data/lawful"
EXERCISES = [
    *((ROOT, each) for each in content.exercise_ids(str(ROOT))),
    *((TOY, each) for each in ("digit_sum", "mean_of_rows")),
    (ROOT / "tests/data/rows", "pick_each"),
    (ROOT / "tests/data/drawn", "gate"),
    (LAWFUL, "redraw"),
]


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A copy of the toy exercises, to be changed."""
    return shutil.copytree(TOY, tmp_path / "toy")


@pytest.mark.parametrize(("root", "exercise_id"), EXERCISES)
def test_the_record_equals_the_files(
    root: Path, exercise_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading the record gives the same exercise as reading the TOML, in every field."""
    recorded = content.load_exercise(str(root), exercise_id)
    monkeypatch.setattr(_load, "read_compiled", lambda *_: None)
    assert content.load_exercise(str(root), exercise_id) == recorded


@pytest.mark.parametrize(("root", "exercise_id"), EXERCISES)
def test_the_record_of_unchanged_files_is_used(
    root: Path, exercise_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shipped exercises are read without their TOML: their records are fresh."""
    expected = content.load_exercise(str(root), exercise_id)
    monkeypatch.setattr("grader.content._read.read_exercise_files", None)
    assert expected == content.load_exercise(str(root), exercise_id)


def test_other_newlines_are_no_change(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkout with CRLF is still the content that was recorded."""
    path = toy / "exercise/digit_sum/cases.toml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    monkeypatch.setattr("grader.content._read.read_exercise_files", None)
    assert 3 == len(content.load_exercise(str(toy), "digit_sum").cases)


def test_a_changed_case_is_never_judged_by_its_old_result(toy: Path) -> None:
    """An edit without sync is refused: the recorded result belongs to other arguments."""
    path = toy / "exercise/digit_sum/cases.toml"
    text = path.read_text(encoding="utf-8")
    assert "number = 0" in text
    path.write_text(text.replace("number = 0", "number = 1", 1), encoding="utf-8")
    with pytest.raises(ContentProblems, match="grade author sync"):
        content.load_exercise(str(toy), "digit_sum")


def test_changed_words_are_read_at_once(toy: Path) -> None:
    """A new title needs no sync: then the TOML counts."""
    path = toy / "exercise/digit_sum/exercise.toml"
    text = path.read_text(encoding="utf-8")
    title = content.load_exercise(str(toy), "digit_sum").title
    path.write_text(text.replace(title, "Another title"), encoding="utf-8")
    assert "Another title" == content.load_exercise(str(toy), "digit_sum").title


@pytest.mark.parametrize("key", ["exercise", "checksums", "cases", "probes"])
def test_a_damaged_record_gives_way_to_the_files(toy: Path, key: str) -> None:
    """Whatever is missing in the record, the answer comes from the files or names sync."""
    expected = content.load_exercise(str(toy), "digit_sum")
    path = toy / "exercise/digit_sum/generated.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    del record[key]
    path.write_text(json.dumps(record), encoding="utf-8")
    if key in ("exercise", "checksums"):
        assert expected == content.load_exercise(str(toy), "digit_sum")
    else:
        with pytest.raises(ContentProblems, match="grade author sync"):
            content.load_exercise(str(toy), "digit_sum")

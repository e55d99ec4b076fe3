"""Every report has its own place, inside the folder, whatever its submission is called."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.batch.details import place_of, write
from grader.batch.find import name_of
from grader.errors import UsageError
from grader.results import Report, Verdict

if TYPE_CHECKING:
    from pathlib import Path

PARTS = st.binary(min_size=1, max_size=300).map(
    lambda raw: name_of(os.fsdecode(raw.replace(b"/", b"_")))
)
NAMES = st.lists(PARTS.filter(lambda part: part not in (".", "..")), min_size=1, max_size=3).map(
    "/".join
)


@given(NAMES)
def test_reports_stay_in_their_folder(name: str) -> None:
    """No name leads out of it, and every part fits into any file system."""
    place = place_of("reports", name)
    assert place.startswith("reports/") and place.endswith(".json")
    assert os.path.normpath(place) == place
    assert all(len(part.encode()) <= 240 for part in place.split("/"))


@given(NAMES, NAMES)
@example("a.py", "a.py.json/b")
@example("a.json/b", "a.json~/b")
@example("a" * 250, "a" * 251)
def test_no_report_stands_in_the_way_of_another(first: str, second: str) -> None:
    """No two submissions share a place, and no report's place is the folder of another."""
    one, other = place_of("d", first), place_of("d", second)
    if first != second:
        assert one != other
        assert not other.startswith(f"{one}/") and not one.startswith(f"{other}/")


def test_a_report_is_written_with_its_folders(tmp_path: Path) -> None:
    """The tree of reports mirrors the tree of submissions."""
    report = Report("toy", "A toy", "class/ann/x.py", Verdict.PASSED)
    write(str(tmp_path / "new"), "class/ann/x.py", report)
    text = (tmp_path / "new/class/ann/x.py.json").read_text("ascii")
    assert "class/ann/x.py" == json.loads(text)["submission"]


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A file where a folder must be is the caller's to move."""
    (tmp_path / "class").touch()
    with pytest.raises(UsageError, match="cannot be written"):
        write(str(tmp_path), "class/x.py", Report("toy", "A toy", "x.py", Verdict.PASSED))

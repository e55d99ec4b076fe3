"""Whole screens, read as prose: every file of golden/ is what its report looks like."""

from __future__ import annotations

import pytest

from tests.render import reports
from tests.render.write_golden import EVERY_WIDTH, FOLDER, rendered

FILES = sorted(path.name for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", FILES)
def test_screen_reads_as_reviewed(name: str) -> None:
    """The report looks exactly like its golden file."""
    assert (FOLDER / name).read_text(encoding="utf-8") == rendered(name)


def test_every_report_is_reviewed_at_every_width() -> None:
    """No report of the factories lacks a golden file."""
    wanted = {f"{name}.{width}.txt" for name in reports.EVERY for width in EVERY_WIDTH}

    assert set() == wanted - set(FILES)

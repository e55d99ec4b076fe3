"""Whole pictures, looked at: every file of golden/ is what its drawing looks like."""

from __future__ import annotations

import pytest

from tests.pictures.write_golden import FOLDER, names, rendered


@pytest.mark.parametrize("name", names())
def test_a_picture_looks_as_reviewed(name: str) -> None:
    """The picture is exactly its golden file, on every screen and as SVG."""
    assert (FOLDER / name).read_text(encoding="utf-8") == rendered(name)


def test_no_golden_file_is_left_over() -> None:
    """Each file belongs to a drawing of the factories."""
    assert set(names()) == {path.name for path in FOLDER.iterdir()}

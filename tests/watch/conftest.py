"""What the tests of watching share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.watch.channel import Channel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[Channel]:
    """A named pipe for submissions to write into."""
    made = Channel(tmp_path)
    yield made
    made.close()

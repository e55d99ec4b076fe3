"""A named pipe by which a submission says that it runs, so that a test need not guess."""

from __future__ import annotations

import os
import select
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PATIENCE = 30.0  # seconds; only what is broken takes so long


class Channel:
    """A submission writes into it with `source`; the test waits for that with `wait`."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "channel"
        os.mkfifo(self.path)
        # Writing as well, so that it does not end when a submission does.
        self._descriptor = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)

    def source(self, word: str) -> str:
        """Return a statement that sends a word."""
        return f"with open({str(self.path)!r}, 'w') as channel: channel.write('{word} ')"

    def wait(self) -> str:
        """Wait for a submission to send something; return all that was sent."""
        assert select.select([self._descriptor], [], [], PATIENCE)[0], "nothing was sent"
        return self.now()

    def now(self) -> str:
        """Return what was sent since the last look."""
        try:
            return os.read(self._descriptor, 1 << 16).decode()
        except BlockingIOError:
            return ""

    def close(self) -> None:
        """Close our end, and remove the pipe."""
        os.close(self._descriptor)
        self.path.unlink()

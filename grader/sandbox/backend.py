"""What every backend of a sandbox offers: something that starts zygotes, or why it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.launch import Child


class Starter(Protocol):
    """Gives start functions for `ZygoteRunner`; runners at work together need different slots."""

    def __call__(self, slot: int = 0) -> Callable[[], Child]:
        """Return what starts a zygote, any number of times."""


class RefusalError(Exception):
    """A sandbox cannot be used here; the text says why, to be read after its name and a colon."""

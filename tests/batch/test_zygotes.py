"""Slots have processors of their own, and after a stop nothing starts."""

from __future__ import annotations

import os
import threading

import pytest

from grader import launch
from grader.batch.zygotes import Zygotes
from grader.errors import ChildError


@pytest.mark.parametrize("slots", [1, 2, 3, 7])
def test_slots_share_the_processors(slots: int) -> None:
    """All are used, none by two slots as long as there are enough, and our own stay ours."""
    every = os.sched_getaffinity(0)
    used: list[set[int]] = []

    def settle(zygotes: Zygotes, slot: int) -> None:
        zygotes.settle(slot)
        used.append(os.sched_getaffinity(0))

    with Zygotes(slots) as zygotes:
        for slot in range(slots):
            thread = threading.Thread(target=settle, args=(zygotes, slot))
            thread.start()
            thread.join()
    assert every == os.sched_getaffinity(0)
    assert all(len(own) >= 1 and own <= every for own in used)
    if slots <= len(every):
        assert len(every) == sum(map(len, used)) == len(set().union(*used))


def test_after_a_stop_nothing_starts() -> None:
    """Runners that lost their zygote to the stop do not get another."""
    with Zygotes(1) as zygotes:
        zygotes.stop()
        with pytest.raises(ChildError, match="stopped"):
            zygotes.start(0, launch.start)

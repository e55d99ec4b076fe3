"""Slots share out numbers, in processes or threads, and nothing of them is left at the end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader import launch
from grader.batch.slots import settle, share_out
from tests.processes import below, inherited

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

only_forked = pytest.mark.skipif(sys.platform != "linux", reason="slots are threads here")


@pytest.fixture(params=["processes", "threads"])
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Slots of one kind, then of the other."""
    monkeypatch.setattr(launch, "can_fork", lambda: request.param == "processes")
    return str(request.param)


def squares(slot: int, numbers: Iterable[int]) -> Generator[tuple[Any, ...]]:
    """The square of each number, and in which slot."""
    for number in numbers:
        yield number, number**2, slot


@pytest.mark.parametrize(("count", "slots"), [(0, 3), (1, 3), (7, 1), (100, 3), (20_000, 2)])
@pytest.mark.usefixtures("either")
def test_every_number_is_worked_on_once(count: int, slots: int) -> None:
    """Whatever there is of them, and of slots."""
    found = sorted(share_out(count, slots, squares))
    assert [(number, number**2) for number in range(count)] == [found[:2] for found in found]
    assert {slot for *_, slot in found} <= set(range(slots))


@pytest.mark.usefixtures("either")
def test_a_long_result_comes_as_it_is() -> None:
    """Longer than what a pipe holds, with odd characters, numbers and tuples."""
    long = ("\udcff\n" * 100_000, (0.1, 10**30), "")

    def work(slot: int, numbers: Iterable[int]) -> Generator[tuple[Any, ...]]:
        del slot
        for number in numbers:
            yield number, *long

    assert [(number, *long) for number in range(3)] == sorted(share_out(3, 2, work))


@pytest.mark.usefixtures("either")
def test_a_slot_that_waits_holds_nobody_up(tmp_path: Path) -> None:
    """All other numbers are done before the first one is, which waits for them."""

    def work(slot: int, numbers: Iterable[int]) -> Generator[tuple[Any, ...]]:
        del slot
        for number in numbers:
            while number == 0 and len(list(tmp_path.iterdir())) < 19:
                time.sleep(0.001)
            (tmp_path / str(number)).touch()
            yield (number,)

    found = [number for (number,) in share_out(20, 2, work)]
    assert 0 in found[-2:]  # the other may still be telling its last one
    assert set(range(20)) == set(found)


@pytest.mark.usefixtures("either")
def test_who_leaves_early_leaves_nothing_behind(tmp_path: Path) -> None:
    """Every slot has ended its work by then, also one that was in the middle of something."""

    def work(slot: int, numbers: Iterable[int]) -> Generator[tuple[Any, ...]]:
        try:
            for number in numbers:
                yield (number,)
                time.sleep(0.05)
        finally:
            (tmp_path / f"ended {slot}").touch()

    before = set(below(os.getpid()))
    with closing(share_out(1000, 2, work)) as results:
        next(results)
        next(results)
    assert {"ended 0", "ended 1"} == {path.name for path in tmp_path.iterdir()}
    assert set() == set(below(os.getpid())) - before


@only_forked
def test_a_killed_slot_loses_what_it_had_begun() -> None:
    """Everything else is worked on by the others."""

    def work(slot: int, numbers: Iterable[int]) -> Generator[tuple[Any, ...]]:
        for number in numbers:
            if number == 5:
                os.kill(os.getpid(), signal.SIGKILL)
            yield number, slot

    before = set(below(os.getpid()))
    found = sorted(number for number, _ in share_out(50, 2, work))
    assert [number for number in range(50) if number != 5] == found
    assert set() == set(below(os.getpid())) - before


@only_forked
def test_a_stopped_slot_goes_on() -> None:
    """Whoever stopped it, its work is waited for: nobody would ever continue it."""

    def work(slot: int, numbers: Iterable[int]) -> Generator[tuple[Any, ...]]:
        for number in numbers:
            if number == 5:
                os.kill(os.getpid(), signal.SIGSTOP)
            yield number, slot

    assert list(range(50)) == sorted(number for number, _ in share_out(50, 2, work))


@only_forked
def test_slots_end_where_the_system_reaps() -> None:
    """A caller that ignores SIGCHLD hands that on, and then nobody can be waited for."""
    others = set(below(os.getpid()))
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        assert list(range(20)) == sorted(number for number, *_ in share_out(20, 2, squares))
        deadline = time.monotonic() + 5
        while set(below(os.getpid())) - others and time.monotonic() < deadline:
            time.sleep(0.01)
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert set() == set(below(os.getpid())) - others


@only_forked
def test_when_all_slots_are_gone_the_iterator_ends() -> None:
    """There is nobody left to give numbers to; a fault of ours says nothing on the screen."""

    def work(slot: int, numbers: Iterable[int]) -> Generator[tuple[Any, ...]]:
        for number in numbers:
            if number >= 3:
                raise ZeroDivisionError
            yield number, slot

    assert {0, 1, 2} == {number for number, _ in share_out(50, 2, work)}


@only_forked
def test_slots_end_with_whoever_started_them(tmp_path: Path) -> None:
    """Even if it is killed, and they were in the middle of something."""
    code = f"""
        import os, signal, time
        from pathlib import Path
        from grader.batch.slots import share_out

        def work(slot, numbers):
            try:
                for number in numbers:
                    yield number, slot
                    time.sleep(60)
            finally:
                Path({str(tmp_path)!r}, f"ended {{slot}}").touch()

        results = share_out(9, 2, work)
        next(results), next(results)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    with inherited() as survivors:
        argv = [sys.executable, "-c", textwrap.dedent(code)]
        done = subprocess.run(argv, cwd=Path(__file__).parents[2], check=False)
    assert (-signal.SIGKILL, []) == (done.returncode, survivors)
    assert {"ended 0", "ended 1"} == {path.name for path in tmp_path.iterdir()}


@only_forked
def test_slots_heed_no_interrupt() -> None:
    """Ctrl-C reaches all processes of a terminal; it is the one above that decides."""

    def work(slot: int, numbers: Iterable[int]) -> Generator[tuple[Any, ...]]:
        for number in numbers:
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGHUP)
            yield number, slot

    assert list(range(6)) == sorted(number for number, _ in share_out(6, 2, work))


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no processors to choose here")
@pytest.mark.parametrize("slots", [1, 2, 3, 7])
def test_slots_share_the_processors(slots: int) -> None:
    """All are used, none by two slots as long as there are enough, and our own stay ours."""
    every = os.sched_getaffinity(0)
    used: list[set[int]] = []

    def settled(slot: int) -> None:
        settle(slot, slots)
        used.append(os.sched_getaffinity(0))

    for slot in range(slots):
        thread = threading.Thread(target=settled, args=(slot,))
        thread.start()
        thread.join()
    assert every == os.sched_getaffinity(0)
    assert all(len(own) >= 1 and own <= every for own in used)
    if slots <= len(every):
        assert len(every) == sum(map(len, used)) == len(set().union(*used))

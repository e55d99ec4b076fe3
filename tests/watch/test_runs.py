"""Runs and their end with real child processes: cancelled at any moment, the child stays warm."""

from __future__ import annotations

import queue
from typing import TYPE_CHECKING

import pytest

from grader.errors import ContentError
from grader.grading import Grading, Options
from grader.results import Report, Verdict
from grader.runner import ZygoteRunner
from grader.submission import Submission
from grader.watch.runs import Runs
from grader.watch.session import Finished
from tests.watch.channel import PATIENCE, Channel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.catalogue import Catalogue
    from grader.job import Runner

RIGHT = """
def digit_sum(number, base=10):
    return number % base + digit_sum(number // base, base) if number else 0
"""
PARENT = """
import os

def digit_sum(number, base=10):
    return os.getppid()
"""
ENDLESS = Options(exercise="digit_sum", time_limit=600.0)


class Graded:
    """Runs of the toy with a real runner; every end arrives in a queue."""

    def __init__(self, catalogue: Catalogue, runner: Runner) -> None:
        grading = Grading(catalogue, runner)
        self._runner = runner
        self.ends: queue.Queue[Finished] = queue.Queue()
        self.runs = Runs(lambda each: grading.grade(each, ENDLESS), runner.cancel, self.ends.put)

    def start(self, source: str) -> None:
        """Begin a run."""
        self.runs.start(Submission("digit_sum.py", source.encode()))

    def end(self) -> Finished:
        """Wait for the end of a run."""
        return self.ends.get(timeout=PATIENCE)

    def close(self) -> None:
        """End the runs, and let the runner forget the cancel that belongs to that."""
        self.runs.close()
        self._runner.end()

    def report(self, source: str) -> Report:
        """Run a source to its end; a cancel that is still to be answered costs another run."""
        while True:
            self.start(source)
            end = self.end()
            if end.report is not None:
                return end.report
            assert not end.problem


@pytest.fixture
def graded(toys: Catalogue, runner: Runner) -> Iterator[Graded]:
    """Runs with each of the two runners."""
    made = Graded(toys, runner)
    yield made
    made.close()


@pytest.fixture
def warm(toys: Catalogue, zygote: ZygoteRunner) -> Iterator[Graded]:
    """Runs with the runner that stays warm."""
    made = Graded(toys, zygote)
    yield made
    made.close()


def hangs_in_a_call(channel: Channel) -> str:
    """A source whose function never returns, and says so."""
    return f"def digit_sum(number, base=10):\n {channel.source('called')}\n while True: pass"


def hangs_while_loading(channel: Channel) -> str:
    """A source that never ends to load, and says so."""
    return f"{channel.source('loading')}\nwhile True: pass"


def hangs_with_a_daemon(channel: Channel) -> str:
    """A source that ignores signals, hangs, and leaves a process in a session of its own.

    That process ends with the test: off Linux, nobody else can end it.
    """
    return (
        "import os, signal, time\n"
        "for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):\n"
        "    signal.signal(number, signal.SIG_IGN)\n"
        "if os.fork() == 0:\n"
        f"    os.setsid()\n    {channel.source('forked')}\n"
        f"    while os.path.exists({str(channel.path)!r}): time.sleep(0.01)\n"
        "    os._exit(0)\n"
        "while True: pass"
    )


HANGING = [hangs_in_a_call, hangs_while_loading, hangs_with_a_daemon]


@pytest.mark.parametrize("hanging", HANGING)
def test_a_run_that_hangs_is_cancelled(
    graded: Graded, channel: Channel, hanging: Callable[[Channel], str]
) -> None:
    """The end comes at once, not after the ten minutes that a call may take, and tells nothing."""
    graded.start(hanging(channel))
    channel.wait()
    graded.runs.cancel()
    assert Finished(None) == graded.end()
    assert Verdict.PASSED is graded.report(RIGHT).verdict


@pytest.mark.parametrize("hanging", HANGING)
def test_the_child_stays_warm(
    warm: Graded, channel: Channel, hanging: Callable[[Channel], str]
) -> None:
    """The parent of a worker is the same process before and after cancelled runs."""
    before = warm.report(PARENT)
    for _ in range(3):
        warm.start(hanging(channel))
        channel.wait()
        warm.runs.cancel()
        assert Finished(None) == warm.end()
    after = warm.report(PARENT)
    assert before.cases[0].actual.isdecimal()
    assert before.cases[0].actual == after.cases[0].actual


def test_cancelled_at_any_moment(warm: Graded) -> None:
    """A run ends with its report or with nothing, wherever a cancel meets it; none is lost."""
    parent = warm.report(PARENT).cases[0].actual
    for number in range(60):
        warm.start(RIGHT)
        for _ in range(number * 20):  # a little later each time
            pass
        warm.runs.cancel()
        end = warm.end()
        assert not end.problem
        assert end.report is None or end.report.verdict is Verdict.PASSED
    assert parent == warm.report(PARENT).cases[0].actual


def test_cancelled_between_load_and_call(
    toys: Catalogue, zygote: ZygoteRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cancel that comes while the grader itself is at work stops the run at its next request."""
    graded = Graded(toys, zygote)
    load = zygote.load

    def load_then_cancel(job: object) -> object:
        loaded = load(job)  # type: ignore[arg-type]
        monkeypatch.undo()
        zygote.cancel()
        return loaded

    monkeypatch.setattr(zygote, "load", load_then_cancel)
    graded.start(RIGHT)
    assert Finished(None) == graded.end()
    assert Verdict.PASSED is graded.report(RIGHT).verdict
    graded.close()


def test_cancelled_before_the_child_runs(toys: Catalogue, channel: Channel) -> None:
    """A cancel that comes before there is a child is not lost."""
    runner = ZygoteRunner()
    graded = Graded(toys, runner)
    graded.runs.cancel()
    graded.start(hangs_while_loading(channel))
    assert Finished(None) == graded.end()
    assert Verdict.PASSED is graded.report(RIGHT).verdict
    graded.close()
    runner.close()


@pytest.mark.parametrize("hanging", HANGING)
def test_closed_while_a_run_hangs(
    toys: Catalogue,
    channel: Channel,
    hanging: Callable[[Channel], str],
    survivors: Callable[[str], list[str]],
) -> None:
    """The end of a session does not wait for a run, and leaves no process."""
    runner = ZygoteRunner()
    graded = Graded(toys, runner)
    graded.start(hanging(channel))
    channel.wait()
    assert runner._child is not None
    folder = runner._child.scratch
    graded.runs.close()
    runner.close()
    assert Finished(None) == graded.end()
    assert [] == survivors(folder)


def test_reasons_for_no_report() -> None:
    """What is wrong with the content is told in its words; a fault of ours ends no session."""
    ends: queue.Queue[Finished] = queue.Queue()
    faults = iter([ContentError("cases.toml:3: no such key", hint="Mend it."), ZeroDivisionError()])

    def grade(submitted: Submission) -> Report:
        raise next(faults)

    runs = Runs(grade, lambda: None, ends.put)
    runs.start(Submission("my.py", b""))
    runs.start(Submission("my.py", b""))
    assert Finished(None, "cases.toml:3: no such key\nMend it.") == ends.get(timeout=PATIENCE)
    assert "ZeroDivisionError" in ends.get(timeout=PATIENCE).problem
    runs.close()

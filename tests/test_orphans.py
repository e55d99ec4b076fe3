"""Nothing of a submission lives on: also where the kernel offers no filter, or the watcher dies."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader import launch, orphans
from grader.job import Job
from grader.model import Case, Limits
from grader.results import Crashed, NotRun, Returned
from grader.runner import ZygoteRunner
from tests.processes import below, inherited

if TYPE_CHECKING:
    from grader.results import Ending

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="submissions are forked on Linux")

ATTACKS = Path(__file__).parent / "attacks"
LIMITS = Limits(call_seconds=1.0)
CASE = Case("attacked", ([0.5], [0.4], [1]), None)
NAMES = ["draft_probs", "target_probs", "draft_tokens"]
# A child whose workers give nothing up, as on a system without seccomp.
UNGUARDED = (
    f"import sys; sys.path.insert(0, {launch.CHILD_FOLDER!r}); import guard; "
    "guard.Guard.give_up = lambda self: None; del sys.path[0]; "
)


def unguarded() -> launch.Child:
    """Start a zygote whose workers may do all that their user may."""
    scratch = launch.scratch_folder()
    argv = launch.command(launch.numpy_folder(), scratch, "fork", first=UNGUARDED)
    return launch.spawn(argv, scratch)


def call(runner: ZygoteRunner, source: bytes) -> Ending:
    """Load a submission, call it once, end it; return how the call ended."""
    loaded = runner.load(Job(source, "attack.py", 42, LIMITS))
    assert loaded.problem is None
    ending = runner.call("speculative_decode", [CASE], NAMES)[0].ending
    runner.end()
    return ending


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which scratch folders are made; it is empty when nothing is left."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    "name",
    [
        *("daemon", "children-in-sessions", "child-outlives-parent", "runs-away-by-forking"),
        *("fork-bomb", "frame-from-a-child", "stops-itself", "ignores-all-signals"),
    ],
)
def test_all_is_swept_up_without_a_filter(name: str, scratch: Path) -> None:
    """Whatever left its process group falls to the watcher, which ends it before it goes on."""
    started: list[int] = []

    def start() -> launch.Child:
        child = unguarded()
        started.append(child.pid)
        return child

    runner = ZygoteRunner(start)
    call(runner, (ATTACKS / f"{name}.py").read_bytes())
    assert [[]] == [below(pid) for pid in started]
    runner.close()
    assert [] == list(scratch.iterdir())


KILLS_ITS_WATCHER = b"""
import os, signal, sys, time

def speculative_decode(draft_probs, target_probs, draft_tokens):
    for environment in ({}, os.environ):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                code = "import time; time.sleep(1000)  # left-by-an-attack"
                os.execve(sys.executable, ["python", "-c", code], environment)
            os._exit(0)
        os.wait()
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(1000)
"""
RIGHT = b"def speculative_decode(*arguments): return 1"


def test_a_killed_watcher_is_replaced(scratch: Path) -> None:
    """The call that killed it is a crash, the next submission runs, and the mark finds the rest."""
    with inherited():  # what has no mark falls to the test, which ends it
        runner = ZygoteRunner(unguarded)
        killed = call(runner, KILLS_ITS_WATCHER)
        assert Crashed("the program killed the process that runs it") == killed
        assert Returned(1) == call(runner, RIGHT)
        runner.close()
    assert [] == list(scratch.iterdir())


def test_a_grader_that_adopts_ends_all_that_a_killed_watcher_leaves(scratch: Path) -> None:
    """Also what has no mark: as its parent, the grader needs none. Its other zygotes run on."""
    code = """
        import os
        from grader import orphans
        from grader.runner import ZygoteRunner
        from tests.processes import below
        from tests.test_orphans import KILLS_ITS_WATCHER, RIGHT, call, unguarded

        orphans.adopt()
        other, runner = ZygoteRunner(unguarded), ZygoteRunner(unguarded)
        call(other, RIGHT)
        print(call(runner, KILLS_ITS_WATCHER))
        print(len(below(os.getpid())))
        print(call(other, RIGHT), call(runner, RIGHT))
        print(len(below(os.getpid())))
        other.close()
        runner.close()
    """
    with inherited() as survivors:
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(code)],
            cwd=Path(__file__).parent.parent,
            capture_output=True,
            text=True,
            check=False,
        )
    assert ("", []) == (done.stderr, survivors)
    returned = "Returned(value=1)"
    killed = "Crashed(reason='the program killed the process that runs it')"
    assert [killed, "1", f"{returned} {returned}", "2"] == done.stdout.splitlines()
    assert [] == list(scratch.iterdir())


def test_a_watcher_ends_all_when_its_grader_is_killed(scratch: Path) -> None:
    """It sees that nobody asks any more, and leaves nothing behind either."""
    code = """
        import os, signal
        from grader.runner import ZygoteRunner
        from tests.test_orphans import ATTACKS, CASE, LIMITS, NAMES, Job

        runner = ZygoteRunner()
        source = (ATTACKS / "daemon.py").read_bytes()
        runner.load(Job(source, "attack.py", 42, LIMITS))
        runner.call("speculative_decode", [CASE], NAMES)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    with inherited() as survivors:
        argv = [sys.executable, "-c", textwrap.dedent(code)]
        done = subprocess.run(argv, cwd=Path(__file__).parent.parent, check=False)
    assert (-9, []) == (done.returncode, survivors)
    assert [] == list(scratch.iterdir())


def test_loading_again_and_again_has_one_limit(scratch: Path) -> None:
    """A file that loads slowly and always crashes costs the load limit once, not per call."""
    source = b"import os, time; time.sleep(1.2)\ndef speculative_decode(*a): os._exit(0)"
    runner = ZygoteRunner()
    loaded = runner.load(Job(source, "attack.py", 42, LIMITS._replace(load_seconds=3.0)))
    assert loaded.problem is None
    seen = runner.call("speculative_decode", [CASE] * 6, NAMES)
    runner.end()
    runner.close()
    kinds = [type(observation.ending) for observation in seen]
    assert kinds in ([Crashed] + [NotRun] * 5, [Crashed] * 2 + [NotRun] * 4)


def test_at_the_end_no_scratch_folder_of_this_process_is_left(
    scratch: Path,
) -> None:
    """What could not be removed when a zygote was lost goes at the end; others' folders stay."""
    mine = scratch / f"grade-{os.getpid()}-0123abcd"
    other = scratch / f"grade-{os.getpid() + 1}-0123abcd"
    (mine / "deep").mkdir(parents=True)
    other.mkdir()
    orphans.remove_all_scratch()
    assert [other] == list(scratch.iterdir())

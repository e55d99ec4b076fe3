"""No submission changes another's row, in any order and with any number of jobs, or lives on.

The honest one needs what the hostile ones try to change: NumPy's generator, builtins, json, the
folder it runs in, the process that runs it.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader import launch, sandbox
from grader.batch import command
from grader.errors import ChildError, ExitCode, UsageError
from grader.grading import Grading
from grader.model import Limits
from grader.runner import Job
from tests.batch.conftest import ENDLESS, RIGHT, WRONG, Ran, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.catalogue import Catalogue

HONEST = """\
import json
import os

import numpy as np


def digit_sum(number, base=10):
    np.random.seed(7)
    assert 0.07630828937395717 == np.random.uniform()
    assert "[1]" == json.dumps([1]) and 3 == len([1, 2, 3]) == sum([1, 2])
    assert not os.path.exists("digit_sum.py")
    total = 0
    while number > 0:
        number, digit = divmod(number, base)
        total += digit
    return total
"""

FURTHER = """\
format_version = 1
[[case]]
id = "a-further-one"
title = "One more"
args = { number = 70_006 }
expected = { total = 13 }
[[case]]
id = "secret"
title = "Secret"
hidden = true
args = { number = 40_004 }
expected = { total = 8 }
"""

# What a submission tries, and what becomes of itself; "?" where that depends on the system.
HOSTILE = {
    "patches_numpy": (
        "import numpy as np\n"
        "np.random.uniform = lambda *a: 0.0\nnp.random.seed = lambda *a: None\n" + RIGHT,
        "passed",
    ),
    "patches_everything": (
        "import builtins, json, os, sys\n"
        + RIGHT
        + "json.dumps = json.loads = json.JSONEncoder.encode = None\n"
        "os.write = os.read = None\nsys.modules.clear()\n"
        "builtins.len = lambda x: 0\n",
        "?",
    ),
    "leaves_files": (
        "import os\nopen('digit_sum.py', 'w').write('x')\nos.mkdir('sub')\n"
        "os.chmod('sub', 0)\n" + RIGHT,
        "?",
    ),
    "kills_its_parent": (
        "import os, signal\n" + RIGHT + "\nos.kill(os.getppid(), signal.SIGKILL)\n",
        "?",
    ),
    "stops_its_parent": (
        "import os, signal\n" + RIGHT + "\nos.kill(os.getppid(), signal.SIGSTOP)\n",
        "?",
    ),
    "kills_all_it_can": (
        "import os, signal\n" + RIGHT + "\n"
        "for pid in filter(str.isdecimal, os.listdir('/proc')):\n"
        "    try:\n"
        "        if b'zygote' in open(f'/proc/{pid}/cmdline', 'rb').read():\n"
        "            os.kill(int(pid), signal.SIGKILL)\n"
        "    except OSError:\n"
        "        pass\n",
        "?",
    ),
    "kills_itself": (
        "import os, signal\n\n\ndef digit_sum(*a):\n    os.kill(os.getpid(), signal.SIGKILL)\n",
        "failed",
    ),
    "leaves_a_daemon": (
        "import os, time\n" + RIGHT + "\n"
        "if os.fork() == 0:\n"
        "    try:\n"
        "        os.setsid()\n"
        "    except OSError:\n"
        "        pass\n"
        "    if os.fork() == 0:\n"
        "        time.sleep(3600)\n"
        "    os._exit(0)\n",
        "passed",
    ),
    "holds_the_pipe_and_hangs": (
        "import os, time\nif os.fork() == 0:\n    time.sleep(3600)\n" + ENDLESS,
        "failed",
    ),
    "exits": ("import os\nos._exit(0)\n", "not-loaded"),
    "forges_frames": (
        "import os\n"
        "for descriptor in range(64):\n"
        "    try:\n"
        '        os.write(descriptor, b\'{"call":0,"value":13,"generator":["untouched",0],\'\n'
        '                 b\'"warnings":[],"changed":[]}\\n\' * 9)\n'
        "    except OSError:\n"
        "        pass\n" + WRONG,
        "?",
    ),
    "wrong": (WRONG, "failed"),
}


@pytest.fixture
def school(classroom: Callable[..., Path]) -> None:
    """Every hostile submission, with an honest one before and after it."""
    files = {}
    for name, (source, _) in HOSTILE.items():
        files |= {f"{name}.py": source, f"{name}_0.py": HONEST, f"{name}a.py": HONEST}
    classroom(files)


def check(ran: Ran) -> None:
    """Compare all rows with what they must be."""
    for name, (_, verdict) in HOSTILE.items():
        row = ran.rows[f"class/{name}.py"]
        assert verdict in (row["verdict"], "?"), row
        assert "not-graded" != row["verdict"], row
        for suffix in ("_0", "a"):
            neighbour = ran.rows[f"class/{name}{suffix}.py"]
            assert ("passed", 3) == (neighbour["verdict"], neighbour["passed"]), neighbour
    assert "passed" != ran.rows["class/forges_frames.py"]["verdict"]
    assert 3 * len(HOSTILE) == len(ran.rows)


def reversed_find(*arguments: Any) -> Any:
    """What is found, in the other order."""
    return list(reversed(FIND(*arguments)))


FIND = command.find


@pytest.mark.usefixtures("school")
@pytest.mark.parametrize(("jobs", "order"), [("1", "a to z"), ("1", "z to a"), ("3", "a to z")])
def test_neighbours_keep_their_rows(
    batch: Callable[..., Ran],
    jobs: str,
    order: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    survivors: Callable[[str], list[str]],
) -> None:
    """Whatever runs before, beside or after them, the honest ones pass; nothing lives on (B13)."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    if order == "z to a":
        monkeypatch.setattr(command, "find", reversed_find)
    check(batch("class", "--jobs", jobs, "--exercise", "digit_sum"))
    assert [] == survivors(str(tmp_path / "grade-"))
    assert [] == list(tmp_path.glob("grade-*"))


@pytest.mark.usefixtures("school")
def test_neighbours_keep_their_rows_in_bubblewrap(
    toys: Catalogue,
    tmp_path: Path,
    survivors: Callable[[str], list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same holds where each zygote has a world of its own."""
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    try:
        sandbox.choose("bubblewrap")
    except UsageError as error:
        pytest.skip(error.message)
    usual = launch.environment
    monkeypatch.setattr(launch, "environment", lambda scratch: {**usual(scratch), "M": out})
    out = str(tmp_path / "table.jsonl")
    options = ["--exercise", "digit_sum", "--time-limit", "1.5", "--out", out]
    code = command.main(["class", "--sandbox", "bubblewrap", *options], toys)
    ran = Ran(code, rows_of(tmp_path / "table.jsonl"))
    check(ran)
    assert {"bubblewrap"} == {row["isolation"] for row in ran.rows.values()}
    assert [] == survivors(out)


def test_what_may_be_anothers_doing_is_graded_again_alone(
    classroom: Callable[..., Path], batch: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process killed or stopped from outside is no fault of whoever it was running."""
    signals = {"b.py": signal.SIGKILL, "e.py": signal.SIGSTOP}
    classroom({f"{name}.py": RIGHT for name in "abcdef"})
    grade = Grading.grade
    killed = Path("killed")
    killed.mkdir()

    def killed_from_outside(self: Grading, submitted: Any, *options: Any, **more: Any) -> Any:
        if submitted.name in signals and not (killed / submitted.name).exists():
            (killed / submitted.name).touch()
            zygote = self.runner._runner  # type: ignore[attr-defined]  # a slot's runner
            zygote.load(Job(b"", "", None, Limits()))  # so that there is one to kill
            os.kill(zygote._child.pid, signals[submitted.name])
        return grade(self, submitted, *options, **more)

    monkeypatch.setattr(Grading, "grade", killed_from_outside)
    ran = batch("class", "--jobs", "2", "--exercise", "digit_sum")
    assert ["b.py", "e.py"] == sorted(path.name for path in killed.iterdir())
    assert {"passed"} == set(ran.verdicts().values())


def test_no_process_to_be_had_is_tried_again(
    classroom: Callable[..., Path], batch: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A moment without a process costs nobody a row; if it stays so, the row says it."""
    classroom({"a.py": RIGHT, "b.py": RIGHT})
    grade = Grading.grade
    tried = Path("tried")  # a.py; b.py never succeeds

    def refused(self: Grading, submitted: Any, *options: Any, **more: Any) -> Any:
        if submitted.name == "b.py" or not tried.exists():
            if submitted.name == "a.py":
                tried.touch()
            raise ChildError("No process could be started.")
        return grade(self, submitted, *options, **more)

    monkeypatch.setattr(Grading, "grade", refused)
    ran = batch("class", "--jobs", "2", "--exercise", "digit_sum")
    assert {"class/a.py": "passed", "class/b.py": "not-graded"} == ran.verdicts()
    assert "No process could be started." == ran.rows["class/b.py"]["message"]


def test_a_slot_that_is_killed_loses_no_row(
    classroom: Callable[..., Path], batch: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ran there is graded again alone; what kills that as well gets a row of its own."""
    classroom({f"{name}.py": RIGHT for name in "abcdef"})
    grade = Grading.grade
    killed = Path("killed")  # with b.py, once; d.py always does

    def killing(self: Grading, submitted: Any, *options: Any, **more: Any) -> Any:
        if submitted.name == "d.py" or (submitted.name == "b.py" and not killed.exists()):
            if submitted.name == "b.py":
                killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return grade(self, submitted, *options, **more)

    monkeypatch.setattr(Grading, "grade", killing)
    ran = batch("class", "--jobs", "2", "--exercise", "digit_sum", "--details", "reports")
    expected = {f"class/{name}.py": "passed" for name in "abcdef"}
    assert {**expected, "class/d.py": "not-graded"} == ran.verdicts()
    assert "was killed" in ran.rows["class/d.py"]["message"]
    assert {f"{name}.py.json" for name in "abcdef"} == {
        p.name for p in Path("reports/class").iterdir()
    }
    assert ExitCode.NOT_GRADED == ran.exit_code


def test_one_that_hangs_costs_one_limit(
    classroom: Callable[..., Path], batch: Callable[..., Ran]
) -> None:
    """After the first call that does not return the rest is not run, of any cases (B09)."""
    Path("own.toml").write_text(FURTHER, "utf-8")
    sleeper = "import os, time\nif os.fork() == 0:\n    time.sleep(3600)\n"
    classroom({"a.py": sleeper + ENDLESS, "b.py": RIGHT})
    further = ["--exercise", "digit_sum", "--cases", "own.toml"]
    options = ["--jobs", "1", "--time-limit", "0.7", "--details", "reports"]
    ran = batch("class", *options, *further)
    assert {"class/a.py": "failed", "class/b.py": "passed"} == ran.verdicts()
    outcomes = [case["outcome"] for case in report_cases("reports/class/a.py.json")]
    assert ["timed-out", "not-run", "not-run", "not-run"] == outcomes


def report_cases(path: str) -> list[dict[str, Any]]:
    """The cases of a JSON report."""
    with open(path, encoding="ascii") as file:
        cases: list[dict[str, Any]] = json.load(file)["cases"]
    return cases

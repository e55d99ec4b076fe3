"""How fast `grade batch` is: submissions per second, against one pytest process per submission.

Both use all processors that this process may use, one job each, and run in turns, so that a busy
machine slows both. pytest runs the six cases alone: once as it comes, with the plugins that this
environment holds, and once lean, without them and with one thread for linear algebra. With
`--pytest PYTHON` it also runs as it comes in that interpreter's environment, say one that holds
NumPy and pytest alone. There is a ratio to each. Half of the class is right, the other half makes
one mistake or another.
Printed are medians, what a submission costs in processor time, how time and memory grow with the
number of submissions, and what one that hangs costs its slot.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
EXERCISE = "speculative_decode"
JOBS = len(os.sched_getaffinity(0))
ROUNDS = 5
PYTEST_RUNS = 6 * JOBS  # per round
BATCH = 500  # per round
SIZES = 500, 2000
LIMIT = 2.0  # seconds; for the one that hangs
TARGETS = {"none": 40, "bubblewrap": 25}

_PYTEST = "-m", "pytest", "-q", "test_it.py"
_AS_IT_COMES: dict[str, str] = {}
_LEAN = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "OPENBLAS_NUM_THREADS": "1"}
_TEST = f"""\
import json
import numpy as np
import pytest
from {EXERCISE} import {EXERCISE}

CASES = json.loads('''CALLS''')

@pytest.mark.parametrize("case", CASES)
def test_case(case):
    args = [np.array(a) if i in case["arrays"] else a for i, a in enumerate(case["args"])]
    tokens, count = case["expected"]
    assert {EXERCISE}(*args) == (tokens, count)
"""


class Cost(NamedTuple):
    """What one run took: seconds, processor seconds, most MiB of the grader, of any below it."""

    seconds: float
    cpu: float
    grader: float
    below: float


def class_of(folder: Path, size: int) -> Path:
    """Write a class of so many submissions and return its folder."""
    reference = ROOT / "reference" / EXERCISE
    right = (reference / "solution.py").read_text("utf-8")
    wrong = [path.read_text("utf-8") for path in sorted((reference / "mistakes").glob("*.py"))]
    folder.mkdir()
    for number in range(size):
        text = wrong[number // 2 % len(wrong)] if number % 2 else right
        (folder / f"learner_{number:04}.py").write_text(f"{text}\n# learner {number}\n", "utf-8")
    return folder


def for_pytest(folder: Path, submissions: list[Path]) -> list[Path]:
    """Write a folder with a test file for each submission."""
    content = ROOT / "exercise" / EXERCISE
    recorded = json.loads((content / "generated.json").read_text("utf-8"))["cases"]
    cases = tomllib.loads((content / "cases.toml").read_text("utf-8"))["case"]
    calls = [
        {
            "args": list(case["args"].values()),
            "arrays": [list(case["args"]).index(name) for name in case.get("arrays", [])],
            "expected": recorded[case["id"]]["expected"],
        }
        for case in cases
    ]
    made = []
    for number, submission in enumerate(submissions):
        made.append(folder / f"pytest_{number}")
        made[-1].mkdir(parents=True)
        (made[-1] / f"{EXERCISE}.py").write_bytes(submission.read_bytes())
        (made[-1] / "test_it.py").write_text(_TEST.replace("CALLS", json.dumps(calls)), "utf-8")
    return made


def pytest_rate(folders: list[Path], python: str, settings: dict[str, str]) -> float:
    """Return how many submissions per second pytest tests, with a process for each."""

    def run(folder: Path) -> int:
        environment, command = {**os.environ, **settings}, [python, *_PYTEST]
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True).returncode

    started = time.perf_counter()
    with ThreadPoolExecutor(JOBS) as pool:
        codes = list(pool.map(run, folders))
    assert set(codes) <= {0, 1}, codes
    return len(folders) / (time.perf_counter() - started)


def batch(folder: Path, sandbox: str, *more: str) -> Cost:
    """Run `grade batch` on a folder and return what it took."""
    command = [sys.executable, "-m", "grader", "batch", str(folder), "--sandbox", sandbox, *more]
    with tempfile.TemporaryDirectory() as out:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        started = time.perf_counter()
        with subprocess.Popen(
            [*command, "--out", f"{out}/table.csv"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as run:
            peaks = [_memory(run.pid) for _ in _until_end(run)]
        seconds = time.perf_counter() - started
        rows = Path(out, "table.csv").read_text("utf-8").count("\n") - 1
    assert rows == sum(1 for _ in folder.iterdir()), rows
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(seconds, cpu, *map(max, zip(*peaks, strict=True)))


def _until_end(run: subprocess.Popen[bytes]) -> Iterator[None]:
    yield
    while run.poll() is None:
        time.sleep(0.2)
        yield


def _memory(pid: int) -> tuple[float, float]:
    """Return the most memory in MiB that a process, and that any below it, has used until now."""
    pending, below = _children(pid), [0.0]
    while pending:
        each = pending.pop()
        below.append(_peak(each))
        pending += _children(each)
    return _peak(pid), max(below)


def _peak(pid: int) -> float:
    lines = _read(f"/proc/{pid}/status").splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def _children(pid: int) -> list[int]:
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    found = [_read(f"/proc/{pid}/task/{task}/children").split() for task in tasks]
    return [int(child) for each in found for child in each]


def _read(path: str) -> str:
    try:
        return Path(path).read_text("ascii")
    except OSError:  # it has ended
        return ""


def rates(folder: Path, sandboxes: list[str], others: list[str]) -> None:
    """Print submissions per second of pytest and of each sandbox, and their ratios.

    `others` are the interpreters of further environments with a pytest.
    """
    ways = {"as it comes": (sys.executable, _AS_IT_COMES), "lean": (sys.executable, _LEAN)}
    ways |= {f"of {python}": (python, _AS_IT_COMES) for python in others}
    group = class_of(folder / "group", BATCH)
    tested = for_pytest(folder, sorted(group.iterdir())[:PYTEST_RUNS])
    found: dict[str, list[float]] = {name: [] for name in sandboxes}
    costs: dict[str, list[float]] = {name: [] for name in sandboxes}
    base: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(ROUNDS):
        for way, (python, settings) in ways.items():
            base[way].append(pytest_rate(tested, python, settings))
        for name in sandboxes:
            cost = batch(group, name)
            found[name].append(BATCH / cost.seconds)
            costs[name].append(cost.cpu / BATCH * 1000)
    for way, values in base.items():
        print(f"{statistics.median(values):6.1f} per second: pytest {way}, a process for each")
    for name, values in found.items():
        ratios = [f"{_ratio(values, rates):.1f} ({way})" for way, rates in base.items()]
        print(
            f"{statistics.median(values):6.1f} per second: batch, {name}{_cost(name, costs[name])}"
        )
        print(f"       times pytest: {', '.join(ratios)}; wanted: {TARGETS[name]}")


def _ratio(values: list[float], base: list[float]) -> float:
    """Return the median ratio of figures that were taken in turns."""
    return statistics.median(mine / other for mine, other in zip(values, base, strict=True))


def _cost(name: str, milliseconds: list[float]) -> str:
    """Say what a submission costs, where the system tells: not of what bubblewrap starts."""
    if name == "bubblewrap":
        return ""
    return f", {statistics.median(milliseconds):.1f} ms of processor each, start included"


def growth(folder: Path, sandboxes: list[str]) -> None:
    """Print how time and memory grow with the number of submissions."""
    groups = [class_of(folder / f"size_{size}", size) for size in SIZES]
    for name in sandboxes:
        few, many = (batch(group, name) for group in groups)
        for size, cost in zip(SIZES, (few, many), strict=True):
            print(
                f"{name}: {size} in {cost.seconds:.1f} s, grader {cost.grader:.0f} MiB, "
                f"largest process below it {cost.below:.0f} MiB"
            )
        each = (many.cpu - few.cpu) / (SIZES[1] - SIZES[0]) * 1000
        if name != "bubblewrap":
            print(f"{name}: {each:.1f} ms of processor for each further one")


def hanging(folder: Path, sandboxes: list[str]) -> None:
    """Print what a submission that never returns adds to the time of its slot."""
    group = class_of(folder / "with_one_that_hangs", 50)
    options = "--jobs", "1", "--time-limit", str(LIMIT)
    without = {name: batch(group, name, *options).seconds for name in sandboxes}
    endless = f"def {EXERCISE}(*arguments):\n    while True:\n        pass\n"
    (group / "hangs.py").write_text(endless, "utf-8")
    for name in sandboxes:
        more = batch(group, name, *options).seconds - without[name]
        print(f"{name}: one that hangs costs {more:.2f} s at a limit of {LIMIT:.2f} s")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure `grade batch`.")
    parser.add_argument("sandboxes", nargs="*", default=list(TARGETS), help=" or ".join(TARGETS))
    parser.add_argument("--pytest", action="append", default=[], metavar="PYTHON")
    options = parser.parse_args()
    names = options.sandboxes
    print(f"{JOBS} processors; submissions: half right, half wrong")
    with tempfile.TemporaryDirectory() as folder:
        rates(Path(folder), names, options.pytest)
        growth(Path(folder), names)
        hanging(Path(folder), names)


if __name__ == "__main__":
    main()

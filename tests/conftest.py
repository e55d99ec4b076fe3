"""What several test modules share: files on the disk, the toy exercises, warm runners, /proc."""

from __future__ import annotations

import os
import shutil
import textwrap
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader import content
from grader.catalogue import Catalogue
from grader.runner import ZygoteRunner
from grader.single import SingleRunner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.job import Runner
    from grader.model import Exercise

DATA = Path(__file__).parent / "data"
TOY = DATA / "toy"
# In this order, which is neither that of their names nor that of the files on the disk.
POSITIONS = {"mean_of_rows": 1, "digit_sum": 2, "toss": 2, "pick_each": 7}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With `-n`, hand out whole modules: what a module's tests share is then made once."""
    from xdist.scheduler import LoadFileScheduling

    return LoadFileScheduling(config, log) if config.getoption("dist") == "load" else None


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    """A function that writes a source into a new folder and returns the path of the file."""

    def write_file(source: str, name: str = "digit_sum.py") -> str:
        path = tmp_path / name
        path.write_text(textwrap.dedent(source), "utf-8")
        return str(path)

    return write_file


@pytest.fixture(scope="session")
def toy_root() -> str:
    """The folder of the toy exercises."""
    return str(TOY)


@pytest.fixture
def toys(toy_root: str) -> Catalogue:
    """The catalogue of the toy exercises."""
    return Catalogue(toy_root)


@pytest.fixture(scope="session")
def several_root(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder with all toys as exercises of one course, in the order of POSITIONS."""
    root = tmp_path_factory.mktemp("several")
    for toys in ("toy", "seeded", "rows"):
        shutil.copytree(DATA / toys, root, dirs_exist_ok=True)
    for name, position in POSITIONS.items():
        path = root / "exercise" / name / "exercise.toml"
        lines = [each for each in path.read_text().splitlines() if not each.startswith("position")]
        at = lines.index(f'id = "{name}"')
        path.write_text("\n".join([*lines[:at], f"position = {position}", *lines[at:]]) + "\n")
    return str(root)


@pytest.fixture
def several(several_root: str) -> Catalogue:
    """The catalogue of all toys together, in the order of POSITIONS."""
    return Catalogue(several_root)


@pytest.fixture(scope="session")
def digit_sum(toy_root: str) -> Exercise:
    """The toy that returns one int."""
    return content.load_exercise(toy_root, "digit_sum")


@pytest.fixture(scope="session")
def mean_of_rows(toy_root: str) -> Exercise:
    """The toy that returns one float, with a tolerance."""
    return content.load_exercise(toy_root, "mean_of_rows")


@pytest.fixture(scope="module")
def zygote() -> Iterator[ZygoteRunner]:
    """A warm zygote for the tests of one module; it replaces itself when a test kills it."""
    runner = ZygoteRunner()
    yield runner
    runner.close()


@pytest.fixture(scope="module", params=["zygote", "single"])
def runner(request: pytest.FixtureRequest) -> Iterator[Runner]:
    """Each of the two runners: what holds of one must hold of the other."""
    made: Runner = ZygoteRunner() if request.param == "zygote" else SingleRunner()
    yield made
    made.close()


def _processes(mark: str) -> list[str]:
    """Return the ids of the living processes whose command line or environment holds a mark."""
    ids = [name for name in os.listdir("/proc") if name.isdecimal() and int(name) != os.getpid()]
    marked = [
        _holds(f"/proc/{pid}/cmdline", mark) or _holds(f"/proc/{pid}/environ", mark) for pid in ids
    ]
    return [pid for pid, found in zip(ids, marked, strict=True) if found]


def _holds(path: str, mark: str) -> bool:
    try:
        return mark.encode() in Path(path).read_bytes()
    except OSError:
        return False  # it has ended since it was listed, or keeps its environment to itself


@pytest.fixture
def survivors() -> Callable[[str], list[str]]:
    """A function that waits until no process carries a mark; it returns those that stay."""

    def wait(mark: str) -> list[str]:
        deadline = time.monotonic() + 10
        while (found := _processes(mark)) and time.monotonic() < deadline:
            time.sleep(0.005)  # the end of a process that is not ours can only be looked for
        return found

    return wait

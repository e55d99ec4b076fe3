"""What is handed out: the exact files of wheel and sdist, and that the installed wheel grades."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from grader import content

ROOT = Path(__file__).resolve().parents[2]
EXERCISES = content.exercise_ids(str(ROOT))
OF_EACH = [
    "_data/exercise/{}/cases.toml",
    "_data/exercise/{}/exercise.toml",
    "_data/exercise/{}/generated.json",
    "_data/exercise/{}/probes.toml",
    "_data/exercise/{}/starter.py",
    "_data/exercise/{}/statement.md",
    "_data/hints/{}/fingerprints.json",
    "_data/hints/{}/hints.toml",
    "_data/hints/{}/mistakes.toml",
]
PICTURES = [
    "_data/exercise/choose_k/pictures/speed-up.svg",
    "_data/exercise/choose_k/pictures/stopping-rule.svg",
    "_data/exercise/choose_k/pictures/tokens-per-pass.svg",
    "_data/exercise/speculative_decode/pictures/trace.svg",
    "_data/exercise/speculative_sample/pictures/overlap.svg",
    "_data/exercise/speculative_sample/pictures/trace.svg",
]
LAWS = [
    "_data/exercise/speculative_sample/laws.json",
    "_data/exercise/speculative_sample/laws.toml",
]
DATA = [*(path.format(each) for each in EXERCISES for path in OF_EACH), *LAWS, *PICTURES]
PAGES = ["CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml"]

pytestmark = pytest.mark.packaging


def tracked() -> list[str]:
    """Return the files that git tracks."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return sorted(listed.stdout.rstrip("\0").split("\0"))


class Built(NamedTuple):
    """The built packages, and the files of grader/ that they were built from."""

    wheel: Path
    sdist: Path
    sources: list[str]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build sdist and wheel from a copy of what git tracks, with stray files strewn in."""
    copy = tmp_path_factory.mktemp("copy")
    names = tracked()
    for name in names:
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    strays = ("stray.toml", "speculative_decode/notes.txt", "speculative_decode/pictures/x.png")
    for stray in (*(f"exercise/{name}" for name in strays), "hints/x.json"):
        (copy / stray).write_text("stray", encoding="utf-8")
    compiled = copy / "exercise/speculative_decode/__pycache__"
    compiled.mkdir()
    (compiled / "starter.cpython-311.pyc").write_bytes(b"stray")
    subprocess.run([sys.executable, "-m", "build", str(copy)], check=True, capture_output=True)
    sources = [name for name in names if name.startswith("grader/")]
    wheel, sdist = next(copy.glob("dist/*.whl")), next(copy.glob("dist/*.tar.gz"))
    return Built(wheel, sdist, sources)


def test_the_wheel_holds_exactly_the_package_and_its_data(built: Built) -> None:
    """The wheel is grader/ as git tracks it, the data of exercise/ and hints/, and nothing else."""
    with zipfile.ZipFile(built.wheel) as wheel:
        names = [name for name in wheel.namelist() if ".dist-info/" not in name]
    assert sorted([*built.sources, *(f"grader/{name}" for name in DATA)]) == sorted(names)


def test_the_sdist_holds_what_the_wheel_is_built_from(built: Built) -> None:
    """The sdist is the wheel's sources and the pages about them: no reference, no tests."""
    with tarfile.open(built.sdist) as sdist:
        names = sorted(member.name.partition("/")[2] for member in sdist if member.isfile())
    sources = [*built.sources, *(name.removeprefix("_data/") for name in DATA), *PAGES]
    assert sorted([*sources, ".gitignore", "PKG-INFO"]) == names


def test_the_installed_wheel_grades_from_an_empty_folder(built: Built, tmp_path: Path) -> None:
    """With only the wheel installed, start, grade, task and hint work, and author says why not.

    So it is for each exercise, in an order that needs no file but those in the wheel.
    """
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    scripts = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([scripts / "pip", "install", "--quiet", built.wheel], check=True)
    empty = tmp_path / "empty"
    empty.mkdir()

    def grade(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONUTF8": "1",
            "XDG_STATE_HOME": str(tmp_path),
        }
        return subprocess.run(
            [scripts / "grade", *arguments],
            cwd=empty,
            env=environment,
            capture_output=True,
            text=True,
        )

    assert 0 == grade("start").returncode
    assert [f"{EXERCISES[0]}.py"] == os.listdir(empty)
    assert 0 == grade("task").returncode
    for exercise in EXERCISES:
        name = f"{exercise}.py"
        (empty / name).unlink(missing_ok=True)
        assert 0 == grade("start", exercise).returncode
        not_started = grade()
        assert (1, True) == (not_started.returncode, "Not started" in not_started.stdout)
        right = (ROOT / "reference" / exercise / "solution.py").read_text(encoding="utf-8")
        (empty / name).write_text(right, encoding="utf-8")
        passed = grade()
        assert (0, True) == (passed.returncode, "6 of 6 passed" in passed.stdout)
        assert 0 == grade("task", exercise).returncode
        assert 0 == grade("picture").returncode  # of the exercise whose file is here
        assert 0 == grade("hint").returncode
        assert [name] == os.listdir(empty)
        (empty / name).unlink()
    author = grade("author", "check")
    assert (2, True) == (author.returncode, "clone" in author.stderr)
    assert [] == os.listdir(empty)

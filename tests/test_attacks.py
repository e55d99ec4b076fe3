"""Hostile submissions: each is told what is true of it, harms no other, and leaves nothing behind.

`attacks/` holds one idea per file, `attacks.toml` what must come of it. All are graded by the real
command line: each by itself, and all together as a batch in every sandbox that this machine has,
as the tests' own user and, where that is root, as an ordinary one. In a batch a right answer
follows each attack. Adding a file adds its tests.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests import public
from tests.processes import inherited

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="submissions are forked on Linux")

HERE = Path(__file__).parent
ATTACKS = HERE / "attacks"
EXPECTED: dict[str, Any] = tomllib.loads((ATTACKS / "attacks.toml").read_text("utf-8"))
NAMES = sorted(path.stem for path in ATTACKS.glob("*.py"))
TEXTS = (
    *("terminal-escapes", "rich-markup", "turned-text", "null-characters", "lone-surrogates"),
    *("bytes-that-are-no-text", "raw-flood", "representation-bomb"),
)
RIGHT = HERE / "right_answers" / "walrus.py"
SECONDS = "1"  # for each call; right answers need a thousandth of it
SECRET = "only-the-grader-knows-7351"
HIDDEN_INPUT = "424242"
HIDDEN_CASE = f"""
format_version = 1

[[case]]
id = "kept-secret"
title = "A case of the instructor's"
why = "{SECRET}"
args = {{ draft_probs = [0.5], target_probs = [0.9], draft_tokens = [{HIDDEN_INPUT}] }}
expected = {{ accepted_tokens = [{HIDDEN_INPUT}], num_accepted = 1 }}
hidden = true
"""
# What attacks print when they succeed in what a sandbox refuses, or in what is always refused.
BOASTS = ("COULD", "OPENED")


class Way(NamedTuple):
    """A sandbox, and whether an ordinary user starts the grader, who root must become first."""

    sandbox: str
    ordinary: bool = False

    def __str__(self) -> str:
        return f"{self.sandbox}-as-ordinary-user" if self.ordinary else self.sandbox


WAYS = (Way("none"), Way("bubblewrap"), Way("user"), Way("none", True), Way("bubblewrap", True))


class Batch(NamedTuple):
    """What came of a batch: reports by file name, rows, what lived on, what files were left."""

    way: Way
    reports: dict[str, dict[str, Any]]
    rows: list[dict[str, Any]]
    survivors: list[str]
    litter: list[str]


# --- running -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def place() -> Iterator[public.Place]:
    """The package where everybody can read it, and an interpreter that everybody can run."""
    with public.installed() as place:
        yield place


@pytest.fixture(scope="module", params=WAYS, ids=str)
def batch(request: pytest.FixtureRequest, place: public.Place) -> Batch:
    """All attacks, each followed by a right answer, graded as one batch."""
    way: Way = request.param
    if reason := _why_not(way, place):
        pytest.skip(reason)
    folder = place.folder / f"work-{way}"
    attacks = folder / "attacks"
    attacks.mkdir(parents=True)
    for name in NAMES:
        shutil.copy(ATTACKS / f"{name}.py", attacks)
        shutil.copy(RIGHT, attacks / f"{name}.then.py")
    cases = folder / "cases.toml"
    cases.write_text(HIDDEN_CASE, "utf-8")
    cases.chmod(0o600)
    if way.ordinary:
        for path in (folder, cases):
            os.chown(path, public.NOBODY, public.NOBODY)
    return _run(way, place, folder)


def _why_not(way: Way, place: public.Place) -> str:
    """Why this machine does not have a way to grade; "" when it has."""
    if way.ordinary or way.sandbox == "user":
        if os.geteuid() != 0:
            return "only root can become another user"
        if not place.python:
            return "no Python of this version can be run by everybody"
    if way.sandbox == "bubblewrap":
        return public.why_no_bubblewrap(**_identity(way))
    return ""


def _identity(way: Way) -> dict[str, Any]:
    ordinary = {"user": public.NOBODY, "group": public.NOBODY, "extra_groups": []}
    return ordinary if way.ordinary else {}


def _run(way: Way, place: public.Place, folder: Path) -> Batch:
    python = place.python if way.ordinary or way.sandbox == "user" else sys.executable
    options = ["--sandbox", way.sandbox, "--time-limit", SECONDS, "--cases", "cases.toml"]
    outputs = ["--out", "rows.jsonl", "--details", "details", "--jobs", "2"]
    with inherited() as survivors:
        done = subprocess.run(
            [python, "-m", "grader", "batch", "attacks", *options, *outputs],
            **_identity(way),
            cwd=folder,
            env=place.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=550,
        )
    assert 1 == done.returncode, done.stderr.decode()
    rows = (folder / "rows.jsonl").read_text("utf-8").splitlines()
    reports = {
        path.name.removesuffix(".py.json"): json.loads(path.read_text("utf-8"))
        for path in (folder / "details").rglob("*.json")
    }
    litter = [str(path) for path in place.scratch.iterdir()]
    return Batch(way, reports, [json.loads(row) for row in rows], survivors, litter)


# --- every attack, in every way ------------------------------------------------------------------


def test_every_attack_has_its_outcome_written_down() -> None:
    """No file without an expectation, no expectation without a file, and enough of them."""
    assert NAMES == sorted(set(EXPECTED) - {"format_version"})
    assert len(NAMES) >= 40


@pytest.mark.parametrize("name", NAMES)
def test_an_attack_is_told_what_is_true(batch: Batch, name: str) -> None:
    """The verdict is the right one, never a pass that was not earned."""
    _check(EXPECTED[name], batch.reports[name], batch.way.sandbox)


@pytest.mark.parametrize("name", NAMES)
def test_a_right_answer_after_an_attack_passes(batch: Batch, name: str) -> None:
    """An attack changes nothing for the submission that is graded after it."""
    report = batch.reports[f"{name}.then"]
    assert ("passed", 6, 1) == (report["verdict"], report["passed"], report["hidden"]["passed"])


@pytest.mark.parametrize("name", NAMES)
def test_nothing_secret_is_told(batch: Batch, name: str) -> None:
    """What only the grader knows is in no report; without a sandbox, files are open to a search."""
    text = json.dumps(batch.reports[name])
    if batch.way.sandbox != "none" or name != "searches-secrets":
        assert SECRET not in text
        assert HIDDEN_INPUT not in text
    if batch.way.sandbox != "none" or not EXPECTED[name].get("open_without_sandbox"):
        assert [] == [boast for boast in BOASTS if boast in text]


def test_every_submission_has_its_row(batch: Batch) -> None:
    """One row each, of the name of its isolation, and of the same verdict as its report."""
    verdicts = {Path(row["name"]).stem: row["verdict"] for row in batch.rows}
    assert sorted([*NAMES, *(f"{name}.then" for name in NAMES)]) == sorted(verdicts)
    assert len(verdicts) == len(batch.rows)
    assert {name: report["verdict"] for name, report in batch.reports.items()} == verdicts
    assert {batch.way.sandbox} == {row["isolation"] for row in batch.rows}


def test_nothing_is_left_behind(batch: Batch) -> None:
    """No process of a submission lives on, and no file is left."""
    assert ([], []) == (batch.survivors, batch.litter)


def _check(expected: dict[str, Any], report: dict[str, Any], sandbox: str) -> None:
    outcomes = {case["outcome"] for case in report["cases"]} - {"not-run"}
    allowed = set(expected.get(sandbox, expected.get("outcomes", [])))
    assert expected.get("verdict", "failed") == report["verdict"], report["message"]
    assert set() == outcomes - allowed, report["cases"]
    assert bool(allowed) == bool(outcomes)


# --- each by itself ------------------------------------------------------------------------------


def _grade(folder: Path, *arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    fixed = {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    return subprocess.run(
        [sys.executable, "-m", "grader", *arguments],
        cwd=folder,
        env={**fixed, "TMPDIR": str(scratch)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        **options,
    )


@pytest.mark.parametrize("name", NAMES)
def test_an_attack_by_itself(tmp_path: Path, name: str) -> None:
    """One JSON document and nothing else, the exit code of a failure, and nothing left behind."""
    path = str(ATTACKS / f"{name}.py")
    with inherited() as survivors:
        done = _grade(tmp_path, path, "--report", "json", "--time-limit", "0.5")
    report = json.loads(done.stdout)
    _check(EXPECTED[name], report, "none")
    assert (0 if report["verdict"] == "passed" else 1, b"") == (done.returncode, done.stderr)
    assert ([], []) == (survivors, list((tmp_path / "scratch").iterdir()))


@pytest.mark.parametrize("name", TEXTS)
def test_no_text_of_a_submission_commands_the_terminal(tmp_path: Path, name: str) -> None:
    """The screen holds printable characters alone, whatever was printed, returned or raised."""
    done = _grade(tmp_path, str(ATTACKS / f"{name}.py"), "--show-output", "--time-limit", "0.5")
    text = done.stdout.decode("utf-8")
    commands = {char for char in text if unicodedata.category(char)[0] == "C"} - {"\n"}
    assert set() == commands | ({"\u2028", "\u2029"} & set(text))


def test_a_descriptor_of_the_caller_is_not_handed_on(tmp_path: Path) -> None:
    """What the grader's own caller has open is neither read nor written by a submission."""
    path = tmp_path / "open-at-the-caller"
    path.write_text(SECRET)
    descriptor = os.open(path, os.O_RDWR)
    attack = str(ATTACKS / "searches-descriptors.py")
    done = _grade(tmp_path, attack, "--report", "json", pass_fds=[descriptor])
    os.close(descriptor)
    assert (SECRET, False) == (path.read_text(), SECRET.encode() in done.stdout)


# --- paths ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("-rf.py", "a;b.py", "$(id).py", "new\nline.py", "[red]x[red].py", "::error::x.py"),
        *("\u202egnp.py", "\x1b[2J.py", "e\u0301\U0001f600.py", "bad-\udcff-byte.py", "'\".py"),
    ],
)
def test_an_odd_file_name_is_only_a_name(tmp_path: Path, name: str) -> None:
    """It is graded like any other, and shown without doing anything to the terminal."""
    shutil.copy(RIGHT, tmp_path / name)
    done = _grade(tmp_path, "--", name)
    text = done.stdout.decode("utf-8")
    assert 0 == done.returncode, done.stderr
    assert set() == {char for char in text if unicodedata.category(char)[0] == "C"} - {"\n"}


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.mkdir()


def _endless_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def _sparse_giant(path: Path) -> None:
    path.touch()
    os.truncate(path, 1 << 40)


@pytest.mark.parametrize("make", [_fifo, _folder, _endless_device, _link_to_itself, _sparse_giant])
def test_what_is_no_file_is_wrong_use(tmp_path: Path, make: Any) -> None:
    """It is refused with a sentence; nobody waits for a pipe or reads a device to its end."""
    make(tmp_path / "submission.py")
    done = _grade(tmp_path, "submission.py")
    assert (2, b"") == (done.returncode, done.stdout)
    assert done.stderr.startswith(b"grade: submission.py ")


def test_a_link_to_a_file_of_the_system_shows_nothing_of_it(tmp_path: Path) -> None:
    """A learner who hands in a link to the accounts of the machine sees none of them."""
    (tmp_path / "submission.py").symlink_to("/etc/passwd")
    done = _grade(tmp_path, "submission.py", "--report", "json")
    report = json.loads(done.stdout)
    assert "not-loaded" == report["verdict"]
    assert "daemon:" not in done.stdout.decode()

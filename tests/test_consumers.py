"""README's Gradescope package and GitHub job work: a test runs their commands in its folders."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.command import Run, run
from tests.readme import README, ROOT, block
from tests.render.gradescope_rules import checked as gradescope
from tests.render.gradescope_rules import total
from tests.render.runner_rules import obeyed
from tests.render.test_as_junit import checked as junit
from tests.test_reports import HIDDEN_CASES, RIGHT, SECRETS, WRONG, doing

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = README.read_text("utf-8")
WHEEL = "speculative_decoding_grader-0.1.0-py3-none-any.whl"
# What the wheel installs: without the reference, which `--sandbox user` would have to lock away.
GRADE = f'#!/bin/sh\nPYTHONPATH="$SITE" exec "{sys.executable}" -m grader "$@"\n'
RECORD = '#!/bin/sh\necho "$(basename "$0") $*" >> "$LOG"\n'
# Stands for the interpreter that setup.sh installs: its -m venv makes a folder with these programs.
VENV = f"""\
{RECORD}mkdir -p "$3/bin"
cp "$STUBS/pip" "$STUBS/grade" "$3/bin"
"""


def program(path: Path, text: str) -> None:
    """Write a program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    path.chmod(0o755)


@pytest.fixture(scope="module")
def site() -> Iterator[Path]:
    """A folder with the package as the wheel installs it, and nothing else of the checkout."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # pytest's own folders are closed to the users that submissions run as
        shutil.copytree(ROOT / "grader", folder / "grader")
        for data in ("exercise", "hints"):
            shutil.copytree(ROOT / data, folder / "grader" / "_data" / data)
        yield folder


@pytest.fixture
def stubs(tmp_path: Path, site: Path) -> dict[str, str]:
    """The environment in which installing is only noted down, and `grade` is the package's."""
    folder = tmp_path / "stubs"
    for name in ("apt-get", "pip"):
        program(folder / name, RECORD)
    program(folder / "python3.11", VENV)
    program(folder / "grade", GRADE)
    log = tmp_path / "log"
    log.touch()
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "STUBS": str(folder), "LOG": str(log), "SITE": str(site)}


# --- Gradescope ----------------------------------------------------------------------------------


class Container:
    """A folder that looks like Gradescope's container, with README's package in it."""

    def __init__(self, root: Path, env: dict[str, str], *, sandbox: bool) -> None:
        """Pack, unpack and set up."""
        self.root, self.env, self.sandbox = root, env, sandbox
        package = root / "package"
        for name in ("setup.sh", "run_autograder"):
            program(package / name, self.here(block(PAGE, f"gradescope: {name}")))
        (package / "cases.toml").write_text(HIDDEN_CASES)
        (package / WHEEL).write_text("a wheel")
        pack = block(PAGE, "gradescope: pack").replace("python3", sys.executable)
        assert 0 == run(package, ["bash", "-c", pack]).exit_code
        self.source = root / "autograder" / "source"
        with zipfile.ZipFile(package / "autograder.zip") as archive:
            archive.extractall(self.source)
        for name in ("submission", "results"):
            (root / "autograder" / name).mkdir()
        shutil.copy(package / "run_autograder", root / "autograder")
        self.set_up = run(self.source, ["bash", "setup.sh"], env)

    def here(self, script: str) -> str:
        """A script of the container with this folder's paths."""
        for path in ("/autograder", "/usr/local/grader"):
            script = script.replace(path, f"{self.root}{path}")
        return script if self.sandbox else script.replace("    --sandbox user \\\n", "")

    def grade(self, source: str | None) -> Run:
        """Run the autograder on a submission."""
        if source is not None:
            path = self.root / "autograder" / "submission" / "speculative_decode.py"
            path.write_text(source)
        folder = self.root / "autograder"
        return run(folder, [str(folder / "run_autograder")], self.env)

    @property
    def results(self) -> str:
        """What Gradescope would read."""
        return (self.root / "autograder" / "results" / "results.json").read_text("utf-8")


@pytest.fixture(scope="module")
def as_another_user(site: Path) -> bool:
    """Whether the backend `user` can be had: root, and an interpreter that others may read."""
    (site / "my.py").write_text(RIGHT)
    command = [sys.executable, "-m", "grader", "my.py", "--sandbox", "user"]
    return run(site, command, {"PYTHONPATH": str(site)}).exit_code == 0


@pytest.fixture
def container(tmp_path: Path, stubs: dict[str, str], as_another_user: bool) -> Container:
    """README's package, set up."""
    return Container(tmp_path, stubs, sandbox=as_another_user)


def test_the_archive_holds_both_scripts_at_its_root(container: Container) -> None:
    """Gradescope looks nowhere else for them, and starts run_autograder as a program."""
    names = {"setup.sh", "run_autograder", "cases.toml", WHEEL}
    assert names == {path.name for path in container.source.iterdir()}
    assert block(PAGE, "gradescope: run_autograder").startswith("#!/usr/bin/env bash\n")


def test_the_set_up_installs_the_wheel_and_locks_the_cases(container: Container) -> None:
    """A Python that is new enough, the wheel, and a case file that only root can read."""
    assert (0, "") == (container.set_up.exit_code, container.set_up.err)
    log = Path(container.env["LOG"]).read_text().splitlines()
    assert [
        "apt-get update",
        "apt-get install -y python3.11 python3.11-venv",
        f"python3.11 -m venv {container.root}/usr/local/grader",
        f"pip install {container.source}/{WHEEL}",
    ] == log
    assert 0o600 == stat.S_IMODE((container.source / "cases.toml").stat().st_mode)


@pytest.mark.parametrize(("source", "score"), [(RIGHT, 100), (WRONG, 90)])
def test_a_submission_gets_its_score(source: str, score: int, container: Container) -> None:
    """Six cases, a visible and two hidden ones of the instructor make 100 points."""
    assert 0 == container.grade(source).exit_code
    results = gradescope(container.results)
    assert (score, score, 100) == (
        results["score"],
        total(results, "score"),
        total(results, "max_score"),
    )
    assert "hidden cases: 2 of 2 passed" == results["tests"][-1]["name"]
    assert not any(secret in container.results for secret in SECRETS)


def test_what_learners_hand_in_instead_is_told(container: Container) -> None:
    """A missing file and a broken one leave a valid file with an explanation and no points."""
    assert 0 == container.grade(None).exit_code
    results = gradescope(container.results)
    assert (0, "not-graded") == (results["score"], results["extra_data"]["verdict"])
    assert "Not graded: There is no file" in results["output"]
    assert 0 == container.grade("def speculative_decode(:\n").exit_code
    assert "not-loaded" == gradescope(container.results)["extra_data"]["verdict"]


def test_a_fault_of_the_instructor_is_no_score(container: Container) -> None:
    """O01: cases that cannot be used leave a valid results.json; what is wrong is in the log."""
    (container.source / "cases.toml").write_text('format_version = 1\n[[case]]\nid = "A b"\n')
    done = container.grade(RIGHT)
    assert "cases.toml:" in done.err
    assert "grade ended with 2" in done.out
    results = gradescope(container.results)
    assert (0, "not-graded") == (results["score"], results["extra_data"]["verdict"])


def test_the_case_file_is_out_of_reach(container: Container) -> None:
    """As another user, a submission cannot read the instructor's file."""
    if not container.sandbox:
        pytest.skip("the backend `user` takes root and an interpreter that others may read")
    path = container.source / "cases.toml"
    container.grade(doing(f"print(open({str(path)!r}).read())"))
    results = gradescope(container.results)
    assert 0 == results["score"]
    assert "PermissionError" in results["tests"][0]["output"]
    assert not any(secret in container.results for secret in SECRETS)


# --- GitHub Actions ------------------------------------------------------------------------------


def steps() -> list[str]:
    """The commands of README's job, in order."""
    text = block(PAGE, "github: .github/workflows/grade.yml")
    assert "\t" not in text
    return re.findall(r"^      - run: (.+)$", text, re.MULTILINE)


def job(folder: Path, env: dict[str, str]) -> list[Run]:
    """What each step came to in a checkout; as the runner does, stop at the first that fails."""
    actions = {
        "GITHUB_ACTIONS": "true",
        "GITHUB_WORKSPACE": str(folder),
        "GITHUB_STEP_SUMMARY": str(folder.parent / "page.md"),
    }
    done: list[Run] = []
    for command in steps():
        if not done or done[-1].exit_code == 0:
            shell = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", command]
            done.append(run(folder, shell, {**env, **actions}))
    return done


@pytest.mark.parametrize(
    ("source", "exit_code", "level"), [(RIGHT, 0, "notice"), (WRONG, 1, "error")]
)
def test_the_job_fails_when_the_submission_does(
    source: str, exit_code: int, level: str, tmp_path: Path, stubs: dict[str, str]
) -> None:
    """It installs the wheel, annotates the file, leaves a JUnit report and a page."""
    checkout = tmp_path / "checkout"
    (checkout / ".github").mkdir(parents=True)
    (checkout / ".github" / WHEEL).touch()
    (checkout / "speculative_decode.py").write_text(source)
    installed, graded = job(checkout, stubs)
    assert 0 == installed.exit_code
    assert f"pip install .github/{WHEEL}\n" == Path(stubs["LOG"]).read_text()
    assert (exit_code, "") == (graded.exit_code, graded.err)
    summary, *rest = obeyed(graded.out)
    assert level == summary.name
    assert all(each.properties["file"] == "speculative_decode.py" for each in rest)
    suite = junit((checkout / "report.xml").read_text("utf-8"))
    assert (exit_code == 1) == (suite.get("failures") != "0")
    assert "speculative_decode.py" in (tmp_path / "page.md").read_text("utf-8")


# --- JSON ----------------------------------------------------------------------------------------


def test_the_formats_are_in_the_page(tmp_path: Path) -> None:
    """README's table names every format, and where the schema lies."""
    section = PAGE.split("## Reports for machines")[1]
    assert ["json", "junit", "gradescope", "github"] == re.findall(r"^\| `(\w+)` \|", section, re.M)
    (schema,) = re.findall(r"\((\S+\.schema\.json)\)", section)
    assert "properties" in json.loads((ROOT / schema).read_text("utf-8"))

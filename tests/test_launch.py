"""How the child is started: with which NumPy, environment and folder, and with how few imports."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import grader
from grader import launch

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = str(Path(grader.__file__).parent.parent)
NUMPY = str(Path(np.__file__).parent.parent)


def package(folder: Path, name: str = "numpy") -> str:
    """Make a folder with a package in it, and return the folder's path."""
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text("")
    return str(folder)


def test_numpys_folder_is_the_one_that_numpy_is_imported_from() -> None:
    """Found without importing NumPy, it is the folder that an import would take."""
    assert NUMPY == launch.numpy_folder()


def test_the_first_folder_of_the_path_that_holds_numpy_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Order decides; a numpy.py or an empty folder called numpy is no NumPy."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "numpy.py").write_text("")
    (tmp_path / "b" / "numpy").mkdir(parents=True)
    first, second = package(tmp_path / "c"), package(tmp_path / "d")
    paths = ["script's", "no/such/folder", str(tmp_path / "a"), str(tmp_path / "b"), first, second]
    monkeypatch.setattr(sys, "path", paths)
    assert first == launch.numpy_folder()


@pytest.mark.parametrize("entry", ["", ".", "the folder itself"])
def test_a_numpy_in_the_current_folder_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    """A learner's own numpy/ where they work does not take NumPy's place, however it is listed."""
    monkeypatch.chdir(package(tmp_path))
    paths = [str(tmp_path) if entry == "the folder itself" else entry, NUMPY]
    monkeypatch.setattr(sys, "path", paths)
    assert NUMPY == launch.numpy_folder()


def test_a_numpy_beside_the_script_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the script, which Python puts first, is not looked at."""
    folder = package(tmp_path)
    monkeypatch.setattr(sys, "argv", [os.path.join(folder, "script.py")])
    monkeypatch.setattr(sys, "path", [folder, NUMPY])
    assert NUMPY == launch.numpy_folder()


def test_without_numpy_there_is_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where NumPy is not installed, nothing is found, and that is no error here."""
    monkeypatch.setattr(sys, "path", ["no/such/folder"])
    assert "" == launch.numpy_folder()


def test_the_environment_is_built_from_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what an interpreter may need is handed on; linear algebra gets one thread."""
    for name in ("PYTHONPATH", "HOME", "PATH", "GITHUB_TOKEN", "LC_ALL", "LD_PRELOAD"):
        monkeypatch.setenv(name, "x")
    monkeypatch.setenv("LD_LIBRARY_PATH", "/kept")
    found = launch.environment("/scratch")
    assert ("/kept", "/scratch") == (found["LD_LIBRARY_PATH"], found["TMPDIR"])
    threads = [value for name, value in found.items() if name.endswith("_NUM_THREADS")]
    assert ["1"] * 4 == threads
    assert {"PYTHONPATH", "HOME", "PATH", "GITHUB_TOKEN", "LC_ALL", "LD_PRELOAD"}.isdisjoint(found)


def test_a_scratch_folder_is_new_and_lies_where_temporary_files_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has a name of its own, and nothing is made yet."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    paths = {launch.scratch_folder() for _ in range(10)}
    assert 10 == len(paths)
    assert {str(tmp_path)} == {os.path.dirname(path) for path in paths}
    assert [] == list(tmp_path.iterdir())


def test_a_relative_or_unusable_temporary_folder_is_no_trap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The path is absolute, because the child changes its folder, and leads to a folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "relative").mkdir()
    monkeypatch.setenv("TMPDIR", "relative")
    assert str(tmp_path / "relative") == os.path.dirname(launch.scratch_folder())
    monkeypatch.setenv("TMPDIR", str(tmp_path / "missing"))
    monkeypatch.delenv("TEMP", raising=False)
    assert os.path.isdir(os.path.dirname(launch.scratch_folder()))


def test_the_command_line_is_isolated() -> None:
    """The child obeys no variable of the environment, imports no site, and speaks UTF-8."""
    line = launch.command("/numpy", "/scratch", "fork")
    assert [sys.executable, "-I", "-S", "-X", "utf8", "-c"] == line[:6]
    assert [launch.CHILD_FOLDER, "/numpy", "/scratch", "fork"] == line[-4:]


def test_a_child_says_its_versions_and_ends_when_its_requests_are_closed() -> None:
    """A zygote starts, answers, and ends by itself with its folder."""
    child = launch.start()
    line = os.read(child.answers, 1 << 16)
    assert np.__version__ == json.loads(line)["ready"]["numpy"]
    for descriptor in (child.requests, child.answers, child.errors):
        os.close(descriptor)
    assert 0 == os.waitstatus_to_exitcode(os.waitpid(child.pid, 0)[1])
    assert not os.path.exists(child.scratch)


def test_a_program_that_cannot_be_started_leaves_no_descriptor_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """OSError is raised, and all pipes are closed again."""
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    before = os.listdir("/proc/self/fd")
    with pytest.raises(OSError, match="No such file"):
        launch.start()
    assert before == os.listdir("/proc/self/fd")


# --- light imports -------------------------------------------------------------------------------

HEAVY = ("numpy", "rich", "asyncio", "subprocess", "dataclasses", "inspect", "typing_extensions")
ALSO_HEAVY = ("unittest", "email", "http", "decimal", "fractions", "difflib", "pathlib", "textwrap")


def words_after(code: str, printed: str, *arguments: str) -> set[str]:
    """The words that an expression gives in a new interpreter after some code."""
    code += f"; import sys; print(*({printed}))"
    command = [sys.executable, "-I", "-S", "-c", code, *arguments]
    output = subprocess.check_output(command, cwd=HERE, text=True)
    return set(output.splitlines()[-1].split())


def modules_after(code: str, *arguments: str) -> set[str]:
    """The names of all modules that are loaded in a new interpreter after some code."""
    return words_after(code, "sys.modules", *arguments)


DATA = Path(__file__).parent / "data"
TOYS = DATA / "toy"
PATH = f"import sys; sys.path[:0] = [{HERE!r}, {NUMPY!r}]; "


def test_starting_the_child_imports_almost_nothing() -> None:
    """Before the child runs, nothing is imported but what the interpreter holds itself."""
    bare = modules_after(PATH + "import __future__, _thread, os")
    added = modules_after(PATH + "import grader.__main__") - bare
    assert {"gc", "grader", "grader.__main__", "grader.launch"} == added


# Grades a file (the first argument) as one of the exercises in a folder (the second).
GRADING = PATH + (
    "from grader import __main__, cli; import grader.content as content; import os; "
    "grade = lambda: cli.run([sys.argv[1]], __main__._started([sys.argv[1]])); "
    "root = sys.argv[2]; import grader.content._load as load; "
    "load.data_root = content.data_root = lambda: root; code = grade()"
)


def modules_of_grading(path: str) -> set[str]:
    """The modules that are loaded when a toy's file has been graded into a pipe."""
    return modules_after(GRADING, path, str(TOYS))


def test_a_file_that_passes_loads_nothing_of_mistakes(write: Callable[..., str]) -> None:
    """Hints, names of mistakes and tables are for those who need them."""
    right = (TOYS / "reference/digit_sum/solution.py").read_text("utf-8")
    after = modules_of_grading(write(right, "digit_sum.py"))
    assert [] == sorted({"grader.diagnosis", "grader.hint_records", "grader.render.table"} & after)


def test_grading_into_a_pipe_imports_no_library(write: Callable[..., str]) -> None:
    """The whole way from a file to a report without colour needs neither rich nor NumPy."""
    path = write("def mean_of_rows(rows, scale):\n    return 7.0\n", "mean_of_rows.py")
    after = modules_of_grading(path)
    assert {"grader.judge", "grader.render.screen"} <= after
    assert [] == sorted(set(HEAVY + ALSO_HEAVY) & after)
    assert [] == [name for name in after if name.startswith("grader.pictures")]
    laws = ("grader.law", "grader.law_judge", "grader.law_records", "grader.render.law")
    assert [] == sorted({*laws, "grader.content._recorded_laws"} & after)


# The records of all modules of the grader that are loaded, each with "compiled" if typing has made
# a ForwardRef of an annotation that is a string, for which it compiles it.
RECORDS = """
    f"{module}.{name}" + ":compiled" * ("ForwardRef(" in repr(record.__annotations__))
    for module in sorted(sys.modules) if module.startswith("grader.")
    for name, record in vars(sys.modules[module]).items()
    if hasattr(record, "_fields") and record.__module__ == module
"""


@pytest.mark.parametrize(
    ("data", "exercise", "file", "record"),
    [
        ("toy", "digit_sum", "solution.py", "grader.results.Report"),
        ("toy", "digit_sum", "mistakes/drops-first-digit.py", "grader.model.Row"),
        ("lawful", "redraw", "solution.py", "grader.law_records.Law"),
        ("lawful", "redraw", "mistakes/knows-the-seed.py", "grader.law_records.LawEntry"),
    ],
)
def test_no_record_on_the_way_has_annotations_that_typing_compiles(
    write: Callable[..., str], data: str, exercise: str, file: str, record: str
) -> None:
    """Whatever comes of a file, the records that tell of it were quick to define."""
    source = (DATA / data / "reference" / exercise / file).read_text("utf-8")
    path = write(source, f"{exercise}.py")
    found = words_after(GRADING, RECORDS, path, str(DATA / data))
    assert record in found
    assert [] == sorted(name for name in found if name.endswith(":compiled"))


@pytest.mark.parametrize(
    "module", ["runner", "wire", "judge", "display", "results", "model", "submission", "grading"]
)
def test_no_module_on_the_way_imports_a_heavy_one(module: str) -> None:
    """Each module of the quick path is light, whichever is imported first."""
    assert [] == sorted(set(HEAVY) & modules_after(PATH + f"import grader.{module}"))

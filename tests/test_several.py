"""Several exercises side by side: their order, their files in one folder, and what is not read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from grader import cli, content
from grader.batch import command
from tests.command import environment
from tests.test_grading import MEAN, PICK, RIGHT, TOSS

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.catalogue import Catalogue

ORDER = ["mean_of_rows", "digit_sum", "toss", "pick_each"]


class Run(NamedTuple):
    """What one run came to."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(
    several_root: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Callable[..., Run]:
    """A function that runs the command in this process, in an empty folder, on four toys."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(content, "data_root", lambda: several_root)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path.parent / "state"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return lambda *arguments: Run(cli.run(arguments), *capsys.readouterr())


# --- start and task ------------------------------------------------------------------------------

LIST = """\
4 exercises, in this order:

1  The mean of the rows' means
   read it   grade task mean_of_rows
   start it  grade start mean_of_rows

2  The sum of the digits
   read it   grade task digit_sum
   start it  grade start digit_sum

3  Keep marks until a toss fails
   read it   grade task toss
   start it  grade start toss

4  One number of each row
   read it   grade task pick_each
   start it  grade start pick_each
"""


def test_task_without_a_name_lists_all_exercises_in_order(run: Callable[..., Run]) -> None:
    """Title, and what to type to read and to start each: a newcomer sees what there is."""
    assert Run(0, LIST, "") == run("task")


def test_what_the_list_says_to_type_works(run: Callable[..., Run]) -> None:
    """Every command of the list shows or starts the exercise under whose title it stands."""
    lines = run("task").out.splitlines()
    commands = [line.partition(" grade ")[2].split() for line in lines if " grade " in line]
    assert 8 == len(commands)
    for words in commands:
        assert 0 == run(*words).code
    assert sorted(f"{each}.py" for each in ORDER) == sorted(map(str, Path().glob("*")))


@pytest.mark.parametrize("width", [20, 30])
def test_the_list_fits_a_narrow_screen(
    run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    """Titles are wrapped; commands stay whole, to be copied."""
    monkeypatch.setenv("COLUMNS", str(width))
    out = run("task").out
    prose = [line for line in out.splitlines() if "grade " not in line]
    assert max(map(len, prose)) <= width
    assert "start it  grade start mean_of_rows\n" in out


def test_start_without_a_name_begins_with_the_first(run: Callable[..., Run]) -> None:
    """It writes that one's starter, and tells that there are more; a second time it lists them."""
    first = run("start")
    assert (0, "") == (first.code, first.err)
    assert first.out == (
        "Wrote mean_of_rows.py: The mean of the rows' means.\n"
        "Read the task:  grade task mean_of_rows\n"
        "Then grade it:  grade mean_of_rows.py\n"
        "All exercises:  grade task\n"
    )
    again = run("start")
    assert (2, "") == (again.code, again.out)
    assert "Go on with it: grade mean_of_rows.py\n" in again.err
    assert "grade start digit_sum, grade start toss, grade start pick_each" in again.err


@pytest.mark.parametrize(("options", "ending"), [((), "py"), (("--notebook",), "ipynb")])
def test_start_with_a_name_writes_that_exercises_starter(
    run: Callable[..., Run], options: tuple[str, ...], ending: str
) -> None:
    """As a file or as a notebook; graded at once, it is not started, and without a name too."""
    done = run("start", "toss", *options)
    assert (0, "") == (done.code, done.err)
    assert f"Wrote toss.{ending}: Keep marks" in done.out
    assert "All exercises" not in done.out
    for graded in (run(f"toss.{ending}"), run()):
        assert 1 == graded.code
        assert "Not started" in graded.out
        assert graded.out.endswith("Next: grade task toss\n")
    assert "grade start digit_sum" not in run("start", "toss", *options).err


# --- the files of one folder ---------------------------------------------------------------------


def test_without_a_file_several_in_the_folder_are_listed_in_order(run: Callable[..., Run]) -> None:
    """Which one is meant is asked, for every command that takes a file; a name answers it."""
    for name, source in (("toss", TOSS), ("digit_sum", RIGHT)):
        Path(f"{name}.py").write_text(source)
    for words in ((), ("hint",), ("watch",)):
        asked = run(*words)
        assert (2, "") == (asked.code, asked.out)
        assert "Which one? Here are digit_sum.py, toss.py." in asked.err
        assert f"Name it, such as: {' '.join(['grade', *words])} digit_sum.py" in asked.err
    assert 0 == run("toss.py").code
    named = run("--exercise", "toss")
    assert (0, True) == (named.code, named.out.startswith("toss.py"))


def test_an_exercise_without_its_file_here_names_the_command_that_writes_it(
    run: Callable[..., Run],
) -> None:
    """With --exercise, only that exercise's files are looked for."""
    Path("digit_sum.py").write_text(RIGHT)
    asked = run("--exercise", "toss")
    assert 2 == asked.code
    assert "There is no toss.py in this folder." in asked.err
    assert "grade start toss" in asked.err
    assert "no exercise 'tos'" in run("--exercise", "tos").err


def test_a_file_for_none_leads_to_the_list(run: Callable[..., Run]) -> None:
    """Without an exercise there is no hint to give, and that is said without failing."""
    Path("mine.py").write_text("x = 1\n")
    graded = run("mine.py")
    assert 1 == graded.code
    assert "mean_of_rows, digit_sum, toss, pick_each" in " ".join(graded.out.split())
    assert graded.out.endswith("\nNext: grade task\n")
    hinted = run("hint", "mine.py")
    assert (0, "") == (hinted.code, hinted.err)
    assert "There is no hint for this." in hinted.out


def test_hints_of_one_file_are_counted_for_each_exercise(run: Callable[..., Run]) -> None:
    """A file with two exercises has two memories of hints."""
    Path("both.py").write_text("def toss(c, m): return 1\ndef mean_of_rows(r, s): return 2.5\n")
    first = {each: run("hint", "both.py", "--exercise", each).out for each in ("toss", ORDER[0])}
    assert all("Hint 1 of" in out for out in first.values())
    assert "Hint 2 of" in run("hint", "both.py", "--exercise", ORDER[0]).out
    assert "Hint 2 of" in run("hint", "both.py", "--exercise", "toss").out


# --- many files ----------------------------------------------------------------------------------


def write(files: dict[str, str]) -> None:
    """Write files (path: text) into the current folder."""
    for name, text in files.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def table(path: str) -> dict[str, tuple[str, str, int]]:
    """Exercise, verdict and number of cases of each row, by name."""
    rows = map(json.loads, Path(path).read_text().splitlines())
    return {row["name"]: (row["exercise"], row["verdict"], row["total"]) for row in rows}


MIXED = {
    "class/ann/mean_of_rows.py": MEAN,
    "class/ann/toss (1).py": TOSS,
    "class/ann/scratch.py": "x = 1\n",
    "class/bob/all.py": RIGHT + TOSS,
    "class/cem.py": PICK,
    "class/dan.py": TOSS.replace(">=", ">"),
    "class/eve.py": TOSS.replace("kept.append(mark)", "kept.append(mark + 1)"),
    "class/fay.py": "def toss(:\n",
    "class/gus.py": "print(1)\n",
}


def test_a_batch_grades_each_file_for_its_own_exercise(
    run: Callable[..., Run], several: Catalogue, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table says which one it was; the summary tells of each exercise, in their order."""
    write(MIXED)
    options = ["--sandbox", "none", "--jobs", "2", "--max-score", "10"]
    assert 1 == command.main(["class", "--out", "t.jsonl", *options], several)
    assert {
        "class/ann/mean_of_rows.py": ("mean_of_rows", "passed", 3),
        "class/ann/toss (1).py": ("toss", "passed", 2),
        "class/bob/all.py": ("", "not-loaded", 0),
        "class/cem.py": ("pick_each", "passed", 4),
        "class/dan.py": ("toss", "failed", 2),
        "class/eve.py": ("toss", "failed", 2),
        "class/fay.py": ("toss", "not-loaded", 0),
        "class/gus.py": ("", "not-loaded", 0),
    } == table("t.jsonl")
    rows = [json.loads(line) for line in Path("t.jsonl").read_text().splitlines()]
    assert {10} == {row["max_score"] for row in rows}
    said = {row["name"]: row["message"] for row in rows}
    assert "several exercises: digit_sum, toss" in said["class/bob/all.py"]
    assert "none of the functions" in said["class/gus.py"]
    out = capsys.readouterr().out
    headings = [line for line in out.splitlines() if "whose calls ran" in line]
    assert [
        "The mean of the rows' means: passed by, of 1 whose calls ran",
        "Keep marks until a toss fails: passed by, of 3 whose calls ran",
        "One number of each row: passed by, of 1 whose calls ran",
    ] == headings
    assert "     1  none of the known mistakes" in out.splitlines()


def test_a_batch_can_be_told_which_exercise_all_files_are(
    run: Callable[..., Run], several: Catalogue
) -> None:
    """Then each file is judged as that one, and a learner's other exercises are left alone."""
    write({name: text for name, text in MIXED.items() if "ann" in name or "bob" in name})
    options = ["--sandbox", "none", "--exercise", "toss", "--out", "t.jsonl"]
    assert 0 == command.main(["class", *options], several)
    assert {
        "class/ann/toss (1).py": ("toss", "passed", 2),
        "class/bob/all.py": ("toss", "passed", 2),
    } == table("t.jsonl")


# --- what is not read ----------------------------------------------------------------------------

WATCHED = """
import sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
from grader import content
content.data_root = lambda: {root!r}
from grader import cli
code = cli.run([{name!r}])
found = sorted({{path for path in opened if path.startswith({root!r})}})
print(code, "tomllib" in sys.modules, *found, sep="\\n", file=sys.stderr)
"""


def test_where_the_name_decides_no_other_exercise_is_read(toy_root: str, tmp_path: Path) -> None:
    """One more exercise costs the others nothing: a pass reads its own record and no more."""
    (tmp_path / "digit_sum.py").write_text(RIGHT)
    done = subprocess.run(
        [sys.executable, "-c", WATCHED.format(root=toy_root, name="digit_sum.py")],
        cwd=tmp_path,
        env=environment(tmp_path) | {"PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    names = ["cases.toml", "exercise.toml", "generated.json", "probes.toml", "starter.py"]
    folder = Path(toy_root, "exercise", "digit_sum")
    assert ["0", "False", *(str(folder / name) for name in names)] == done.stderr.splitlines()

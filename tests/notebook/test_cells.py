"""Notebooks are graded as they run: cell after cell, and what follows from what is told."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from grader import submission
from grader.grading import Grading, Options
from grader.job import Job
from grader.render import as_github, screen, terminal
from grader.render.as_json import document as json_document
from grader.results import CellRun, Crashed, LearnerError, Place, Verdict
from grader.source import Source
from tests.notebook.documents import RIGHT, WRONG, document, markdown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from grader.catalogue import Catalogue
    from grader.job import Runner
    from grader.model import Exercise
    from grader.results import Report

CALLS_HELPER = "def digit_sum(number, base=10):\n    return add_digits(number, base)\n"
HELPER = RIGHT.replace("digit_sum", "add_digits")


@pytest.fixture
def grade(tmp_path: Path, toys: Catalogue, runner: Runner) -> Callable[..., Report]:
    """A function that grades a notebook of these cells, with either runner."""

    def grade_cells(*cells: str | dict[str, Any], name: str = "digit_sum.ipynb") -> Report:
        path = tmp_path / name
        path.write_bytes(document(*cells))
        return Grading(toys, runner).grade(submission.read(str(path)))

    return grade_cells


def notes(report: Report) -> dict[str, list[str]]:
    """The texts of all notes on the whole report, by their ids."""
    found: dict[str, list[str]] = {}
    for note in report.notes:
        found.setdefault(note.id, []).append(note.text)
    return found


def shown(report: Report) -> str:
    """The report on a screen, without its line breaks and indentation."""
    return " ".join(terminal.plain(screen.lines(report, width=80)).split())


# --- what is graded ------------------------------------------------------------------------------


def test_n03_the_last_definition_counts_and_the_report_names_its_cell(
    grade: Callable[..., Report],
) -> None:
    """N03: defined in cell 2 and again in cell 9, among magics, shell lines and display calls."""
    report = grade(
        "%load_ext autoreload\n%matplotlib inline\n!pip install numpy\npip install numpy",
        WRONG,
        markdown("Another try:"),
        "from IPython.display import HTML, display\nimport IPython.display as shown",
        "display(HTML('<b>hi</b>'))\nget_ipython().run_line_magic('ls', '')\nshown.Image('x')",
        "files = !ls\nlen(files)",
        "digit_sum?",
        "%%bash\nrm -rf everything",
        "%%html\n<b>no Python</b>",
        f"%%time\n{RIGHT}",
        "%timeit digit_sum(12)\n%time digit_sum(12)\ndisplay(digit_sum(12))",
    )
    assert Verdict.PASSED is report.verdict
    words = "Graded is digit_sum as code cell 9 defines it: the last definition counts"
    assert {"graded-cell": [f"{words}, and cells 2 and 9 define it."]} == notes(report)
    assert words in shown(report)


def test_a_worse_last_definition_counts_as_well(grade: Callable[..., Report]) -> None:
    """The rule is not the best definition but the last one, also where it is the wrong one."""
    report = grade(RIGHT, WRONG)
    assert Verdict.FAILED is report.verdict
    assert "code cell 2 defines it" in notes(report)["graded-cell"][0]


def test_cells_share_their_names(grade: Callable[..., Report]) -> None:
    """A helper from an earlier cell, and one from a later cell, can be used in the function."""
    for cells in ([HELPER, CALLS_HELPER], [CALLS_HELPER, HELPER]):
        assert Verdict.PASSED is grade(*cells).verdict


def test_one_definition_is_named_too(grade: Callable[..., Report]) -> None:
    """Code cells are counted, text cells are not; empty code cells are."""
    report = grade(markdown("# Task"), "", RIGHT, "digit_sum(12)")
    text = "Graded is digit_sum as code cell 2 defines it."
    assert {"graded-cell": [text]} == notes(report)


def test_the_function_may_be_bound_in_any_way(grade: Callable[..., Report]) -> None:
    """What counts is which cell bound the name when it ran, not how its text looks."""
    report = grade(HELPER, "if False:\n    digit_sum = None", "digit_sum = add_digits")
    assert Verdict.PASSED is report.verdict
    assert "code cell 3 defines it." in notes(report)["graded-cell"][0]


def test_the_untouched_starter_notebook_is_not_started(
    tmp_path: Path, toys: Catalogue, runner: Runner
) -> None:
    """The notebook that `grade start --notebook` writes is not started, until its cell changes."""
    from grader import notebook

    text = notebook.starter(toys.exercise("digit_sum"), "Task")
    path = tmp_path / "mine.ipynb"
    grading = Grading(toys, runner)
    for changed, verdict in (
        (text, Verdict.NOT_STARTED),
        (text.replace("# Your code here", "return 13"), Verdict.FAILED),
    ):
        path.write_text(changed, "utf-8")
        read = submission.read(str(path))
        assert verdict is grading.grade(read, Options(exercise="digit_sum")).verdict


def test_a_report_on_a_file_says_nothing_of_cells(
    write: Callable[..., str], toys: Catalogue, runner: Runner
) -> None:
    """Notes on cells belong to notebooks alone."""
    report = Grading(toys, runner).grade(submission.read(write(WRONG)))
    assert {} == notes(report)
    assert 0 == sum(case.place.cell for case in report.cases if case.place)


# --- cells that fail -----------------------------------------------------------------------------


def test_a_cell_that_fails_stops_no_other(grade: Callable[..., Report]) -> None:
    """As in a notebook: what fails is told with cell, line and reason, and the rest is graded."""
    report = grade("x = 1\n\n1 / 0", RIGHT, "print(undefined)", "def broken(:\n    pass")
    assert Verdict.PASSED is report.verdict
    assert [
        "Code cell 1 failed at line 3: ZeroDivisionError: division by zero.",
        "Code cell 3 failed at line 1: NameError: name 'undefined' is not defined.",
        "Code cell 4 failed at line 1: SyntaxError: invalid syntax.",
    ] == notes(report)["cell-failed"]


def test_of_many_failing_cells_some_are_told(grade: Callable[..., Report]) -> None:
    """A notebook full of plots stays readable: three cells are told, the others counted."""
    report = grade(RIGHT, *["import matplotlib.pyplot as plt"] * 30)
    *told, counted = notes(report)["cell-failed"]
    assert 3 == len(told)
    assert "27 more code cells failed as well." == counted
    assert "Only NumPy and the standard library are available" in told[0]


def test_n05_a_missing_helper_is_told_as_the_consequence_of_its_cell(
    grade: Callable[..., Report],
) -> None:
    """N05: the helper's own file is not here; its cell failed, so the function's calls fail."""
    report = grade("x = 1", "import math\nfrom my_helpers import add_digits", CALLS_HELPER)
    assert Verdict.FAILED is report.verdict
    (told,) = notes(report)["cell-failed"]
    assert told.startswith(
        "Code cell 2 failed at line 2: ModuleNotFoundError: No module named 'my_helpers'."
    )
    case = report.cases[0]
    assert "NameError: name 'add_digits' is not defined" == case.message
    assert (
        "This follows from code cell 2: it should define `add_digits`, but failed "
        "(ModuleNotFoundError: No module named 'my_helpers')." == case.reason
    )
    assert Place(2, "    return add_digits(number, base)", None, "digit_sum", 3) == case.place
    assert "digit_sum.ipynb, code cell 3, line 2, in digit_sum" in shown(report)


def test_n05_the_cell_that_failed_first_is_named_when_the_function_is_missing(
    grade: Callable[..., Report],
) -> None:
    """N05: the file of cell 2 is not here; the NameErrors of later cells are its consequences."""
    report = grade(
        "x = 1",
        "\nwith open('mine.csv') as file:\n    limit = int(file.read())",
        WRONG.replace("base=10", "base=limit"),
        "digit_sum(limit)",
    )
    assert Verdict.NOT_LOADED is report.verdict
    assert report.message.startswith("FileNotFoundError:")
    assert report.place is not None
    assert (2, 2) == (report.place.cell, report.place.line)
    assert "Code cell 2 failed first, and digit_sum is not defined in the end." == report.advice
    first, second = notes(report)["cell-failed"]
    assert first.startswith("Code cell 3 failed at line 1: NameError: name 'limit' is not defined.")
    assert "This follows from code cell 2: it should define `limit`, but failed" in first
    assert second.startswith("Code cell 4 failed at line 1: NameError:")


@pytest.mark.parametrize("magic", ["%%writefile helpers.py", "%%script false", "%%timeit"])
def test_n05_a_name_from_a_cell_that_is_left_out_is_told(
    grade: Callable[..., Report], magic: str
) -> None:
    """N05: a helper in a cell that a magic takes for something else is not there, and why."""
    report = grade(f"{magic}\n{HELPER}", CALLS_HELPER)
    name = magic.split()[0]
    told = f"`add_digits` is in code cell 1, which is left out: it starts with {name}."
    assert told == report.cases[0].reason


def test_n05_a_name_from_another_file_that_is_run_is_told(grade: Callable[..., Report]) -> None:
    """N05: `%run` is no error, but what it would have defined is missing, and that is said."""
    report = grade("import math\n%run helpers.py", CALLS_HELPER)
    told = "Perhaps `add_digits` comes from `%run helpers.py` (code cell 1, line 2)"
    assert report.cases[0].reason.startswith(told)


def test_a_name_that_no_cell_defines_has_no_culprit(grade: Callable[..., Report]) -> None:
    """A cell that failed by asking for the same name, or that only mentions it, owes nothing."""
    report = grade("print(add_digits)", "1 / 0; print(add_digits)", CALLS_HELPER)
    assert "" == report.cases[0].reason


def test_the_cell_with_the_function_comes_first_when_its_fault_is_its_own(
    grade: Callable[..., Report],
) -> None:
    """A syntax error in the function is what to mend, whatever plots failed before it."""
    report = grade("import matplotlib", "x = 1\n\ndef digit_sum(number:\n    return 1")
    assert Verdict.NOT_LOADED is report.verdict
    assert "SyntaxError: '(' was never closed" == report.message
    assert Place(3, "def digit_sum(number:", 14, "", 2) == report.place
    assert "Code cell 2 failed, and digit_sum is not defined in the end." == report.advice
    assert notes(report)["cell-failed"][0].startswith("Code cell 1 failed at line 1")


def test_an_error_at_the_very_end_of_a_cell_lies_in_that_cell(
    grade: Callable[..., Report],
) -> None:
    """What is missing at the end of a cell is not looked for in the next one."""
    report = grade("def digit_sum(number):", "x = 1")
    assert report.place is not None
    assert (1, 1) == (report.place.cell, report.place.line)


def test_without_any_function_a_notebook_reads_like_a_file(grade: Callable[..., Report]) -> None:
    """Where no cell failed, the near names and the left-out cells are told."""
    renamed = grade("x = 1", WRONG.replace("digit_sum", "digitsum"))
    assert "It defines digitsum: rename that to digit_sum." == renamed.advice
    assert renamed.place is not None
    assert (2, 1) == (renamed.place.cell, renamed.place.line)
    left_out = grade(f"%%timeit\n{WRONG}")
    assert "which is left out: it starts with %%timeit." in left_out.advice


def test_with_several_exercises_a_failing_cell_is_told_all_the_same(
    grade: Callable[..., Report],
) -> None:
    """A name that says nothing of the exercise does not hide what failed."""
    report = grade("1 / 0", name="homework.ipynb")
    assert Verdict.NOT_LOADED is report.verdict
    assert "ZeroDivisionError: division by zero" == report.message


@pytest.mark.parametrize(
    "cell",
    ["while True:\n    pass", "import time\ntry:\n    time.sleep(60)\nexcept Exception: ..."],
)
def test_a_cell_that_does_not_end_is_named_and_the_others_run(
    grade: Callable[..., Report], cell: str
) -> None:
    """An endless cell takes half of the time there is; the function behind it is still graded."""
    report = grade("x = 1", cell, RIGHT)
    assert Verdict.PASSED is report.verdict
    (told,) = notes(report)["cell-failed"]
    assert "Code cell 2 failed at line" in told
    assert "CellTimeoutError: it did not end within" in told


def test_a_cell_that_ends_the_program_is_told(grade: Callable[..., Report]) -> None:
    """What no notebook survives is no pass, whatever cells come after it."""
    report = grade("import os\nos._exit(0)", RIGHT)
    assert Verdict.NOT_LOADED is report.verdict
    assert "program ended itself (exit status 0)" in report.message


def test_recursion_in_a_cell_is_told_with_its_place(grade: Callable[..., Report]) -> None:
    """The short form of a place names cell and line."""
    report = grade("x = 1", "def digit_sum(number, base=10):\n    return digit_sum(number, base)")
    assert "Recursion too deep at code cell 2, line 2." == report.cases[0].reason


def test_n02_damage_is_a_submission_that_does_not_load(
    tmp_path: Path, toys: Catalogue, runner: Runner
) -> None:
    """N02: a damaged notebook is the learner's to mend: a report, with exit code 1, no crash."""
    path = tmp_path / "digit_sum.ipynb"
    path.write_bytes(b'{"cells": [')
    report = Grading(toys, runner).grade(submission.read(str(path)))
    assert Verdict.NOT_LOADED is report.verdict
    assert "damaged" in report.message
    assert "save it again" in report.advice
    assert report.message in shown(report)


# --- what machines are told ----------------------------------------------------------------------


def test_machines_get_no_line_of_a_cell_for_one_of_the_file(grade: Callable[..., Report]) -> None:
    """In JSON the place is in the message, and GitHub's annotations carry no line number."""
    report = grade("def digit_sum(number, base=10):\n    return 1 / 0")
    case = json_document(report)["cases"][0]  # type: ignore[index]  # JSON is typed as objects
    assert (None, "code cell 1, line 2: ZeroDivisionError: division by zero") == (
        case["line"],
        case["message"],
    )
    annotations = as_github.as_github(report, "digit_sum.ipynb")
    assert "line=" not in annotations
    assert "at code cell 1, line 2" in annotations


# --- the runner and the places -------------------------------------------------------------------


def test_a_load_tells_of_every_cell(runner: Runner, digit_sum: Exercise) -> None:
    """Each cell has its error and the names it bound; all lines are those of the whole source."""
    source = b"a = 1\nb = 2\n\n1 / 0\n\nb = 3\n"
    cells = ((1, 2), (4, 4), (6, 6))
    loaded = runner.load(Job(source, "x.ipynb", None, digit_sum.limits, cells=cells))
    first, failed, last = loaded.cells
    assert loaded.problem is None
    assert first.error is None
    assert {"a", "b"} <= set(first.binds)
    assert failed.error is not None
    assert (4, "<module>") == (failed.error.frames[0].line, failed.error.frames[0].function)
    assert (CellRun(None, ("b",))) == last


def test_more_failing_cells_than_are_described_still_fit_into_a_frame(
    runner: Runner, digit_sum: Exercise
) -> None:
    """A thousand cells with long messages do not make the answer too long to be read."""
    lines = ["raise ValueError('ü' * 2000)"] * 1000
    cells = tuple((line, line) for line in range(1, 1001))
    source = "\n".join(lines).encode()
    loaded = runner.load(Job(source, "x.ipynb", None, digit_sum.limits, cells=cells))
    assert loaded.problem is None
    assert 1000 == len(loaded.cells)
    errors = [cell.error for cell in loaded.cells if cell.error]
    assert ["ValueError"] * 1000 == [error.type_name for error in errors]
    assert [1, 1000] == [errors[0].frames[-1].line, errors[-1].frames[-1].line]


def test_after_a_hang_all_cells_are_run_again(runner: Runner, toys: Catalogue) -> None:
    """A new worker has the names of all cells; calls after a hang are answered as before."""
    cells = ["first = 0", "def digit_sum(number, base=10):\n    while number == first: ...\n"]
    code = document(*cells, f"right = None\n{HELPER}", "hang, old = 0, digit_sum")
    read = submission.from_bytes("digit_sum.ipynb", code)
    report = Grading(toys, runner).grade(read, Options(time_limit=0.5))
    outcomes = [case.outcome.value for case in report.cases]
    assert ["failed", "timed-out", "failed"] == outcomes


def test_names_of_the_child_cannot_be_imported_from_a_cell(grade: Callable[..., Report]) -> None:
    """A cell that imports what runs it gets the same answer as for any other missing module."""
    report = grade("import cells", RIGHT)
    assert "No module named 'cells'" in notes(report)["cell-failed"][0]


def test_a_source_finds_the_cell_of_a_line() -> None:
    """A line lies in the last cell that begins before it; without cells, in the file."""
    read = submission.from_bytes("x.ipynb", document("a = 1\nb = 2", "c = 3"))
    source = Source("x.ipynb", submission.lines(read.source), read.cells)
    found = [source.place(line) for line in (1, 2, 3, 4)]
    assert [
        Place(1, "a = 1", None, "", 1),
        Place(2, "b = 2", None, "", 1),
        Place(3, "", None, "", 1),
        Place(1, "c = 3", None, "", 2),
    ] == found
    assert Place(3, "c") == Source("x.py", ["a", "b", "c"]).place(3)
    assert "code cell 2, line 1" == Place(1, "c = 3", cell=2).where


@pytest.mark.parametrize(
    ("text", "owes"),
    [
        ("def x(): ...", True),
        ("class x: ...", True),
        ("x = 1", True),
        ("x: int = 1", True),
        ("a, x = 1, 2", True),
        ("import x", True),
        ("from a import b, x", True),
        ("from a import (\n    b,\n    x,\n)", True),
        ("import a as x", True),
        ("from a import *", True),
        ("for x in a: ...", True),
        ("with a as x: ...", True),
        ("print(x)", False),
        ("xx = 1", False),
        ("if x == 1: ...", False),
    ],
)
def test_only_a_cell_that_defines_a_name_owes_it(text: str, owes: bool) -> None:
    """A failing cell is named as the cause of a missing name if its text seems to define that."""
    read = submission.from_bytes("x.ipynb", document(text))
    error = LearnerError("OSError", "no such file")
    source = Source("", submission.lines(read.source), read.cells, (CellRun(error),))
    assert owes is bool(source.debt("x"))


@pytest.mark.parametrize(
    "cells",
    [1, [1], [[None]], [[None, "x"]], [[None, [1]]], [[{"type": 1}, []]], [[None, [], 1]], [None]],
)
def test_a_frame_with_damaged_cells_is_no_load(cells: object, digit_sum: Exercise) -> None:
    """What is not exactly a list of errors and names is a damaged answer, never a loaded file."""
    from grader import wire

    frame = json.dumps({"defines": [], "error": None, "cells": cells}).encode()
    loaded = wire.load_observation(wire.Answer("load", "answered", frame=frame), digit_sum.limits)
    assert isinstance(loaded.problem, Crashed)
    assert () == loaded.cells

"""The magics in a real IPython shell, each time in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from grader import launch
from grader.ipython import MagicError, Session, notes_on_other_cells, submission_of
from grader.results import Report, Verdict
from tests.test_grading import PICK, TOSS
from tests.test_grading import RIGHT as RIGHT_SUM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.catalogue import Catalogue

HERE = Path(__file__).parent
EXERCISE = HERE.parents[1] / "exercise" / "speculative_decode"
RIGHT = (HERE.parent / "golden" / "right-without-min" / "speculative_decode.py").read_text("utf-8")
STARTER = (EXERCISE / "starter.py").read_text("utf-8")
KEEPS_ALL = (
    "def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):\n"
    "    np.random.seed(42)\n"
    "    return draft_tokens, len(draft_tokens)\n"
)
LOAD = "%load_ext grader"


class Shown(NamedTuple):
    """What one cell showed: prints, errors, and the forms of what was displayed."""

    out: str
    err: str
    forms: list[dict[str, str]]

    @property
    def text(self) -> str:
        """The one thing that was displayed, as text without line breaks and indentation."""
        (form,) = self.forms
        return " ".join(form["text/plain"].split())


def environment(home: Path) -> dict[str, str]:
    """An environment in which nothing of this machine's own IPython takes part."""
    homes = {name: str(home) for name in ("HOME", "IPYTHONDIR", "XDG_STATE_HOME")}
    return {**os.environ, **homes, "LC_ALL": "C.UTF-8"}


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., list[Shown]]:
    """A function that runs cells in a new shell and returns what each of them showed."""

    def run_cells(*cells: str) -> list[Shown]:
        done = subprocess.run(
            [sys.executable, str(HERE / "session.py")],
            input=json.dumps(cells),
            env=environment(tmp_path),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        return [Shown(**shown) for shown in json.loads(done.stdout)]

    return run_cells


def test_a_graded_cell_shows_its_report_as_html_and_text(run: Callable[..., list[Shown]]) -> None:
    """The report comes in two forms of one content; a notebook shows HTML, a terminal the text."""
    _, shown = run(LOAD, f"%%grade\n{RIGHT}")
    (form,) = shown.forms
    assert {"text/html", "text/plain"} == set(form)
    assert form["text/html"].startswith('<pre class="grade-report"')
    assert "6 of 6 passed" in form["text/html"]
    assert "6 of 6 passed" in shown.text
    assert shown.text.startswith("this cell ")
    assert ("", "") == (shown.out, shown.err)


def test_a_graded_cell_stays_defined_in_the_notebook(run: Callable[..., list[Shown]]) -> None:
    """The cell is run as any other, with its prints and its last value; then it is graded."""
    cell = f"%%grade\nimport numpy as np\n{KEEPS_ALL}print('hello')\nspeculative_decode([], [], [])"
    _, graded, later = run(LOAD, cell, "print(speculative_decode([1.0], [1.0], [7]))")
    assert graded.out.startswith("hello\n")
    assert "([], 0)" in graded.out
    assert "3 of 6 passed" in graded.text
    assert "([7], 1)\n" == later.out


def test_modules_imported_in_other_cells_can_be_used(run: Callable[..., list[Shown]]) -> None:
    """Everybody imports NumPy in the first cell: that counts, under whatever name."""
    *_, shown = run(LOAD, "import numpy as np", f"%%grade\n{KEEPS_ALL}")
    assert "3 of 6 passed" in shown.text


def test_magics_in_a_graded_cell_do_not_matter(run: Callable[..., list[Shown]]) -> None:
    """IPython runs them; the grader leaves them out."""
    *_, shown = run(LOAD, f"%%grade\n%precision 3\nhere = !echo hi\n{RIGHT}\ndisplay(here)")
    assert "6 of 6 passed" in shown.forms[-1]["text/plain"]


def test_a_helper_in_another_cell_is_told(run: Callable[..., list[Shown]]) -> None:
    """A cell is graded alone; a name that only the notebook knows gets a note that says so."""
    helper = "import numpy as np\ndef verify(tokens):\n    return tokens, len(tokens)"
    cell = KEEPS_ALL.replace("draft_tokens, len(draft_tokens)", "verify(draft_tokens)")
    *_, shown = run(LOAD, helper, f"%%grade\n{cell}")
    assert "`verify` comes from another cell, and %%grade takes its own cell alone" in shown.text
    assert "at this cell, line 4, in speculative_decode" in shown.text


def test_the_next_hint_comes_on_demand(run: Callable[..., list[Shown]]) -> None:
    """`%grade hint` goes one step on each time, for the cell that was graded last."""
    cell = f"%%grade\nimport numpy as np\n{KEEPS_ALL}"
    _, early, graded, first, second = run(LOAD, "%grade hint", cell, "%grade hint", "%grade hint")
    assert "UsageError: No cell is graded yet: put %%grade on top" in early.err
    assert "Next: %grade hint" in graded.text
    assert "Hint 1 of" in first.text
    assert "Next: %grade hint" in first.text
    assert "Hint 2 of" in second.text
    assert '<pre class="grade-report"' in second.forms[0]["text/html"]


def test_a_cell_that_fails_is_told_by_both(run: Callable[..., list[Shown]]) -> None:
    """IPython shows its traceback as ever, and the report its message with the line."""
    _, shown = run(LOAD, "%%grade\n\ndef speculative_decode(a:\n    pass")
    assert "SyntaxError" in shown.out + shown.err
    assert "not loaded: SyntaxError: '(' was never closed" in shown.text
    assert "at this cell, line 3 def speculative_decode(a:" in shown.text


def test_the_starter_is_not_started(run: Callable[..., list[Shown]]) -> None:
    """The answer cell of the starter notebook, as it is written."""
    _, shown = run(LOAD, f"%%grade\n{STARTER}")
    assert "Not started: this is still the starter." in shown.text
    assert "grade hint" not in shown.text


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("%grade", "%%grade [EXERCISE] on top of a cell grades it"),
        ("%grade task", "%%grade [EXERCISE] on top of a cell grades it"),
        ("%%grade a b\nx = 1", "%%grade [EXERCISE] on top of a cell grades it"),
        ("%%grade no_such\nx = 1", "There is no exercise 'no_such'. Exercises:"),
    ],
)
def test_wrong_use_is_one_plain_line(
    run: Callable[..., list[Shown]], cell: str, words: str
) -> None:
    """What cannot work is said in a sentence, without a traceback."""
    _, shown = run(LOAD, cell)
    assert shown.err.startswith(f"UsageError: {words}")
    assert 1 == shown.err.count("\n")
    assert [] == shown.forms


def test_the_exercise_can_be_named(run: Callable[..., list[Shown]]) -> None:
    """An exercise's id behind the magic says which one it is."""
    _, shown = run(LOAD, f"%%grade speculative_decode\n{RIGHT}")
    assert "6 of 6 passed" in shown.text


class QuietShell:
    """A shell that runs nothing and keeps what is shown."""

    def __init__(self) -> None:
        self.user_ns: dict[str, object] = {}
        self.display_pub = self
        self.shown: list[str] = []

    def run_cell(self, raw_cell: str) -> object:
        """Run nothing."""
        return None

    def publish(self, data: dict[str, str]) -> None:
        """Keep the text."""
        self.shown.append(data["text/plain"])


@pytest.fixture
def magics(
    several: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Session, list[str]]]:
    """The magics of a quiet shell, on four toys, and the list of what they show."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    shell = QuietShell()
    session = Session(shell, several)  # type: ignore[arg-type]  # all that is used of a shell
    yield session, shell.shown
    if session._runner is not None:
        session._runner.close()


def test_each_cell_is_graded_for_its_own_exercise(magics: tuple[Session, list[str]]) -> None:
    """In one notebook with cells for several exercises, hints are for the one graded last."""
    session, shown = magics
    for source in (TOSS, PICK, TOSS.replace("return kept", "return 1 / 0, kept")):
        session.grade("", source)
    session.grade("hint")
    toss, pick, wrong, hint = shown
    assert "Keep marks until a toss fails" in toss and "2 of 2 passed" in toss
    assert "One number of each row" in pick and "4 of 4 passed" in pick
    assert "ZeroDivisionError" in wrong and "Next: %grade hint" in wrong
    assert "0 of 2 cases passed" in hint


def test_a_cell_for_several_or_none_says_how_to_name_one(
    magics: tuple[Session, list[str]],
) -> None:
    """What to type is the magic's own argument, not an option of the command line."""
    session, shown = magics
    with pytest.raises(MagicError, match=r"digit_sum, toss\. Say which one is meant: %%grade ID"):
        session.grade("", RIGHT_SUM + TOSS)
    session.grade("toss", RIGHT_SUM + TOSS)
    session.grade("", "x = 1")
    named, none = shown
    assert "2 of 2 passed" in named
    assert "this cell defines none of the functions" in none and "%%grade ID" in none
    assert "Next:" not in none


def test_without_ipython_the_reason_is_plain(tmp_path: Path) -> None:
    """Who imports the magics where IPython is missing is told so, and what to do instead."""
    program = (
        "import sys\n"
        "sys.modules['IPython'] = None\n"
        "import grader\n"
        "try:\n    grader.load_ipython_extension(None)\n"
        "except ImportError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert "IPython is not installed here" in done.stdout
    assert "grade FILE.ipynb" in done.stdout


def test_importing_the_package_imports_next_to_nothing() -> None:
    """The hook for IPython costs nobody else anything."""
    program = "import sys; import grader; print([n for n in sys.modules if n.startswith('grader')])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "['grader']\n" == done.stdout


# --- without a shell -----------------------------------------------------------------------------


def test_the_lent_imports_keep_the_lines_of_the_cell() -> None:
    """The magic's own line is line 1, as in the notebook; only modules that are used are lent."""
    names = {"np": json, "p": os.path, "os": os, "value": 3, "_": sys}
    read = submission_of("x = np.dumps(value)\ny = p", names)
    lines = read.source.decode().split("\n")
    lent, own = read.cells
    assert [f"import json as np; import {os.path.__name__} as p"] == lines[: lent.last]
    assert ["", "x = np.dumps(value)", "y = p"] == lines[own.first - 1 : own.last]
    assert [0, 0] == [lent.number, own.number]


def test_only_names_of_the_notebook_are_told_of() -> None:
    """A name that nothing defines anywhere is the cell's own mistake."""
    report = Report("x", "", "", Verdict.NOT_LOADED, "NameError: name 'helper' is not defined")
    assert [] == list(notes_on_other_cells(report, {"other": 1}))
    (note,) = notes_on_other_cells(report, {"helper": 1})
    assert "other-cell" == note.id


def test_numpy_is_found_beside_the_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel is a module beside NumPy; the folder of a learner's script still does not count."""
    folder, beside = tmp_path / "site-packages", tmp_path / "scripts"
    for place in (folder, beside):
        (place / "numpy").mkdir(parents=True)
        (place / "numpy" / "__init__.py").touch()
    monkeypatch.setattr(sys, "path", ["", str(folder)])
    monkeypatch.setattr(sys, "argv", [str(folder / "kernel_launcher.py")])
    assert str(folder) == launch.numpy_folder()
    monkeypatch.setattr(sys, "path", [str(beside), str(folder)])
    monkeypatch.setattr(sys, "argv", [str(beside / "script.py")])
    assert str(folder) == launch.numpy_folder()


class InterruptedShell:
    """A shell in which every cell is stopped by its user."""

    user_ns: dict[str, object] = {}  # noqa: RUF012  # nobody changes it

    def run_cell(self, raw_cell: str) -> object:
        """Return what IPython returns of an interrupted cell."""

        class Ran:
            error_in_exec = KeyboardInterrupt()

        return Ran()


def test_an_interrupted_cell_is_not_graded() -> None:
    """Who stops a cell has seen enough of it: nothing is started, nothing is shown."""
    session = Session(InterruptedShell())  # type: ignore[arg-type]  # it shows nothing
    session.grade("", "while True: ...")
    assert session._runner is None

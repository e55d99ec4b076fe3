"""What is read of a notebook file, and that no line but IPython's own is changed."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.inputtransformer2 import TransformerManager

from grader import cli, notebook, submission
from grader.notebook import Cell, NotebookError
from tests.notebook.documents import RIGHT, WRONG, code, document, markdown

if TYPE_CHECKING:
    from grader.model import Exercise

ROOT = Path(__file__).parents[2]
PLAIN_SOURCES = sorted([*ROOT.glob("tests/right_answers/*.py"), *ROOT.glob("grader/**/*.py")])


def joined(*texts: str) -> str:
    """The joined source of these cells, as text."""
    return notebook.join(texts).source.decode()


def refused(data: bytes) -> NotebookError:
    """The error that reading these bytes ends with; it must say what to do."""
    with pytest.raises(NotebookError) as caught:
        notebook.read(data)
    assert caught.value.hint
    return caught.value


# --- the file ------------------------------------------------------------------------------------


def test_code_cells_are_joined_in_order_and_text_cells_left_out() -> None:
    """The source holds the code cells alone, an empty line apart; each cell knows its lines."""
    read = notebook.read(document(markdown("# Task"), "a = 1\nb = 2", "", markdown("x"), "c = 3"))
    assert b"a = 1\nb = 2\n\n\n\nc = 3\n" == read.source
    assert (Cell(1, 1, 2), Cell(2, 4, 4), Cell(3, 6, 6)) == read.cells


def test_a_text_in_one_piece_reads_like_one_in_lines() -> None:
    """The format allows both for the text of a cell, and all three ways to end a line."""
    whole = {**code(""), "source": "a = 1\r\nb = 2\rc = 3\n"}
    assert notebook.read(document("a = 1\nb = 2\nc = 3\n")) == notebook.read(document(whole))


def test_a_byte_order_mark_and_other_encodings_of_json_are_read() -> None:
    """What an editor put before the JSON, or half a character in it, does no harm."""
    data = document("name = 'é\ud800'")
    assert b"name = '\xc3\xa9\\ud800'\n" == notebook.read(data).source
    assert notebook.read(data) == notebook.read(b"\xef\xbb\xbf" + data)


def test_n02_a_notebook_saved_by_another_tool_needs_no_metadata() -> None:
    """N02: only the cells count; metadata, versions, ids and outputs may be missing or strange."""
    bare = {"cells": [{"cell_type": "code", "source": ["x = 1"]}]}
    strange = {**bare, "metadata": None, "nbformat": "four", "nbformat_minor": [], "colab": 1}
    for data in (bare, strange):
        assert b"x = 1\n" == notebook.read(json.dumps(data).encode()).source


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty file"),
        (b" \n", "empty file"),
        (b'{"cells": [\n<<<<<<< HEAD', "no JSON at line 2"),
        (b"def digit_sum(number):\n    pass\n", "no JSON at line 1"),
        (b'{"cells": "\xff"}', "it is no JSON"),
        (b"[" * 100_000, "it is no JSON"),
        (b"[]", "no notebook"),
        (b"{}", "no list of cells"),
        (b'{"cells": {}}', "no list of cells"),
        (b'{"nbformat": 3, "worksheets": [{"cells": []}]}', "old format (nbformat 3)"),
        (b'{"nbformat": 2, "cells": []}', "old format (nbformat 2)"),
        (document(), "no code cells"),
        (document(markdown("def digit_sum(number): ..."), "", " \n"), "no code cells"),
        (document("x", 7), "cell 2 has no type"),  # type: ignore[arg-type]  # that is the damage
        (document({"source": "x = 1"}), "cell 1 has no type"),
        (document({"cell_type": "code"}), "cell 1 has no text"),
        (document({"cell_type": "code", "source": [1]}), "cell 1 has no text"),
        (document(*["x = 1"] * 1001), "1001 code cells"),
    ],
)
def test_n02_what_is_no_notebook_gets_a_plain_message(data: bytes, words: str) -> None:
    """N02: old formats, damage and missing cells are told in a sentence that says what to do."""
    assert words in refused(data).message


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just("code"),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["cells", "cell_type", "source", "nbformat", "worksheets"]), inner
            )
        ),
        max_leaves=12,
    )
)
def test_no_json_at_all_ends_in_another_error(data: Any) -> None:
    """Whatever JSON a file holds, it is read or refused with NotebookError, never a KeyError."""
    with contextlib.suppress(NotebookError):
        assert notebook.read(json.dumps(data).encode()).cells


def test_a_notebook_may_be_large_if_its_code_is_not(tmp_path: Path) -> None:
    """Pictures in the outputs do not count as the size of a submission; its code does."""
    path = tmp_path / "digit_sum.ipynb"
    picture = {**code(RIGHT), "outputs": [{"data": {"image/png": "A" * submission.MAX_BYTES}}]}
    path.write_bytes(document(picture))
    assert RIGHT.encode() in submission.read(str(path)).source
    path.write_bytes(document("#" * submission.MAX_BYTES))
    with pytest.raises(submission.SubmissionError, match=r"The code of .* is 1\.0 MB"):
        submission.read(str(path))


# --- what only IPython understands ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("%matplotlib inline", "pass  # %matplotlib inline"),
        ("if 1:\n    %cd data", "if 1:\n    pass  # %cd data"),
        ("!pip install numpy", "pass  # !pip install numpy"),
        ("pip install numpy", "pass  # pip install numpy"),
        ("!!ls", "pass  # !!ls"),
        ("?print", "pass  # ?print"),
        ("np.random?", "pass  # np.random?"),
        ("def f():\n\tdigit_sum??", "def f():\n\tpass  # digit_sum??"),
        ("files = !ls", "files = []  # !ls"),
        ("a.b[0] = %env HOME", "a.b[0] = None  # %env HOME"),
        ("%time total = digit_sum(12)", "total = digit_sum(12)"),
        ("total = %time digit_sum(12)", "total = digit_sum(12)  # %time digit_sum(12)"),
        ("%timeit digit_sum(12)", "pass  # %timeit digit_sum(12)"),
    ],
)
def test_a_line_for_ipython_becomes_a_harmless_one(line: str, plain: str) -> None:
    """Magics, shell commands and help become statements that do nothing, in the same line."""
    assert f"{plain}\n" == joined(line)


@pytest.mark.parametrize(
    "text",
    [
        "rest = (number\n    % base)",
        "rest = number \\\n    % base",
        'text = """\n%d items\n!important\nreally?\n"""',
        "text = '''it's\n%d'''\nx = 1",
        "text = 'a \\\n%d'",
        "pip = 1\nls = pip",
        "changed = a != b",
        "a %= 2",
        "x = [\n    'why?',  # ]\n    '%'\n]",
    ],
)
def test_a_line_of_python_stays_as_it_is(text: str) -> None:
    """A line that begins with a sign of IPython's within a statement or a string is Python."""
    assert f"{text}\n" == joined(text)


@pytest.mark.parametrize("path", PLAIN_SOURCES, ids=lambda path: str(path.name))
def test_real_sources_are_not_touched(path: Path) -> None:
    """Whole files of plain Python come out as they went in."""
    text = path.read_text("utf-8")
    assert f"{text}\n" == joined(text)


@pytest.mark.parametrize(
    "text",
    [
        "%matplotlib inline\nimport sys\nif sys:\n    !ls\n    %cd x\nfiles = !ls",
        "  indented = 1\n  !ls\n",
        "!ls \\\n  more\nx = 1",
        "x = (1\n  % 2)\n%time y = x",
        "\n\n%%time\nx = 1\n%precision 3",
        "def f():\n    '''\n    %time\n    '''\n    print?\n    return 1",
        "for name in 'ab':\n    ?name\n",
    ],
)
def test_a_cell_that_ipython_can_read_is_read(text: str) -> None:
    """Where IPython makes Python of a cell, so do we, line for line."""
    compile(TransformerManager().transform_cell(text), "theirs", "exec")
    ours = joined(text)
    compile(ours, "ours", "exec")
    assert text.count("\n") + 2 == len(ours.split("\n"))


@pytest.mark.parametrize("magic", ["%%time", "%%capture out", "%%prun", "%%grade", "# x\n\n%%time"])
def test_cells_under_these_magics_are_run(magic: str) -> None:
    """Cell magics that run their cell in the notebook are taken away, and the cell stays."""
    read = notebook.join([f"{magic}\nx = 1"])
    assert "x = 1" in read.source.decode().split("\n")
    assert "%%" not in read.source.decode()
    assert "" == read.cells[0].left_out


def test_stacked_magics_are_all_taken_away() -> None:
    """A magic may stand below another one, as IPython allows."""
    assert "\n\nx = 1\n" == joined("%%capture\n%%time\nx = 1")


@pytest.mark.parametrize("magic", ["bash", "html", "writefile", "script", "timeit", "python2"])
def test_cells_in_other_languages_are_left_out(magic: str) -> None:
    """All other cell magics have another use for the text: it becomes comments, and is named."""
    read = notebook.join([f"%%{magic} x\necho 'no Python'\n", "y = 1"])
    assert "%%" + magic == read.cells[0].left_out
    assert [f"# %%{magic} x", "# echo 'no Python'", "# ", "", "y = 1", ""] == (
        read.source.decode().split("\n")
    )


@given(st.lists(st.text(st.sampled_from("ab'\"\\\n(%!?#= ")), max_size=3))
def test_every_line_keeps_its_place(texts: list[str]) -> None:
    """Whatever the text of the cells, line n of a cell is line n of it in the joined source."""
    read = notebook.join(texts)
    lines = read.source.decode().split("\n")
    assert len(texts) == len(read.cells)
    for text, cell in zip(texts, read.cells, strict=True):
        assert text.count("\n") == cell.last - cell.first
    assert all("" == lines[cell.last] for cell in read.cells)


# --- the starter notebook ------------------------------------------------------------------------


def starter(exercise: Exercise) -> dict[str, Any]:
    """The starter notebook of an exercise, as data."""
    made: dict[str, Any] = json.loads(notebook.starter(exercise, "# Task\n\nAdd `digits`.\n"))
    return made


def test_the_starter_notebook_is_valid(digit_sum: Exercise) -> None:
    """The format's own checker accepts it: the newest version, where cells have ids."""
    made = starter(digit_sum)
    nbformat.validate(made, relax_add_props=False)
    assert (4, 5) == (made["nbformat"], made["nbformat_minor"])
    assert ["task", "load-grader", "answer"] == [cell["id"] for cell in made["cells"]]


def test_the_starter_notebook_is_what_jupyter_saves(digit_sum: Exercise) -> None:
    """Opening and saving it changes nothing: no merge conflict comes from its form."""
    text = notebook.starter(digit_sum, "# Task\n\nSumme der Ziffern: größer als 0.\n")
    assert text == nbformat.writes(nbformat.reads(text, as_version=4)) + "\n"


def test_the_starter_notebook_holds_task_starter_and_magics(digit_sum: Exercise) -> None:
    """The task is text, the grader is loaded, and the cell to write in grades itself."""
    task, load, answer = ("".join(cell["source"]) for cell in starter(digit_sum)["cells"])
    assert "# Task\n\nAdd `digits`." == task
    assert load.endswith("%load_ext grader")
    assert f"%%grade\n{digit_sum.starter}".rstrip() == answer


def test_pictures_of_the_task_become_their_words(digit_sum: Exercise) -> None:
    """A notebook lies where no picture does: a link would be broken."""
    statement = "# Task\n\n![Two bars,\none filled.](pictures/a.svg)\n\n`a[0](b)`\n"
    task = json.loads(notebook.starter(digit_sum, statement))["cells"][0]["source"]
    assert "# Task\n\n*Picture: Two bars,\none filled.*\n\n`a[0](b)`" == "".join(task)


def test_start_writes_a_notebook_and_never_over_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`grade start --notebook` writes a valid notebook once, and says what to do next."""
    monkeypatch.chdir(tmp_path)
    assert 0 == cli.run(["start", "speculative_decode", "--notebook"])
    written = tmp_path / "speculative_decode.ipynb"
    nbformat.validate(nbformat.read(written, as_version=4))
    assert "grade speculative_decode.ipynb" in capsys.readouterr().out
    written.write_text("mine")
    assert 2 == cli.run(["start", "speculative_decode", "--notebook"])
    assert "exists here already" in capsys.readouterr().err
    assert "mine" == written.read_text()


def test_reading_notebooks_needs_neither_nbformat_nor_ipython(tmp_path: Path) -> None:
    """Grading a notebook imports the standard library alone, and IPython not even by accident."""
    path = tmp_path / "digit_sum.ipynb"
    path.write_bytes(document("from IPython.display import display", WRONG))
    program = (
        "import sys; import grader; from grader import submission\n"
        "submission.read(sys.argv[1])\n"
        "print(sorted({'IPython', 'nbformat', 'numpy', 'ast', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
    )
    assert "[]\n" == done.stdout

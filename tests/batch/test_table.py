"""The table's file: whole lines after every row, and never a file of somebody else's."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.batch.rows import FORMATS, Row
from grader.batch.table import Table, format_of, read_table
from grader.errors import UsageError

ANN = Row("ann.py", "passed", 3, 3, message="ü, 'x'")
BOB = Row("bob.py", "failed", 1, 3, notes=("warnings",), failed=("a", "b"))

both = pytest.mark.parametrize("ending", sorted(FORMATS))


@both
def test_a_table_is_complete_after_each_row(tmp_path: Path, ending: str) -> None:
    """Who reads along, or whose machine stops, has every row that was graded."""
    path = str(tmp_path / f"table{ending}")
    with Table(path) as table:
        assert [] == read_table(path)
        for count, row in enumerate((ANN, BOB), 1):
            table.append(row)
            assert [ANN, BOB][:count] == read_table(path)
            assert Path(path).read_text("utf-8").endswith("\n")


@both
def test_rows_that_stay_come_first(tmp_path: Path, ending: str) -> None:
    """Going on with a table keeps what was kept, and adds to it."""
    path = str(tmp_path / f"table{ending}")
    with Table(path, [ANN]) as table:
        table.append(BOB)
    assert [ANN, BOB] == read_table(path)


@both
def test_any_torn_end_costs_only_its_own_row(tmp_path: Path, ending: str) -> None:
    """Wherever a machine stopped in the middle of writing, all whole rows are read."""
    path = tmp_path / f"table{ending}"
    form = FORMATS[ending]
    whole = (form.head + form.encode(ANN)).encode()
    for size in range(len(form.encode(BOB).encode())):
        path.write_bytes(whole + form.encode(BOB).encode()[:size])
        assert [ANN] == read_table(str(path))
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        assert [] == read_table(str(path))


@both
def test_a_damaged_line_is_left_out(tmp_path: Path, ending: str) -> None:
    """What is no row is graded again; the others stay."""
    path = tmp_path / f"table{ending}"
    form = FORMATS[ending]
    path.write_text(f"{form.head}{form.encode(ANN)}what,ever\n\n{form.encode(BOB)}", "utf-8")
    assert [ANN, BOB] == read_table(str(path))


@both
@pytest.mark.parametrize("text", ["student,grade\nann,5\n", "no newline", "[1, 2]\n"])
def test_another_file_is_never_written_over(tmp_path: Path, ending: str, text: str) -> None:
    """A slip in --out does not cost a gradebook."""
    path = tmp_path / f"grades{ending}"
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError, match="no table of"):
        read_table(str(path))
    assert text == path.read_text("utf-8")


@both
def test_no_table_yet_is_an_empty_one(tmp_path: Path, ending: str) -> None:
    """A first run may be called like all others, also with a file that mktemp made."""
    path = tmp_path / f"table{ending}"
    assert [] == read_table(str(path))
    path.touch()
    assert [] == read_table(str(path))


@pytest.mark.parametrize("path", ["table", "table.xlsx", "csv", "table.csv.gz"])
def test_other_formats_are_refused(path: str) -> None:
    """The ending decides the format; the message names those there are."""
    with pytest.raises(UsageError, match="no known format") as caught:
        format_of(path)
    assert ".csv, .jsonl" in caught.value.hint


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """Before anything is graded, with what the system says."""
    with pytest.raises(UsageError, match="cannot be written"):
        Table(str(tmp_path / "no folder" / "table.csv"))


def test_a_full_disk_leaves_whole_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that fits only in part is taken back, and the batch ends with the reason."""
    path = str(tmp_path / "table.csv")
    write = __import__("os").write
    with Table(path) as table:
        table.append(ANN)
        monkeypatch.setattr("os.write", lambda fd, data: write(fd, data[:5]))
        with pytest.raises(UsageError, match="the disk is full"):
            table.append(BOB)
        monkeypatch.undo()
        table.append(BOB)
    assert [ANN, BOB] == read_table(path)

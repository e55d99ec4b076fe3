"""Which files are submissions, what their rows are called, and that nothing is opened or lost."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.batch.find import MISSING, find, name_of
from grader.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

IDS = ["digit_sum", "mean_of_rows"]


def names(*paths: str, leave_out: str = "") -> list[str]:
    """The names of what is found."""
    return [each.name for each in find(paths, IDS, leave_out)]


def problems(*paths: str) -> dict[str, str]:
    """Why what is found will not be read, by name."""
    return {each.name: each.problem for each in find(paths, IDS)}


def test_each_file_and_each_folder_is_one_learner(classroom: Callable[..., Path]) -> None:
    """Files of the folder given are submissions; a learner's folder gives the exercise's file."""
    classroom({"ann.py": "", "bob/digit_sum.py": "", "bob/notes.py": "", "README.md": ""})
    assert ["class/ann.py", "class/bob/digit_sum.py"] == names("class")


def test_every_attempt_is_a_row(classroom: Callable[..., Path]) -> None:
    """Without the exercise's file, each Python file of a learner is an attempt (B05)."""
    classroom({"ann/2024-05-01 digit.py": "", "ann/2024-05-02 digit.py": ""})
    assert ["class/ann/2024-05-01 digit.py", "class/ann/2024-05-02 digit.py"] == names("class")


def test_files_of_several_exercises_are_rows_each(classroom: Callable[..., Path]) -> None:
    """A learner may have handed in more than one exercise."""
    classroom({"ann/digit_sum.py": "", "ann/mean_of_rows.py": "", "ann/other.py": ""})
    assert ["class/ann/digit_sum.py", "class/ann/mean_of_rows.py"] == names("class")


def test_a_copy_counts_where_the_exercises_own_file_is_missing(
    classroom: Callable[..., Path],
) -> None:
    """Browsers and learners rename files; where there is the usual name, copies are old."""
    classroom({"ann/digit_sum (1).py": "", "ann/mean_of_rows.py": "", "ann/other.py": ""})
    classroom({"bob/digit_sum.py": "", "bob/digit_sum_old.py": ""})
    classroom({"bob/bob-mean_of_rows.ipynb": "", "cem/test_digit_sum.py": "", "cem/mine.py": ""})
    classroom({"dan/digit_sum.ipynb": "", "dan/digit_sum.py": "", "dan/digit_sums.py": ""})
    assert [
        "class/ann/digit_sum (1).py",
        "class/ann/mean_of_rows.py",
        "class/bob/bob-mean_of_rows.ipynb",
        "class/bob/digit_sum.py",
        "class/cem/mine.py",
        "class/dan/digit_sum.ipynb",
        "class/dan/digit_sum.py",
    ] == names("class")


def test_tests_beside_attempts_are_left_out_but_never_the_only_file(
    classroom: Callable[..., Path],
) -> None:
    """conftest.py and the like are no attempts beside one; alone they are all there is."""
    classroom({"ann/mine.py": "", "ann/test_mine.py": "", "ann/conftest.py": ""})
    classroom({"bob/test_answer.py": ""})
    assert ["class/ann/mine.py", "class/bob/test_answer.py"] == names("class")


def test_a_learner_without_a_python_file_is_missing(classroom: Callable[..., Path]) -> None:
    """An empty folder and one with a README alone get a row each, and no guess (B02)."""
    root = classroom({"ann.py": "", "bob/README": "", "bob/docs/notes.txt": ""})
    (root / "cem").mkdir()
    assert {"class/ann.py": "", "class/bob": MISSING, "class/cem": MISSING} == problems("class")


def test_folders_of_folders_are_looked_through(classroom: Callable[..., Path]) -> None:
    """Groups of learners and folders of attempts lose nobody, also not the one without a file."""
    classroom({"monday/ann/digit_sum.py": "", "monday/bob/README": "", "cem/first/a.py": ""})
    expected = {"class/cem/first/a.py": "", "class/monday/ann/digit_sum.py": ""}
    assert {**expected, "class/monday/bob": MISSING} == problems("class")


def test_what_lies_beside_a_submission_is_left_alone(classroom: Callable[..., Path]) -> None:
    """A learner's own grader/, conftest.py, cases.toml and hints/ are no submissions (B14)."""
    own = {f"ann/{name}": "" for name in ("grader/cli.py", "conftest.py", "cases.toml")}
    classroom({"ann/digit_sum.py": "", "ann/hints/hint.py": "", **own})
    assert ["class/ann/digit_sum.py"] == names("class")


def test_hidden_files_and_caches_are_ignored(classroom: Callable[..., Path]) -> None:
    """What editors, Python and archives leave behind is nobody's submission."""
    classroom({"ann.py": "", ".git/a.py": "", "__pycache__/b.py": "", "__MACOSX/c.py": ""})
    classroom({".hidden.py": "", "bob/.checkpoints/d.py": "", "bob/e.py": ""})
    assert ["class/ann.py", "class/bob/e.py"] == names("class")


def test_links_and_special_files_are_told_and_not_followed(
    classroom: Callable[..., Path],
) -> None:
    """Links to files, folders and nothing, pipes and sockets get a reason, wherever they stand."""
    root = classroom({"ann.py": "", "bob/other.py": ""})
    (root / "file.py").symlink_to(root / "ann.py")
    (root / "folder").symlink_to(root / "bob")
    (root / "nothing").symlink_to("nowhere")
    os.mkfifo(root / "pipe.py")
    (root / "bob" / "digit_sum.py").symlink_to("/etc/passwd")
    with socket.socket(socket.AF_UNIX) as listener:
        os.chdir(root)
        listener.bind("socket.py")
        os.chdir("..")
        found = problems("class")
    links = ["class/bob/digit_sum.py", "class/file.py", "class/folder", "class/nothing"]
    assert ["class/ann.py"] == [name for name, problem in found.items() if not problem]
    assert links == [name for name, problem in found.items() if "symbolic link" in problem]
    special = [name for name, problem in found.items() if "no ordinary file" in problem]
    assert ["class/pipe.py", "class/socket.py"] == special


@pytest.mark.parametrize("path", ["link", "link/", "link.py", "pipe"])
def test_links_and_special_files_given_as_path_are_not_followed(
    classroom: Callable[..., Path], path: str
) -> None:
    """A shell's * names learners' links as well: a path given is no more trusted."""
    root = classroom({"ann.py": ""})
    Path("link").symlink_to(root)
    Path("link.py").symlink_to(root / "ann.py")
    os.mkfifo("pipe")
    [found] = find([path], IDS)
    assert found.problem


def test_a_path_that_leads_nowhere_is_a_row(classroom: Callable[..., Path]) -> None:
    """One wrong name among many does not end the batch; an empty one is not the current folder."""
    classroom({"ann.py": ""})
    expected = {"class/ann.py": "", "gone.py": "There is no such file."}
    assert expected == problems("class", "gone.py")
    assert {".": "There is no such file."} == problems("")


def test_nothing_to_grade_is_wrong_use(classroom: Callable[..., Path]) -> None:
    """Folders without anything in them are a slip of the caller."""
    classroom({"README": ""})
    with pytest.raises(UsageError, match="nothing to grade in class"):
        find(["class"], IDS)


def test_an_empty_folder_among_others_is_a_row(classroom: Callable[..., Path]) -> None:
    """`grade batch class/*` names learners' folders: an empty one keeps its row."""
    classroom({"ann/digit_sum.py": "", "bob/README": ""})
    assert {"class/ann/digit_sum.py": "", "class/bob": MISSING} == problems(
        "class/ann", "class/bob"
    )


def test_names_start_at_the_current_folder(classroom: Callable[..., Path]) -> None:
    """However a place inside it is given, its name is the same, and each place is found once."""
    root = classroom({"ann.py": "", "bob/x.py": ""})
    expected = ["class/ann.py", "class/bob/x.py"]
    for paths in (["class"], ["./class/"], [str(root)], ["class", "class/ann.py"]):
        assert expected == names(*paths)
    os.chdir(root)
    assert ["ann.py", "bob/x.py"] == names(".")


def test_names_of_other_places_start_at_the_folder_given(
    classroom: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere the machine's own folders stay out of the table."""
    root = classroom({"ann.py": "", "here/x": ""})
    monkeypatch.chdir(root / "here")
    assert ["class/ann.py", "class/here"] == names("../../class")
    assert ["ann.py"] == names("../ann.py")


def test_two_places_of_one_name_are_refused(
    classroom: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name says which file was meant, or there is no table."""
    root = classroom({"a/sub/x.py": "", "b/sub/x.py": "", "here/x": ""})
    monkeypatch.chdir(root / "here")
    with pytest.raises(UsageError, match="same name"):
        find(["../a/sub", "../b/sub"], IDS)


def test_the_folder_of_details_is_no_learner(classroom: Callable[..., Path]) -> None:
    """Reports of an earlier run inside the class are not taken for a learner's files."""
    classroom({"ann.py": "", "reports/class/ann.py.json": ""})
    assert ["class/ann.py"] == names("class", leave_out="class/reports")


def test_deep_folders_end_with_a_reason(classroom: Callable[..., Path]) -> None:
    """Folders in folders without end are not followed without end."""
    classroom({"ann.py": "", f"bob/{'/'.join('abcdefghijkl')}/x.py": ""})
    [told] = [problem for problem in problems("class").values() if problem]
    assert "nested too deeply" in told


def test_undecodable_bytes_and_controls_are_escaped(classroom: Callable[..., Path]) -> None:
    """Whatever bytes a name is made of, its row's name is one line of valid UTF-8 (B07)."""
    root = classroom({"é😀.py": ""})
    for raw in (b"a\xff.py", b"b\x1b[31m\n.py", b"c\\x1b.py"):
        Path(os.fsdecode(os.fsencode(root) + b"/" + raw)).touch()
    expected = ["class/a\\udcff.py", "class/b\\x1b[31m\\n.py", "class/c\\\\x1b.py", "class/é😀.py"]
    assert expected == names("class")


@given(st.lists(st.binary(min_size=1, max_size=6), min_size=2, max_size=2, unique=True))
def test_no_two_paths_share_a_name(paths: list[bytes]) -> None:
    """A learner cannot take another's row by the choice of a file name."""
    first, second = (os.fsdecode(path) for path in paths)
    assert name_of(first) != name_of(second)
    for path in (first, second):
        assert "\n" not in name_of(path)
        name_of(path).encode("utf-8")

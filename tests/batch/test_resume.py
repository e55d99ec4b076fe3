"""What stays of an earlier table, and how shares divide a class."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.batch.find import Found
from grader.batch.resume import plan, share
from grader.batch.rows import Row

if TYPE_CHECKING:
    from pathlib import Path


def graded(path: Path, verdict: str = "passed") -> Row:
    """The row of a file as it is now."""
    return Row(path.name, verdict, sha256=hashlib.sha256(path.read_bytes()).hexdigest())


def found(*paths: Path) -> list[Found]:
    """What finding these files gives."""
    return [Found(path.name, str(path)) for path in paths]


def files(folder: Path, *names: str) -> list[Path]:
    """Write files that differ."""
    paths = [folder / name for name in names]
    for path in paths:
        path.write_text(path.name, "utf-8")
    return paths


def test_the_same_content_stays(tmp_path: Path) -> None:
    """What is in the table with the same name and content is not graded again."""
    ann, bob = files(tmp_path, "ann.py", "bob.py")
    made = plan(found(ann, bob), [graded(ann, "failed")])
    assert (found(bob), [graded(ann, "failed")]) == (made.todo, made.kept)
    assert [graded(ann, "failed")] == made.counted


def test_changed_content_is_graded_again(tmp_path: Path) -> None:
    """The old row of a changed file goes."""
    [ann] = files(tmp_path, "ann.py")
    old = graded(ann)
    ann.write_text("more", "utf-8")
    assert (found(ann), [], []) == plan(found(ann), [old])


def test_what_was_not_graded_is_tried_again(tmp_path: Path) -> None:
    """A fault of ours, or a file that was missing, may be gone by now."""
    [ann] = files(tmp_path, "ann.py")
    missing = Found("bob", str(tmp_path / "bob"), "Missing file.")
    rows = [graded(ann, "not-graded"), Row("bob", "not-graded"), Row("cem", "passed")]
    made = plan([*found(ann), missing], rows)
    assert [*found(ann), missing] == made.todo
    assert [Row("cem", "passed")] == made.kept


def test_rows_of_others_stay_and_do_not_count(tmp_path: Path) -> None:
    """A table may hold more than this call is about, such as another share."""
    [ann] = files(tmp_path, "ann.py")
    made = plan(found(ann), [Row("zoe.py", "failed"), graded(ann)])
    assert ([], [graded(ann)]) == (made.todo, made.counted)
    assert [Row("zoe.py", "failed"), graded(ann)] == made.kept


def test_the_last_of_two_rows_counts(tmp_path: Path) -> None:
    """Tables that were joined by hand may name a submission twice."""
    [ann] = files(tmp_path, "ann.py")
    made = plan(found(ann), [graded(ann, "failed"), graded(ann)])
    assert [graded(ann)] == made.kept


def test_a_row_without_its_report_is_graded_again(tmp_path: Path) -> None:
    """Who asks for reports gets them for all submissions."""
    ann, bob = files(tmp_path, "ann.py", "bob.py")
    (tmp_path / "ann.py.json").touch()
    made = plan(found(ann, bob), [graded(ann), graded(bob)], str(tmp_path))
    assert found(bob) == made.todo


@settings(max_examples=30)
@given(st.sets(st.text(min_size=1, max_size=5), max_size=20), st.integers(1, 7))
def test_shares_cover_everything_once(names: set[str], of: int) -> None:
    """All shares together are the class, and no submission is in two of them."""
    everything = [Found(name, name) for name in sorted(names)]
    shares = [share(everything, number, of) for number in range(1, of + 1)]
    assert everything == sorted(each for part in shares for each in part)


@settings(max_examples=30)
@given(st.sets(st.text(min_size=1, max_size=5), min_size=1, max_size=20), st.text(min_size=6))
def test_a_share_does_not_depend_on_the_others(names: set[str], late: str) -> None:
    """Who hands in late moves nobody else into another share."""
    everything = [Found(name, name) for name in sorted(names)]
    before = share(everything, 1, 3)
    after = share([*everything, Found(late, late)], 1, 3)
    assert before == [each for each in after if each.name != late]

"""`grade author sync` records what the reference does, in two files, and nothing else."""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from grader import content
from grader.errors import ExitCode
from tests.authoring.copies import SEEDED, tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.authoring.conftest import WarmRunner
    from tests.authoring.copies import Run

CASES = "exercise/toss/cases.toml"
GENERATED = "exercise/toss/generated.json"
FINGERPRINTS = "hints/toss/fingerprints.json"
MISTAKES = "reference/toss/mistakes"


def read(root: Path, name: str) -> dict[str, Any]:
    """The content of a generated file."""
    data: dict[str, Any] = json.loads((root / name).read_text("utf-8"))
    return data


def test_the_two_files_are_written_and_no_other_is_touched(
    root: Path, author: Callable[..., Run]
) -> None:
    """Generated files are made from the others alone, to the byte; the others stay."""
    before = tree(root)
    (root / GENERATED).unlink()
    (root / FINGERPRINTS).unlink()
    run = author("sync")
    assert (ExitCode.OK, f"wrote {GENERATED}\nwrote {FINGERPRINTS}\n") == run[:2]
    assert before == tree(root)


def test_a_second_run_writes_nothing(root: Path, author: Callable[..., Run]) -> None:
    """When all is as it should be, sync says so, and no file is even opened for writing."""
    times = {name: os.stat(root / name).st_mtime_ns for name in tree(root)}
    assert "toss: everything is up to date\n" == author("sync").out
    assert times == {name: os.stat(root / name).st_mtime_ns for name in tree(root)}


def test_what_is_recorded_of_a_case(root: Path) -> None:
    """A case has its expected value, its draws, the rows of its table, and its situations."""
    entry = read(root, GENERATED)["cases"]["second-fails"]
    assert [[[0.5, 0.5, 0.9], [1, 2, 3]], [[1], 1], 2, ["one failed"]] == [
        entry[key] for key in ("args", "expected", "draws", "situations")
    ]
    assert [
        {"mark": 1, "draw": 0.3745401188473625, "examined": True},
        {"mark": 2, "draw": 0.9507143064099162, "examined": True},
        {"mark": 3, "draw": None, "examined": False},
    ] == entry["rows"]


def test_what_is_recorded_of_mistakes(root: Path) -> None:
    """Each mistake has an answer per call, cases first; one that changes has none but its name."""
    found = read(root, FINGERPRINTS)
    assert ["second-fails", "equal-draw", "one-kept", "two-kept"] == found["calls"]
    answers = {
        mistake: [found["answers"][index] for index in indices]
        for mistake, indices in found["mistakes"].items()
    }
    assert ["([1, 3], 2)", "([], 0)", "([5], 1)", "([6, 7], 2)"] == answers["goes-on"]
    assert answers["keeps-all"] == answers["keeps-a-copy"]
    assert {"goes-on", "at-most", "keeps-all", "keeps-a-copy"} == set(answers)
    assert "other-generator" == found["names"]["fresh-generator"]["generator"]
    assert ["keeps-all", "keeps-a-copy"] == found["groups"]["no-toss"]["members"]
    assert "nudges" not in found["names"]["goes-on"]


def test_a_case_without_an_expected_value_gets_the_references(
    root: Path, author: Callable[..., Run]
) -> None:
    """A case written by hand can be graded after sync, and not before."""
    with (root / CASES).open("a") as file:
        file.write('\n[[case]]\nid = "none"\nargs = { chances = [], marks = [] }\n')
    with pytest.raises(content.ContentProblems, match="run: grade author sync"):
        content.load_exercise(".", "toss")
    assert ExitCode.OK == author("sync").exit_code
    assert ([], 0) == content.load_exercise(".", "toss").cases[2].expected


def test_an_edited_case_is_recorded_anew(
    root: Path, author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """The old results of a case whose input was changed are used for nothing."""
    edit(CASES, "[0.5, 0.5, 0.9]", "[0.5, 0.96, 0.7]")
    assert ExitCode.OK == author("sync").exit_code
    case = content.load_exercise(".", "toss").cases[0]
    assert (([1, 2], 2), 3) == (case.expected, case.draws)


def test_another_number_of_result_parts_can_be_recorded(
    root: Path, author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """What was recorded for another result does not keep sync from recording the new one."""
    part = (root / "exercise/toss/exercise.toml").read_text()
    second = part[part.index('[[result]]\nname = "count"') : part.index("[limits]")]
    edit("exercise/toss/exercise.toml", second, "")
    edit(CASES, "kept = [], count = 0", "kept = []")
    edit("reference/toss/solution.py", "return kept, len(kept)", "return kept")
    edit("reference/toss/trace.py", "[kept, len(kept)]", "[kept]")
    assert ExitCode.OK == author("sync").exit_code
    assert [1] == content.load_exercise(".", "toss").cases[0].expected


def test_the_contents_version_depends_on_what_matters(
    root: Path, author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """The version changes with cases and reference; not with line ends, nor with words of hints."""
    first = read(root, GENERATED)["content"]
    cases = root / CASES
    cases.write_bytes(cases.read_bytes().replace(b"\n", b"\r\n"))
    edit("hints/toss/hints.toml", "The idea", "The thought")
    author("sync")
    assert first == read(root, GENERATED)["content"]
    edit("reference/toss/solution.py", "Return the", "Give the")
    author("sync")
    assert first != read(root, GENERATED)["content"] == read(root, FINGERPRINTS)["content"]


def test_a_mistake_runs_twice_unless_an_earlier_run_was_recorded(
    root: Path, author: Callable[..., Run], warm: WarmRunner
) -> None:
    """Two runs must agree; a recorded one counts, except for mistakes said to change."""
    author("check")
    once = Counter(warm.loaded)
    warm.loaded.clear()
    (root / FINGERPRINTS).unlink()
    author("check")
    twice = Counter(warm.loaded)
    names = ["goes-on.py", "keeps-all.py", "fresh-generator.py", "solution.py", "trace.py"]
    assert [1, 1, 2, 2, 4] == [once[name] for name in names]
    assert [2, 2, 2, 2, 4] == [twice[name] for name in names]


def test_a_mistake_that_begins_to_change_is_found_against_what_was_recorded(
    root: Path, author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """Answers that differ from the recorded ones are looked at twice."""
    edit(
        f"{MISTAKES}/goes-on.py",
        "return kept, len(kept)",
        "import os\n    return kept, os.urandom(8).hex()",
    )
    assert any("goes-on" in line and "from run to run" in line for line in author("check").told)
    author("sync")
    assert "goes-on" not in read(root, FINGERPRINTS)["mistakes"]


def test_nothing_is_written_when_the_reference_is_faulty(
    root: Path, author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """Of a reference that contradicts itself nothing is recorded."""
    edit("reference/toss/trace.py", "draw >= chance", "draw > chance")
    before = tree(root)
    run = author("sync")
    assert ExitCode.USAGE == run.exit_code
    assert run.told[0].startswith('grade: reference/toss/solution.py: for "equal-draw" it returns')
    assert before == tree(root)


def test_faulty_content_is_told_and_nothing_is_written(
    root: Path, author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """Sync begins with what check begins with."""
    edit(CASES, "[1, 2, 3]", "[1, 2]")
    before = tree(root)
    run = author("sync")
    assert (ExitCode.USAGE, 1) == (run.exit_code, len(run.told))
    assert "make them equally long" in run.told[0]
    assert before == tree(root)


def test_only_the_exercises_named_are_recorded(root: Path, author: Callable[..., Run]) -> None:
    """An exercise can be named; one that does not exist ends with 2."""
    (root / GENERATED).unlink()
    assert f"wrote {GENERATED}\n" == author("sync", "toss").out
    assert ExitCode.USAGE == author("sync", "tos").exit_code


# --- floats with a tolerance ---------------------------------------------------------------------

TOY_FINGERPRINTS = "hints/mean_of_rows/fingerprints.json"


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the exercises whose result is exact or a float, as the current folder."""
    shutil.copytree(SEEDED.parent / "toy", tmp_path / "toy")
    monkeypatch.chdir(tmp_path / "toy")
    return tmp_path / "toy"


def test_a_recorded_answer_stays_when_the_new_one_differs_by_rounding(
    author: Callable[..., Run], toy: Path
) -> None:
    """On a machine that rounds a power otherwise nothing is stale; another number is."""
    path = toy / TOY_FINGERPRINTS
    text = path.read_text()
    for recorded, is_kept in (("5.500000000000001", True), ("5.50001", False)):
        path.write_text(text.replace('"5.5"', f'"{recorded}"'))
        assert is_kept == (ExitCode.OK == author("check", "mean_of_rows").exit_code)
        author("sync", "mean_of_rows")
        assert is_kept == (recorded in path.read_text())
    assert text == path.read_text()


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ("solution", "answers every case and probe as the reference does"),
        ("mistakes/forgets-scale", "answers every call exactly like forgets-scale"),
    ],
)
def test_rounding_makes_no_mistake_and_tells_none_apart(
    author: Callable[..., Run], toy: Path, model: str, told: str
) -> None:
    """What differs from solution or mistake in a last digit alone is no other program.

    Two calls with almost the same right answer do not change that.
    """
    with (toy / "exercise/mean_of_rows/probes.toml").open("a") as file:
        file.write('\n[[probe]]\nid = "near"\nargs = { rows = [[4.0000000001]], scale = 1.0 }\n')
    folder = toy / "reference/mean_of_rows"
    source = (folder / f"{model}.py").read_text()
    rounded = source.replace("    return float(", "    return 1e-12 + float(")
    assert source != rounded
    (folder / "mistakes/adds-little.py").write_text(rounded)
    with (toy / "hints/mean_of_rows/mistakes.toml").open("a") as file:
        file.write(
            '\n[[mistake]]\nid = "adds-little"\ntitle = "a"\nexplanation = "b"\nnudges = ["c"]\n'
        )
    author("sync", "mean_of_rows")
    run = author("check", "mean_of_rows")
    assert ExitCode.USAGE == run.exit_code
    assert any('mistake "adds-little"' in line and told in line for line in run.told)

"""`grade author sync | check` on laws: what is recorded, refused and told."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from grader.errors import ExitCode
from tests.authoring.copies import SEEDED, tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.authoring.copies import Run

LAWFUL = SEEDED.parent / "lawful"
LAWS = "exercise/redraw/laws.toml"
RECORD = "exercise/redraw/laws.json"
MEASURED = "reference/redraw/measured.json"
TRACE = "reference/redraw/trace.py"
SOLUTION = "reference/redraw/solution.py"
MISTAKES = "reference/redraw/mistakes"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A faultless copy of the exercise with a law, which is also the current folder."""
    shutil.copytree(LAWFUL, tmp_path / "content")
    monkeypatch.chdir(tmp_path / "content")
    return tmp_path / "content"


def with_mistakes(root: Path, *kept: str) -> None:
    """Leave few of the known mistakes, for tests that are not about them."""
    for path in (root / MISTAKES).iterdir():
        if path.stem not in kept:
            path.unlink()


# --- sync ----------------------------------------------------------------------------------------


def test_the_record_is_made_from_the_other_files_alone(
    root: Path, author: Callable[..., Run]
) -> None:
    """Written anew, it is the same to the byte; no other file changes."""
    before = tree(root)
    (root / RECORD).unlink()
    (root / MEASURED).unlink()
    assert (ExitCode.OK, f"wrote {RECORD}\nwrote {MEASURED}\n") == author("sync")[:2]
    assert before == tree(root)


def test_mistakes_with_another_law_are_recorded(root: Path) -> None:
    """Those with the right law are named alone, whatever they answer."""
    record = json.loads((root / RECORD).read_text("utf-8"))
    assert [
        "all-alike",
        "counts-all",
        "keeps-the-cards",
        "knows-the-seed",
        "one-draw-for-all",
    ] == list(record["mistakes"])
    law = record["mistakes"]["keeps-the-cards"]["two-of-three"]
    assert {"0": 0.5, "1": 0.3, "2": 0.2} == law["hand[0]"]
    assert ["backwards"] == record["right"]


def test_a_mistake_that_is_only_sampled_is_not_recorded(
    root: Path, author: Callable[..., Run]
) -> None:
    """Shares of samples recognise nobody; `check` says so."""
    with_mistakes(root, "all-alike")
    exponentials = """
import numpy as np


def redraw(dealt, wishes, cards):
    np.random.seed(7)
    hand = [int(np.argmin(np.random.standard_gamma(2.0, len(row)))) for row in wishes]
    return hand, sum(new == card for new, card in zip(hand, cards))
"""
    (root / MISTAKES / "all-alike.py").write_text(exponentials, "utf-8")
    author("sync")
    assert {} == json.loads((root / RECORD).read_text("utf-8"))["mistakes"]
    (line,) = [line for line in author("check").out.splitlines() if "all-alike: " in line]
    assert "which is no chance in 20,000 samples" in line
    assert line.endswith("(not recognised by it: sampled)")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("def law(", "def lore(", "defines no function law"),
        ('return {"uniforms"', 'return {"unicorns"', "it returns no dict with uniforms, outcomes"),
        ('len(wishes), "outcomes"', '-1, "outcomes"', "tells of -1 uniforms"),
        ('"cuts": cuts}', '"cuts": cuts[:1]}', "returns cuts that are no 2 lists of numbers"),
        ("if 0 < cut < 1", "if 0 < cut", "returns cuts that are no 2 lists of numbers"),
        ("[[list(hand), kept], chance]", "[list(hand), chance]", "returns outcomes that are no"),
        ("[[list(hand), kept], chance]", "[[kept, kept], chance]", "returns outcomes that are no"),
        ("kept], chance]", "kept], chance / 2]", "whose probabilities sum to 0.5"),
        ("kept], chance]", "kept], np.float64(chance)]", "holds NumPy numbers or other objects"),
        ("    outcomes = []", "    outcomes = [][0]", "does not return: IndexError"),
    ],
)
def test_a_trace_that_tells_no_law_is_refused(
    root: Path,
    author: Callable[..., Run],
    edit: Callable[..., None],
    old: str,
    new: str,
    message: str,
) -> None:
    """The message names the file, the call and what is wrong; nothing is written."""
    with_mistakes(root)
    edit(TRACE, old, new)
    before = tree(root)
    run = author("sync")
    assert ExitCode.USAGE == run.exit_code
    assert [True] == [f"{TRACE}: " in line and message in line for line in run.told[:1]]
    assert before == tree(root)


def test_a_trace_that_disagrees_with_the_solution_is_refused(
    root: Path, author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """The message says of which result, with both probabilities."""
    with_mistakes(root)
    edit(TRACE, "    outcomes = []", "    wishes = wishes[::-1]\n    outcomes = []")
    told = author("sync").told[0]
    assert told.startswith(f'grade: {SOLUTION}: for "two-of-three: redraw([[0.5, 0.3, 0.2], ')
    assert " with probability " in told
    assert "where trace.py says " in told


def test_a_solution_that_can_only_be_sampled_is_refused(
    root: Path, author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """The reference's law has to be known exactly."""
    with_mistakes(root)
    edit(
        SOLUTION,
        "    hand = [",
        "    if cards and max(cards) == 2:\n"
        "        np.random.standard_gamma(2.0, 99)\n"
        "    hand = [",
    )
    (told, *_) = author("sync").told
    start = f'grade: {SOLUTION}: its law "two-of-three" cannot be measured exactly: '
    assert told.startswith(start)


def test_adding_a_case_leaves_the_laws_alone(root: Path, author: Callable[..., Run]) -> None:
    """Laws do not depend on cases: they are neither measured again nor stale afterwards."""
    with_mistakes(root)
    author("sync")
    before = (root / RECORD).read_bytes()
    arguments = ("dealt=[[0.5, 0.5]]", "wishes=[[0.2, 0.8]]", "cards=[0]")
    given = [word for each in arguments for word in ("--arg", each)]
    assert ExitCode.OK == author("add", "--id", "one-more", *given).exit_code
    assert before == (root / RECORD).read_bytes()


# --- what was measured before --------------------------------------------------------------------

STALE = f"{MEASURED}: is not what the reference gives now; run: grade author sync"


@pytest.fixture
def kept(root: Path, edit: Callable[..., None]) -> str:
    """What is kept of one mistake, in words that no measuring finds."""
    before = json.loads((root / MEASURED).read_text("utf-8"))["keeps-the-cards"]
    after = json.dumps(before).replace("hand[1], where there is one, is 1", "as kept")
    edit(MEASURED, json.dumps(before), after)
    return "as kept"


def test_a_mistake_that_did_not_change_is_not_measured_again(
    kept: str, author: Callable[..., Run]
) -> None:
    """What is kept of it is told, and stays."""
    run = author("check")
    assert (ExitCode.OK, []) == (run.exit_code, run.told)
    assert f"  keeps-the-cards: {kept} with probability 0.5 instead of" in run.out
    assert "redraw: everything is up to date\n" == author("sync").out


def test_all_are_measured_again_when_asked_for(
    kept: str, root: Path, author: Callable[..., Run]
) -> None:
    """Then `check` tells that what is kept is not what is found, and `sync` mends it."""
    run = author("check", "--again")
    assert (ExitCode.USAGE, [STALE]) == (run.exit_code, run.told)
    assert kept not in run.out
    assert f"wrote {MEASURED}\n" == author("sync", "--again").out
    assert (LAWFUL / MEASURED).read_bytes() == (root / MEASURED).read_bytes()


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (f"{MISTAKES}/keeps-the-cards.py", "    return", "\n    return"),
        (LAWS, "[0.5, 0.3, 0.2]", "[0.4, 0.4, 0.2]"),
        ("exercise/redraw/exercise.toml", "seed = 7", "seed = 8"),
    ],
)
def test_a_mistake_is_measured_again_when_something_changed(
    kept: str, author: Callable[..., Run], edit: Callable[..., None], name: str, old: str, new: str
) -> None:
    """Its own file, the laws, or what is asked of a result."""
    edit(name, old, new)
    run = author("check")
    assert STALE in run.told
    assert kept not in run.out


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"keeps-the-cards": {}}', None])
def test_without_what_was_kept_all_are_measured(
    root: Path, author: Callable[..., Run], text: str | None
) -> None:
    """A file that is missing or no longer as sync wrote it is written anew."""
    (root / MEASURED).unlink()
    if text is not None:
        (root / MEASURED).write_text(text, "utf-8")
    run = author("check")
    assert (ExitCode.USAGE, [STALE]) == (run.exit_code, run.told)
    assert "  keeps-the-cards: hand[1], where there is one, is 1 with probability 0.5 " in run.out
    author("sync")
    assert (LAWFUL / MEASURED).read_bytes() == (root / MEASURED).read_bytes()


# --- check ---------------------------------------------------------------------------------------


def test_check_tells_of_the_laws(author: Callable[..., Run]) -> None:
    """The reference's law is the target; each mistake with another law is told with its fault."""
    run = author("check")
    assert (ExitCode.OK, []) == (run.exit_code, run.told)
    _, laws = run.out.split("redraw: the laws of what is returned\n\n")
    head, gap, *rest = laws.splitlines()
    assert (
        'law "two-of-three": 9 calls; the reference returns exactly the target distribution' == head
    )
    assert gap.startswith("  (solution.py and trace.py differ by at most ")
    assert "wrong law: 5 of 6 known mistakes; the smallest difference first:" == rest[0]
    told = "  keeps-the-cards: hand[1], where there is one, is 1 with probability 0.5 instead of"
    assert [True] == [line.startswith(told) for line in rest if "keeps-the-cards" in line]
    assert "right law, wrong answers: backwards" in rest


def test_of_many_wrong_laws_the_weakest_are_told(root: Path, author: Callable[..., Run]) -> None:
    """The verdict stays in sight: five mistakes, those that differ least; the rest on demand."""
    source = (root / MISTAKES / "all-alike.py").read_text("utf-8")
    for number in (1, 2):
        (root / MISTAKES / f"same-{number}.py").write_text(source, "utf-8")
    short, long = (
        run.out.split("wrong law: 7 of 8 known mistakes")[1].splitlines()
        for run in (author("check"), author("check", "--all"))
    )
    assert ("; the 5 weakest:", "; the smallest difference first:") == (short[0], long[0])
    assert short[1:6] == long[1:6]
    assert "  2 more: grade author check --all" == short[6]
    assert long[8].startswith("right law, wrong answers")
    weak = {"  all-alike", "  same-1", "  same-2"}
    assert weak <= {line.partition(":")[0] for line in short[1:6]}
    assert not any(line.startswith("  keeps-the-cards") for line in short)


def test_a_mistake_that_only_the_law_catches_is_caught(author: Callable[..., Run]) -> None:
    """It answers every call as the reference does, and that is no problem."""
    assert "no call catches, only a law does: knows-the-seed\n" in author("check").out


def test_mistakes_that_only_the_law_catches_must_differ_in_it(
    root: Path, author: Callable[..., Run]
) -> None:
    """Two of them with the same law cannot be told apart."""
    with_mistakes(root, "knows-the-seed", "backwards")
    source = (root / MISTAKES / "knows-the-seed.py").read_text("utf-8")
    (root / MISTAKES / "backwards.py").write_text(source, "utf-8")
    told = "\n".join(author("check").told)
    assert 'mistake "backwards": answers every call exactly like knows-the-seed' in told


def test_a_reference_without_the_wanted_law_is_a_problem(
    root: Path, author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """trace.py and solution agree with each other, but not with `wanted`."""
    with_mistakes(root)
    edit(LAWS, 'wanted = ["wishes"]', 'wanted = ["dealt"]')
    run = author("check")
    assert ExitCode.USAGE == run.exit_code
    (told,) = [line for line in run.told if line.startswith(f"{LAWS}:4")]
    assert 'law "two-of-three": the reference has not the wanted law: hand[1], where' in told


@pytest.mark.parametrize("change", ["{}", None])
def test_a_stale_or_missing_record_is_told(
    root: Path, author: Callable[..., Run], change: str | None
) -> None:
    """As with the other generated files, the message says what to run."""
    with_mistakes(root)
    author("sync")
    (root / RECORD).unlink()
    if change is not None:
        (root / RECORD).write_text(change, "utf-8")
    told = f"{RECORD}: is not what the reference gives now; run: grade author sync"
    assert told in author("check").told


def test_faults_of_the_file_are_told_with_their_lines(
    author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """`check` tells them with everything else, once."""
    edit(LAWS, "count =", "cuont =")
    run = author("check")
    told = f'{LAWS}:12: law "two-of-three", cuont: unknown key "cuont"; did you mean "count"?'
    stale = [line for line in run.told if line.endswith("run: grade author sync")]
    assert (ExitCode.USAGE, [told, *stale]) == (run.exit_code, run.told)


def test_a_record_without_laws_is_a_stray_file(root: Path, author: Callable[..., Run]) -> None:
    """Who takes the laws away takes the record away as well."""
    with_mistakes(root)
    (root / LAWS).unlink()
    author("sync")
    assert f"{RECORD}: is no file of an exercise; rename or remove it" in author("check").told

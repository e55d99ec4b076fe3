"""The laws of an exercise: how laws.toml is read, and laws.json, which sync makes from it."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from grader import content
from grader.content import ContentProblems
from grader.law_records import Laws
from tests.readme import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from grader.law_records import Law
    from grader.model import Exercise

LAWFUL = ROOT / "tests/data/lawful"
TOML = "exercise/redraw/laws.toml"
JSON = "exercise/redraw/laws.json"
DEALT = "dealt = [[0.5, 0.3, 0.2], [0.2, 0.5, 0.3]]"
SYNC = "run: grade author sync"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the exercise with a law, which is also the current folder."""
    shutil.copytree(LAWFUL, tmp_path / "lawful")
    monkeypatch.chdir(tmp_path / "lawful")
    return tmp_path / "lawful"


def exercise(root: Path) -> Exercise:
    """The exercise of the copy, read from its TOML."""
    return content.load_exercise(str(root), "redraw", require_generated=False)


def told(root: Path, old: str = "", new: str = "") -> list[str]:
    """What is told of laws.toml after a text in it was replaced."""
    path = root / TOML
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    try:
        content.written_laws(str(root), exercise(root))
    except ContentProblems as error:
        return [str(problem) for problem in error.problems]
    return []


def only_law(root: Path) -> Law:
    """The one law of laws.toml."""
    ((law, _),) = content.written_laws(str(root), exercise(root))
    return law


# --- laws.toml -----------------------------------------------------------------------------------


def test_every_input_that_can_be_drafted_is_a_call(root: Path) -> None:
    """The calls are all combinations, weighted by how probable they are; the rows stay."""
    law = only_law(root)
    assert ("two-of-three", "hand", "kept") == (law.id, law.output, law.count)
    assert ((0.4, 0.5, 0.1), (0.25, 0.25, 0.5)) == law.wanted
    drafted = [call.args[2] for call in law.calls]
    assert [[a, b] for a in range(3) for b in range(3)] == drafted
    assert pytest.approx([0.1, 0.25, 0.15, 0.06, 0.15, 0.09, 0.04, 0.1, 0.06]) == [
        call.weight for call in law.calls
    ]


def test_what_is_never_drafted_is_no_call(root: Path) -> None:
    """A probability of 0 leaves an input out."""
    assert [] == told(root, DEALT, "dealt = [[0.5, 0.5, 0.0], [0.0, 1.0, 0.0]]")
    assert [[0, 1], [1, 1]] == [call.args[2] for call in only_law(root).calls]


def test_a_law_without_a_draft_has_one_call(root: Path) -> None:
    """Then all arguments are given."""
    text = (root / TOML).read_text("utf-8").replace('drafted = "cards"\n', "")
    text = text.replace('drawn_from = "dealt"\n', "").replace("args = { ", "args = { cards = [1], ")
    text = text.replace(DEALT, "dealt = [[0.5, 0.5]]")
    text = text.replace("wishes = [[0.4, 0.5, 0.1], [0.25, 0.25, 0.5]]", "wishes = [[0.5, 0.5]]")
    (root / TOML).write_text(text, "utf-8")
    (call,) = only_law(root).calls
    assert (([[0.5, 0.5]], [[0.5, 0.5]], [1]), 1.0) == call[:2]


def test_an_exercise_without_the_file_has_no_laws() -> None:
    """Nothing is read, and nothing is wrong."""
    toy = content.load_exercise(str(ROOT / "tests/data/toy"), "digit_sum")
    assert toy.has_laws is False
    assert () == content.written_laws(str(ROOT / "tests/data/toy"), toy)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("count =", "cuont =", 'unknown key "cuont"; did you mean "count"?'),
        ("[[law]]", "[[laws]]", 'unknown table or key "laws"; did you mean "law"?'),
        (
            'title = "Two',
            'title = 3 # "Two',
            'title: 3 is not text, not empty; write title = "..."',
        ),
        ('id = "two-of-three"\n', "", 'the key "id" is missing; add id = "my-id"'),
        ('output = "hand"\n', "", 'the key "output" is missing; add output = "name"'),
        ('output = "hand"', 'output = "kept"', '"kept" is not a list of ints of the result'),
        ('count = "kept"', 'count = "hand"', '"hand" is not an int of the result'),
        ('"cards"', '"card"', '"card" is not a list of ints among the parameters; did you mean'),
        ('"dealt"', '"cards"', '"cards" is not a list of rows among the parameters'),
        ('drafted = "cards"\n', "", '"drawn_from" is nothing without "drafted"; add drafted'),
        ('drawn_from = "dealt"\n', "", '"drafted" is nothing without "drawn_from"; add drawn_from'),
        ('["wishes"]', '["wish"]', '"wish" is no list of numbers or of rows among the parameters'),
        ('["wishes"]', "[]", "wanted: an empty list is not a list of texts, none of them empty"),
        ("{ dealt", "{ cards = [0, 0], dealt", '"cards" is drafted, every possible one; remove'),
        (f"{DEALT}, ", "", 'args: the argument "dealt" is missing; add dealt = [...]'),
        ("[0.5, 0.3, 0.2]", "[0.5, 0.3, 0.3]", "args.dealt[0]: is no distribution: it sums to 1.1"),
        ("[0.4, 0.5, 0.1]", "[0.4, 0.5]", "args.wishes[0]: is no distribution: it sums to 0.9"),
        ("[0.5, 0.3, 0.2]", "[1.5, -0.5]", "probabilities lie between 0 and 1"),
        ("[0.5, 0.3, 0.2]", '"many"', '"many" is not a row of numbers'),
    ],
)
def test_every_slip_is_told_with_its_fix(root: Path, old: str, new: str, message: str) -> None:
    """A message names the file, the place in it, what is wrong and how to mend it."""
    problems = told(root, old, new)
    assert [TOML] == [problem[: len(TOML)] for problem in problems][:1]
    assert message in problems[0]


def test_an_id_is_used_once(root: Path) -> None:
    """Two laws cannot have the same id; the message says where the first is."""
    text = (root / TOML).read_text("utf-8")
    (root / TOML).write_text(text + "\n" + text.split("format_version = 1\n")[1], "utf-8")
    (problem,) = told(root)
    assert f'the id "two-of-three" is already used at {TOML}:4; choose another id' in problem


def test_too_many_inputs_are_refused(root: Path) -> None:
    """Every one of them is measured, so their number has a limit."""
    rows = ", ".join(["[0.25, 0.25, 0.25, 0.25]"] * 6)
    same_length = told(root, DEALT, f"dealt = [{rows}]")
    assert [True] == ["make them equally long" in each for each in same_length]
    wishes = "wishes = [[0.4, 0.5, 0.1], [0.25, 0.25, 0.5]]"
    (problem,) = told(root, wishes, f"wishes = [{rows}]")
    assert "4,096 inputs can be drafted, the most is 1,000; use shorter rows" in problem


def test_a_file_without_a_law_is_a_slip(root: Path) -> None:
    """Who wants no law has no file."""
    (root / TOML).write_text("format_version = 1\n", "utf-8")
    assert [f"{TOML}: no law at all; wanted [[law]]; write [[law]] above each law"] == told(root)


# --- laws.json -----------------------------------------------------------------------------------


def test_what_sync_recorded_is_read_back(root: Path) -> None:
    """The laws with their calls, and the laws of mistakes, are those in the file."""
    laws = content.load_laws(str(root), exercise(root))
    (law,) = laws.laws
    assert ("two-of-three", "Two cards of three kinds", 9) == (law.id, law.title, len(law.calls))
    first = law.calls[0]
    assert (2, ((0.4, 0.9), (0.25, 0.5))) == (first.uniforms, first.cuts)
    assert ([0, 0], 2) == first.outcomes[0][0]
    assert {"0": 0.4, "1": 0.5, "2": 0.1} == laws.mistakes["counts-all"]["two-of-three"]["hand[0]"]
    assert "backwards" not in laws.mistakes


def test_writing_and_reading_agree(root: Path) -> None:
    """What is recorded of laws, read back, is the same laws."""
    made = exercise(root)
    laws = content.load_laws(str(root), made)
    text = json.dumps(content.record_of_laws(str(root), made, laws))
    (root / JSON).write_text(text, "utf-8")
    assert laws == content.load_laws(str(root), made)
    assert isinstance(laws, Laws)


def test_a_stale_record_is_told(root: Path) -> None:
    """Judging by the law of other calls would be worse than not judging."""
    made = exercise(root)
    stale = f"{TOML}: laws.json is of other laws, parameters or results; {SYNC}"
    offered = (made.parameters[0]._replace(name="offered"), *made.parameters[1:])
    with pytest.raises(ContentProblems) as other_parameter:
        content.load_laws(str(root), made._replace(parameters=offered))
    (root / TOML).write_text((root / TOML).read_text("utf-8") + "# more\n", "utf-8")
    with pytest.raises(ContentProblems) as other_file:
        content.load_laws(str(root), made)
    assert [stale, stale] == [str(other_parameter.value), str(other_file.value)]


def test_other_newlines_are_no_change(root: Path) -> None:
    """A checkout with CRLF is still what was recorded."""
    path = root / TOML
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert 1 == len(content.load_laws(str(root), exercise(root)).laws)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, f"{JSON}: there is no such file; {SYNC}"),
        ("{", f"{JSON}: is not what this version of grade author sync writes; {SYNC}"),
        ("{}", f"{JSON}: is not what this version of grade author sync writes; {SYNC}"),
        (
            '{"format_version": 1, "made_from": {}}',
            f"{TOML}: laws.json is of other laws, parameters or results; {SYNC}",
        ),
    ],
)
def test_an_unusable_record_is_told(root: Path, text: str | None, message: str) -> None:
    """The message names the file and the command that mends it."""
    made = exercise(root)
    (root / JSON).unlink()
    if text is not None:
        (root / JSON).write_text(text, "utf-8")
    with pytest.raises(ContentProblems) as caught:
        content.load_laws(str(root), made)
    assert message == str(caught.value)
    assert message in [str(problem) for problem in content.check_content(str(root), "redraw")]


def test_a_record_without_its_parts_is_not_as_written(root: Path) -> None:
    """Whatever is missing in the record, sync is named."""
    made = exercise(root)
    record = json.loads((root / JSON).read_text("utf-8"))
    del record["laws"]["two-of-three"]["calls"][0]["weight"]
    (root / JSON).write_text(json.dumps(record), "utf-8")
    with pytest.raises(ContentProblems, match="grade author sync"):
        content.load_laws(str(root), made)


# --- whether there are laws ----------------------------------------------------------------------


def test_the_recorded_exercise_knows_whether_it_has_laws(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The quick way and the TOML say the same, and the laws themselves are not read."""
    monkeypatch.setattr("grader.content._read.read_exercise_files", None)
    (root / JSON).write_text("no JSON at all", "utf-8")
    assert content.load_exercise(str(root), "redraw").has_laws is True


def test_a_new_file_of_laws_is_noticed_without_sync(root: Path) -> None:
    """Laws that were added or taken away are seen at once: the record is of other files."""
    (root / TOML).rename(root / "kept.toml")
    assert content.load_exercise(str(root), "redraw").has_laws is False
    (root / "kept.toml").rename(root / TOML)
    assert content.load_exercise(str(root), "redraw").has_laws is True

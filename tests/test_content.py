"""What is allowed in the content of an exercise, and how every slip in it is told."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from grader import content
from grader.content import ContentProblems, Problem
from grader.content._lines import lines_of
from grader.errors import ContentError
from grader.model import Case, Exercise, Limits, Parameter, ResultPart

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE = Path(__file__).parent
TOY = str(HERE / "data" / "toy")

EXERCISE = """\
format_version = 1

id = "keep"
title = "Keep some marks"
function = "keep"
seed = 42
rows_follow = "kept"

[[parameter]]
name = "shares"
type = "list[float]"
min = 0
max = 1
array = true

[[parameter]]
name = "limits"
type = "list[float]"
min = 0
max = 1
same_length = "shares"

[[parameter]]
name = "marks"
type = "list[int]"
min = 0
same_length = "shares"
array = true

[[parameter]]
name = "level"
type = "int"
min = 1
max = 5
optional = true

[[parameter]]
name = "grid"
type = "list[list[float]]"
array = true
optional = true

[[result]]
name = "kept"
type = "list[int]"
prefix_of = "marks"

[[result]]
name = "count"
type = "int"
min = 0
length_of = "kept"

[limits]
call_seconds = 1.5
memory_mib = 256

[[column]]
key = "index"
title = "i"

[[column]]
key = "share"
title = "share"
decimals = 3
"""

CASE = """\
format_version = 1

[[case]]
id = "one"
args = { shares = [0.5], limits = [0.25], marks = [7] }
expected = { kept = [7], count = 1 }
"""

SECOND = """
[[case]]
id = "two"
args = { shares = [], limits = [], marks = [] }
expected = { kept = [], count = 0 }
"""

HINTS = """\
format_version = 1
follow_ups = ["And now?"]

[notes]
never-seeded = "Nobody seeded."
other-seed = "Another seed."
other-generator = "Another generator."
not-used = "Not used."
fewer-draws = "Only {draws} of {expected}."
more-draws = "{draws}, not {expected}."

[[hint]]
id = "idea"
title = "The idea"
text = "Compare."

[[topic]]
id = "stop"
nudges = ["When does it end?", "And then?"]
"""

MISTAKES = """\
format_version = 1

[[mistake]]
id = "keeps-all"
title = "nothing is left out"
explanation = "It keeps all marks."
nudges = ["Does it ever stop?"]

[[mistake]]
id = "keeps-none"
title = "everything is left out"
explanation = "It keeps no mark."
nudges = ["Does it ever start?"]

[[group]]
id = "keeps-the-wrong-ones"
title = "the comparison is wrong"
explanation = "It compares the wrong things."
nudges = ["Which of the two is larger?"]
members = ["keeps-all", "keeps-none"]
"""

ENTRY: dict[str, Any] = {
    "args": [[0.5], [0.25], [7]],
    "expected": [[7], 1],
    "draws": 1,
    "rows": [
        {"index": 0, "share": 0.5, "examined": True},
        {"index": 1, "share": 0.1, "examined": False},
    ],
    "situations": [],
}

GENERATED = {
    "format_version": 1,
    "content": "0123456789ab",
    "cases": {"one": ENTRY},
    "probes": {},
}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test in a folder of its own, so that messages name short paths."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root with one faultless exercise, "keep"."""
    folder = tmp_path / "exercise" / "keep"
    folder.mkdir(parents=True)
    (folder / "exercise.toml").write_text(EXERCISE)
    (folder / "cases.toml").write_text(CASE.replace(LAST_LINE_OF_CASE, 'topic = "stop"\n'))
    (folder / "probes.toml").write_text("format_version = 1\n")
    (folder / "starter.py").write_text("def keep(): ...\n")
    (folder / "statement.md").write_text("# Keep\n")
    (folder / "generated.json").write_text(json.dumps(GENERATED))
    hints = tmp_path / "hints" / "keep"
    hints.mkdir(parents=True)
    (hints / "hints.toml").write_text(HINTS)
    (hints / "mistakes.toml").write_text(MISTAKES)
    (hints / "fingerprints.json").write_text(
        '{"format_version": 1, "content": "0123456789ab", "calls": ["one"],'
        ' "answers": ["a"], "mistakes": {"keeps-all": [0], "keeps-none": [0]},'
        ' "names": {}, "groups": {}, "notes": {}}'
    )
    return tmp_path


LAST_LINE_OF_CASE = "expected = { kept = [7], count = 1 }\n"


def keep() -> Exercise:
    """The exercise "keep" without cases, for the cases of an instructor's own file."""
    spec = Parameter
    return Exercise(
        id="keep",
        title="Keep some marks",
        function="keep",
        parameters=(
            spec("shares", "list[float]", 0, 1, array=True),
            spec("limits", "list[float]", 0, 1, same_length="shares"),
            spec("marks", "list[int]", 0, same_length="shares", array=True),
            spec("level", "int", 1, 5, optional=True),
            spec("grid", "list[list[float]]", array=True, optional=True),
        ),
        result=(
            ResultPart("kept", "list[int]", prefix_of="marks"),
            ResultPart("count", "int", 0, length_of="kept"),
        ),
        limits=Limits(),
        cases=(),
        seed=42,
    )


def check_own(text: str, exercise: Exercise | None = None) -> list[str]:
    """Write an instructor's file and return what is told about it."""
    Path("own.toml").write_text(text, encoding="utf-8")
    return [str(problem) for problem in content.check_case_file("own.toml", exercise or keep())]


def load_own(text: str, exercise: Exercise | None = None) -> tuple[Case, ...]:
    """Write an instructor's file and return its cases."""
    Path("own.toml").write_text(text, encoding="utf-8")
    return content.load_case_file("own.toml", exercise or keep())


# --- problems ------------------------------------------------------------------------------------


def test_a_problem_reads_as_path_line_place_message_fix() -> None:
    """A problem is one line that editors can jump to, ending with the fix."""
    problem = Problem("a.toml", 3, 'case "x", points', "-1 is negative", "write 1")
    assert 'a.toml:3: case "x", points: -1 is negative; write 1' == str(problem)


def test_a_problem_leaves_out_what_is_not_known() -> None:
    """A problem of a whole file shows no line, no place and no empty fix."""
    assert "a.toml: there is no such file" == str(Problem("a.toml", 0, "", "there is no such file"))


def test_a_warning_says_that_it_is_one() -> None:
    """A warning cannot be mistaken for an error."""
    assert "a.toml:1: warning: x: odd" == str(Problem("a.toml", 1, "x", "odd", severity="warning"))


def test_all_problems_of_a_file_are_raised_at_once_in_the_order_of_lines() -> None:
    """One run tells everything; the exception is a ContentError and carries the problems."""
    text = CASE.replace("[7] }", "[true] }").replace('"one"', '"One"') + "points = -1\n"
    with pytest.raises(ContentError) as caught:
        load_own(text)
    assert isinstance(caught.value, ContentProblems)
    assert [4, 5, 7] == [problem.line for problem in caught.value.problems]
    assert caught.value.message == "\n".join(str(problem) for problem in caught.value.problems)


def test_a_path_inside_the_current_folder_is_shown_relative_to_it(tmp_path: Path) -> None:
    """Messages name short paths where they can."""
    path = str(tmp_path / "none.toml")
    assert ["none.toml: there is no such file"] == [
        str(problem) for problem in content.check_case_file(path, keep())
    ]


def test_a_path_is_shown_as_it_is_where_the_current_folder_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A deleted current folder is no reason to fail while telling a problem."""

    def gone() -> str:
        raise FileNotFoundError

    monkeypatch.setattr("os.getcwd", gone)
    (problem,) = content.check_case_file("none.toml", keep())
    assert "none.toml: there is no such file" == str(problem)


# --- lists with a sum ----------------------------------------------------------------------------

PICKS = content.load_exercise(str(HERE / "data" / "rows"), "pick_each")
NOT_ONE = (
    "wanted is 1.0 (within 1e-12); divide each of its numbers by that sum, in double precision"
)


def check_sums(rows: str, picks: str, last: str = "[1.0]") -> list[str]:
    """What is told of a case with these arguments, in a file for --cases."""
    return check_own(
        'format_version = 1\n\n[[case]]\nid = "one"\n'
        f"args = {{ rows = {rows}, picks = {picks}, last = {last} }}\n"
        "expected = { values = [], picked = 0 }\n",
        PICKS,
    )


@pytest.mark.parametrize(
    ("rows", "picks", "last"),
    [
        ("[[0.5, 0.5], [1]]", "[0, 0]", "[0.25, 0.25, 0.25, 0.25]"),
        ("[]", "[]", "[0.4, 0.3, 0.2, 0.1]"),
        (f"[[{', '.join(['0.1'] * 10)}]]", "[0]", "[0.7, 0.2, 0.1]"),
        ("[[0.9999999999996, 0.0]]", "[0]", "[0.3333333333333333, 0.6666666666666666]"),
    ],
)
def test_lists_that_sum_to_what_is_wanted_pass(rows: str, picks: str, last: str) -> None:
    """Rounding in the last digits is no fault, and no rows at all have no sum that could be."""
    assert [] == check_sums(rows, picks, last)


@pytest.mark.parametrize(
    ("rows", "picks", "last", "told"),
    [
        ("[[0.5000005, 0.5]]", "[0]", "[1.0]", [f"rows[0]: sums to 1.0000005, {NOT_ONE}"]),
        ("[[0.5, 0.5], [0.25]]", "[0, 0]", "[1.0]", [f"rows[1]: sums to 0.25, {NOT_ONE}"]),
        (
            "[[0.10000000149011612, 0.20000000298023224, 0.699999988079071]]",
            "[0]",
            "[1.0]",
            [f"rows[0]: sums to 0.9999999925494194, {NOT_ONE}"],
        ),
        ("[[1.0]]", "[0]", "[0.5, 0.6]", [f"last: sums to 1.1, {NOT_ONE}"]),
        ("[[]]", "[0]", "[1]", ["rows[0]: sums to 0.0, wanted is 1.0 (within 1e-12); change its"]),
        ("[[1]]", "[0]", "[]", ["last: sums to 0.0, wanted is 1.0 (within 1e-12); change its"]),
        ("[[nan, 1.0]]", "[0]", "[1.0]", ["rows[0][0]: nan is not finite; only finite numbers"]),
        ("[[inf, 1.0]]", "[0]", "[nan]", ["rows[0][0]: inf is not", "last[0]: nan is not finite"]),
        (
            "[[0.5], [0.1], [0.1], [0.1], [0.1], [0.1], [0.1]]",
            "[0, 0, 0, 0, 0, 0, 0]",
            "[1.0]",
            [
                f"rows[0]: sums to 0.5, {NOT_ONE}",
                *(f"rows[{number}]: sums to 0.1, {NOT_ONE}" for number in range(1, 5)),
                "rows: 2 more of its values have problems",
            ],
        ),
    ],
)
def test_a_list_with_another_sum_is_refused_with_the_sum(
    rows: str, picks: str, last: str, told: list[str]
) -> None:
    """float32 is told by its sum, NaN and infinity as what they are, each with file and line."""
    found = check_sums(rows, picks, last)
    pairs = list(zip(told, found, strict=True))
    wanted = [f'own.toml:5: case "one", args.{each}' for each in told]
    assert wanted == [line[: len(start)] for start, (_, line) in zip(wanted, pairs, strict=True)]


def test_sums_beyond_all_floats_are_refused() -> None:
    """Without a range, numbers may be so large that their sum is none."""
    wide = PICKS.parameters[0]._replace(max=None)
    exercise = PICKS._replace(parameters=(wide, *PICKS.parameters[1:]), cases=(), probes=())
    text = (
        'format_version = 1\n[[case]]\nid = "one"\nargs = { rows = [[1.7e308, 1.7e308]], '
        "picks = [0] }\nexpected = { values = [], picked = 0 }\n"
    )
    (told,) = check_own(text, exercise)
    assert "args.rows[0]: sums to inf, wanted is 1.0" in told


@pytest.mark.parametrize("name", ["cases.toml", "probes.toml"])
def test_sums_are_checked_in_cases_and_probes(tmp_path: Path, name: str) -> None:
    """The exercise's own files are held to them as well."""
    root = shutil.copytree(HERE / "data" / "rows", tmp_path / "rows")
    path = root / "exercise" / "pick_each" / name
    text = path.read_text()
    right = "[0.5, 0.3, 0.2]" if name == "cases.toml" else "[0.25, 0.75]"
    assert right in text
    path.write_text(text.replace(right, "[0.5, 0.5000005]"))
    problems = [str(each) for each in content.check_exercise(str(root), "pick_each")]
    assert any("args.rows[0]: sums to 1.0000005, wanted is 1.0" in each for each in problems)


# --- items that are indices, rows of one width ---------------------------------------------------

ROWS = PICKS.parameters[0]._replace(sums_to=None)
MEASURED = PICKS._replace(
    parameters=(
        ROWS,
        Parameter("others", "list[list[float]]", same_width="rows"),
        Parameter("picks", "list[int]", 0, same_length="rows", index_into="rows"),
        Parameter("last", "list[float]", optional=True, same_width="rows"),
    ),
    cases=(),
    probes=(),
)


def check_measured(args: Mapping[str, str], exercise: Exercise = MEASURED) -> list[str]:
    """What is told of a case with these arguments, good ones in the place of those left out."""
    given = {"rows": "[[0, 1], [1, 0]]", "others": "[[0, 1]]", "picks": "[0, 1]", **args}
    written = ", ".join(f"{name} = {value}" for name, value in given.items())
    return check_own(
        f'format_version = 1\n\n[[case]]\nid = "one"\nargs = {{ {written} }}\n'
        "expected = { values = [], picked = 0 }\n",
        exercise,
    )


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"last": "[0.5, 0.5]"},
        {"rows": "[]", "picks": "[]", "others": "[]"},
        {"rows": "[]", "picks": "[]", "others": "[[1], [0, 1]]", "last": "[0.5, 0.5, 0.0]"},
        {"rows": "[[1]]", "picks": "[0]", "others": "[[1], [0], [0]]", "last": "[1]"},
    ],
)
def test_indices_in_their_rows_and_rows_of_one_width_pass(args: dict[str, str]) -> None:
    """A list that may be left out may be; without rows there is no width to be kept to."""
    assert [] == check_measured(args)


EQUAL = "make them equally long"
MEASURE_SLIPS: dict[str, tuple[dict[str, str], list[str]]] = {
    "index too large": (
        {"picks": "[0, 2]"},
        ["picks[1]: 2 is no index of rows[1], which has 2 items; write a whole number from 0 to 1"],
    ),
    "padding": (
        {"picks": "[0, -1]"},
        ["picks[1]: -1 is out of range, allowed is 0 and above; choose a larger value"],
    ),
    "row without items": (
        {"rows": "[[]]", "others": "[[]]", "picks": "[0]"},
        ["picks[0]: 0 is no index of rows[0], which has 0 items; give that row items"],
    ),
    "another number of items is told once": (
        {"picks": "[0, 1, 1]"},
        [f"picks: has 3 items, rows has 2; {EQUAL}"],
    ),
    "rows of different widths": (
        {"rows": "[[0, 1], [1]]", "picks": "[0, 0]"},
        [f"rows[1]: has 1 item, rows[0] has 2; {EQUAL}"],
    ),
    "rows of another width": (
        {"others": "[[0, 1], [0, 1, 0]]", "last": "[1]"},
        [
            f"others[1]: has 3 items, each row of rows has 2; {EQUAL}",
            f"last: has 1 item, each row of rows has 2; {EQUAL}",
        ],
    ),
    "no rows at all": (
        {"rows": "[7, 7]", "last": "[1, 2, 3]"},
        [
            "rows[0]: 7 is not a row of numbers; write it in brackets: [...]",
            "rows[1]: 7 is not a row of numbers; write it in brackets: [...]",
        ],
    ),
    "many": (
        {"rows": f"[{', '.join(['[1, 0]'] * 7)}]", "picks": "[2, 2, 2, 2, 2, 2, 2]"},
        [
            *(
                f"picks[{n}]: 2 is no index of rows[{n}], which has 2 items; "
                "write a whole number from 0 to 1"
                for n in range(5)
            ),
            "picks: 2 more of its values have problems",
        ],
    ),
}


@pytest.mark.parametrize("slip", MEASURE_SLIPS)
def test_what_is_no_index_and_what_has_another_width_is_refused(slip: str) -> None:
    """File, line, place and fix come from us: no learner is shown an IndexError for a typo."""
    args, told = MEASURE_SLIPS[slip]
    wanted = [f'own.toml:5: case "one", args.{line}' for line in told]
    assert wanted == check_measured(args)


def test_items_beyond_the_rows_have_nothing_to_be_an_index_of() -> None:
    """Where the lengths need not be equal, there may be fewer items than rows, but not more."""
    rows, others, picks, last = MEASURED.parameters
    free = MEASURED._replace(parameters=(rows, others, picks._replace(same_length=""), last))
    assert [] == check_measured({"picks": "[1]"}, free)
    (told,) = check_measured({"picks": "[1, 1, 1]"}, free)
    assert "args.picks: has 3 items, rows has 2, one for each; remove items, or add rows" in told


# --- cases: what is right ------------------------------------------------------------------------


def test_a_minimal_case_has_the_defaults() -> None:
    """Id, arguments and the expected value are enough; the id makes the title."""
    (case,) = load_own(CASE.replace('"one"', '"just-one"'))
    wanted = Case(
        id="just-one",
        args=([0.5], [0.25], [7]),
        expected=([7], 1),
        title="just one",
        source="own.toml",
        line=3,
    )
    assert wanted == case


def test_every_key_of_a_case_arrives() -> None:
    """Each key of the schema ends in its field."""
    text = CASE + (
        'title = "T"\nwhy = "W"\narrays = ["marks"]\npoints = 0.5\ntopic = "stop"\n'
        'tags = ["edge", "slow_one"]\nboundary = true\nhidden = true\n'
    )
    (case,) = load_own(text)
    assert ("T", "W", ("marks",), 0.5) == (case.title, case.why, case.arrays, case.points)
    assert ("stop", ("edge", "slow_one")) == (case.topic, case.tags)
    assert (True, True) == (case.boundary, case.hidden)


def test_a_case_of_no_points_is_allowed() -> None:
    """Zero points mean feedback only."""
    (case,) = load_own(CASE + "points = 0\n")
    assert 0 == case.points


def test_whole_numbers_become_floats_where_floats_are_wanted() -> None:
    """A learner gets the types that the exercise promises, however the author writes them."""
    (case,) = load_own(CASE.replace("[0.5]", "[1]").replace("[7] }", "[7], grid = [[1, 2.5]] }"))
    assert repr(([1.0], [0.25], [7], None, [[1.0, 2.5]])) == repr(case.args)


def test_trailing_arguments_left_out_are_not_passed() -> None:
    """Optional arguments at the end are not passed at all."""
    (case,) = load_own(CASE)
    assert 3 == len(case.args)


def test_an_optional_argument_left_out_before_a_given_one_becomes_none() -> None:
    """Calls are positional, so a gap in the middle is filled with None."""
    (case,) = load_own(CASE.replace("[7] }", "[7], grid = [] }"))
    assert ([0.5], [0.25], [7], None, []) == case.args


def test_arguments_may_be_written_as_a_table_of_their_own() -> None:
    """`[case.args]` is the same as `args = { ... }`."""
    text = CASE.replace("args = { shares = [0.5], limits = [0.25], marks = [7] }\n", "") + (
        "[case.args]\nmarks = [7]\nlimits = [0.25]\nshares = [\n  0.5, # half\n]\n"
    )
    (case,) = load_own(text)
    assert ([0.5], [0.25], [7]) == case.args


def test_a_byte_order_mark_and_windows_line_ends_are_read() -> None:
    """Files saved by Windows editors load."""
    Path("own.toml").write_bytes(b"\xef\xbb\xbf" + CASE.replace("\n", "\r\n").encode())
    (case,) = content.load_case_file("own.toml", keep())
    assert 3 == case.line


def test_the_same_call_as_a_list_and_as_an_array_are_two_inputs() -> None:
    """A learner's code can tell a list from an array, so both may be asked."""
    text = CASE + SECOND.replace(
        "[], limits = [], marks = []", "[0.5], limits = [0.25], marks = [7]"
    )
    text = text.replace("{ kept = [], count = 0 }", '{ kept = [7], count = 1 }\narrays = ["marks"]')
    assert 2 == len(load_own(text))


def test_a_token_of_minus_one_is_a_warning_and_loads() -> None:
    """Padding is doubtful but allowed; a warning never raises."""
    text = CASE.replace("marks = [7]", "marks = [-1]").replace("kept = [7]", "kept = [-1]")
    told = (
        'own.toml:5: warning: case "one", args.marks[0]: -1 is below 0; '
        "remove it if it is padding: the function would get it as it is"
    )
    assert [told] == check_own(text)
    assert -1 == load_own(text)[0].args[2][0]  # type: ignore[index]


# --- cases: what is wrong ------------------------------------------------------------------------

KEYS_OF_A_CASE = (
    "known here: id, title, why, args, arrays, expected, points, topic, tags, boundary, hidden"
)
SEED = "remove it: the seed is set inside the learner's function and cannot be changed by a case"
TAG = "use a word of letters, digits and _ that is no keyword of Python"
ONE = 'case "one"'

# What is wrong -> (text to replace, text put there, what is told without the path).
SLIPS: dict[str, tuple[str, str, list[str]]] = {
    "misspelt key": (
        "expected =",
        "expectd =",
        [f':6: {ONE}, expectd: unknown key "expectd"; did you mean "expected"?'],
    ),
    "unknown key": (
        "id =",
        "zzz = 1\nid =",
        [f':4: {ONE}, zzz: unknown key "zzz"; {KEYS_OF_A_CASE}'],
    ),
    "misspelt argument": (
        "shares =",
        "share =",
        [f':5: {ONE}, args.share: unknown argument "share"; did you mean "shares"?'],
    ),
    "unknown argument": (
        "{ shares",
        "{ qqq = 1, shares",
        [
            f':5: {ONE}, args.qqq: unknown argument "qqq"; '
            "known here: shares, limits, marks, level, grid"
        ],
    ),
    "missing argument": (
        ", marks = [7] }",
        " }",
        [f':5: {ONE}, args: the argument "marks" is missing; add marks = [...]'],
    ),
    "argument beside args": (
        "id =",
        "shares = [0.5]\nid =",
        [f':4: {ONE}, shares: unknown key "shares"; write it inside args = {{ ... }}'],
    ),
    "result beside expected": (
        "id =",
        "count = 1\nid =",
        [f':4: {ONE}, count: unknown key "count"; write it inside expected = {{ ... }}'],
    ),
    "seed of a case": ("id =", "seed = 7\nid =", [f':4: {ONE}, seed: unknown key "seed"; {SEED}']),
    "seed of the file": (
        "\n[[case]]",
        "seed = 7\n[[case]]",
        [f':2: seed: unknown table or key "seed"; {SEED}'],
    ),
    "seed among the arguments": (
        "{ shares",
        "{ seed = 7, shares",
        [f':5: {ONE}, args.seed: unknown argument "seed"; {SEED}'],
    ),
    "args missing": (
        "args = { shares = [0.5], limits = [0.25], marks = [7] }\n",
        "",
        [
            f':3: {ONE}: the key "args" is missing; '
            "add args = { shares = ..., limits = ..., marks = ... }"
        ],
    ),
    "args no table": (
        "args = { shares = [0.5], limits = [0.25], marks = [7] }",
        "args = [[0.5], [0.25], [7]]",
        [
            f":5: {ONE}, args: a list is not a table; "
            "write args = { shares = ..., limits = ..., marks = ... }"
        ],
    ),
    "id missing": ('id = "one"\n', "", [':3: case 1: the key "id" is missing; add id = "my-id"']),
    "id not kebab-case": (
        '"one"',
        '"The One!"',
        [
            ':4: case "The One!", id: "The One!" is not an id of lower-case letters, digits and '
            'single hyphens; write id = "the-one"'
        ],
    ),
    "id a number": (
        '"one"',
        "1",
        [
            ":4: case 1, id: 1 is not an id of lower-case letters, digits and single hyphens; "
            'write id = "my-id"'
        ],
    ),
    "unequal lengths": (
        "limits = [0.25]",
        "limits = [0.25, 0.5]",
        [f":5: {ONE}, args.limits: has 2 items, shares has 1; make them equally long"],
    ),
    "percentages": (
        "[0.25]",
        "[50]",
        [
            f":5: {ONE}, args.limits[0]: 50 is out of range, "
            "probabilities lie between 0 and 1; convert percentages and logits first"
        ],
    ),
    "logits": (
        "[0.5], limits = [0.25], marks = [7]",
        "[0.5, 2.0], limits = [-1.0, 0.5], marks = [7, 8]",
        [
            f":5: {ONE}, args.shares[1]: 2.0 is out of range, "
            "probabilities lie between 0 and 1; convert percentages and logits first",
            f":5: {ONE}, args.limits[0]: -1.0 is out of range, "
            "probabilities lie between 0 and 1; convert percentages and logits first",
        ],
    ),
    "not a number": (
        "[0.25]",
        "[nan]",
        [f":5: {ONE}, args.limits[0]: nan is not finite; only finite numbers are allowed"],
    ),
    "infinity in a row": (
        "[7] }",
        "[7], grid = [[1.0], [2.0, inf]] }",
        [f":5: {ONE}, args.grid[1][1]: inf is not finite; only finite numbers are allowed"],
    ),
    "no row": (
        "[7] }",
        "[7], grid = [[1.0], 2.0] }",
        [f":5: {ONE}, args.grid[1]: 2.0 is not a row of numbers; write it in brackets: [...]"],
    ),
    "token true": (
        "marks = [7]",
        "marks = [true]",
        [f":5: {ONE}, args.marks[0]: true is not a whole number; write a whole number such as 1"],
    ),
    "token a float": (
        "marks = [7]",
        "marks = [7.0]",
        [f":5: {ONE}, args.marks[0]: 7.0 is not a whole number; write 7"],
    ),
    "token a text": (
        "marks = [7]",
        'marks = ["7"]',
        [f':5: {ONE}, args.marks[0]: "7" is not a whole number; write numbers without quotes'],
    ),
    "token below the range": (
        "marks = [7]",
        "marks = [-2]",
        [
            f":5: {ONE}, args.marks[0]: -2 is out of range, allowed is 0 and above; "
            "choose a larger value"
        ],
    ),
    "token of 65 bits": (
        "marks = [7]",
        "marks = [9223372036854775808]",
        [
            f":5: {ONE}, args.marks[0]: 9223372036854775808 does not fit in 64 bits; "
            "use a smaller number"
        ],
    ),
    "token too long to print": (
        "marks = [7]",
        f"marks = [0x{'f' * 5000}]",
        [f":5: {ONE}, args.marks[0]: a huge number does not fit in 64 bits; use a smaller number"],
    ),
    "share true": (
        "[0.5]",
        "[true]",
        [f":5: {ONE}, args.shares[0]: true is not a number; write a number such as 0.5"],
    ),
    "list without brackets": (
        "marks = [7]",
        "marks = 7",
        [f":5: {ONE}, args.marks: 7 is not a list of whole numbers; write it in brackets: [...]"],
    ),
    "number in brackets": (
        "[7] }",
        "[7], level = [2] }",
        [f":5: {ONE}, args.level: a list is not a whole number; write a whole number such as 1"],
    ),
    "number out of its range": (
        "[7] }",
        "[7], level = 6 }",
        [
            f":5: {ONE}, args.level: 6 is out of range, allowed is 1 to 5; "
            "choose a value in this range"
        ],
    ),
    "minus one where it is no padding": (
        "[7] }",
        "[7], level = -1 }",
        [
            f":5: {ONE}, args.level: -1 is out of range, allowed is 1 to 5; "
            "choose a value in this range"
        ],
    ),
    "array misspelt": (
        "id =",
        'arrays = ["share"]\nid =',
        [
            f':4: {ONE}, arrays[0]: "share" is no argument that may be an array; '
            'did you mean "shares"?'
        ],
    ),
    "array not allowed": (
        "id =",
        'arrays = ["limits"]\nid =',
        [
            f':4: {ONE}, arrays[0]: "limits" is no argument that may be an array; '
            "known here: shares, marks, grid"
        ],
    ),
    "array twice": (
        "id =",
        'arrays = ["marks", "marks"]\nid =',
        [f':4: {ONE}, arrays[1]: "marks" is named twice; remove one of them'],
    ),
    "array not given": (
        "id =",
        'arrays = ["grid"]\nid =',
        [f':4: {ONE}, arrays[0]: "grid" is not given in args; give it, or remove it here'],
    ),
    "array of unequal rows": (
        "[7] }",
        '[7], grid = [[1.0], []] }\narrays = ["grid"]',
        [
            f':6: {ONE}, arrays[0]: "grid" has rows of different lengths: it is no array; '
            "make its rows equally long, or remove it here"
        ],
    ),
    "arrays a text": (
        "id =",
        'arrays = "marks"\nid =',
        [f':4: {ONE}, arrays: "marks" is not a list of texts; write arrays = ["...", "..."]'],
    ),
    "points negative": (
        "id =",
        "points = -1\nid =",
        [f":4: {ONE}, points: -1 is not a finite number, 0 or more; write points = 1"],
    ),
    "points true": (
        "id =",
        "points = true\nid =",
        [f":4: {ONE}, points: true is not a finite number, 0 or more; write points = 1"],
    ),
    "points infinite": (
        "id =",
        "points = inf\nid =",
        [f":4: {ONE}, points: inf is not a finite number, 0 or more; write points = 1"],
    ),
    "points a date": (
        "id =",
        "points = 1979-05-27\nid =",
        [f":4: {ONE}, points: a date or time is not a finite number, 0 or more; write points = 1"],
    ),
    "tag no mark": (
        "id =",
        'tags = ["ok", "not-ok"]\nid =',
        [f':4: {ONE}, tags[1]: "not-ok" cannot be a mark of pytest; {TAG}'],
    ),
    "tag a keyword": (
        "id =",
        'tags = ["not"]\nid =',
        [f':4: {ONE}, tags[0]: "not" cannot be a mark of pytest; {TAG}'],
    ),
    "tag with a meaning": (
        "id =",
        'tags = ["skip"]\nid =',
        [f':4: {ONE}, tags[0]: the tag "skip" means something else to pytest; choose another word'],
    ),
    "title empty": (
        "id =",
        'title = " "\nid =',
        [f':4: {ONE}, title: " " is not text, not empty; write title = "..."'],
    ),
    "flag in quotes": (
        "id =",
        'boundary = "True"\nid =',
        [
            f':4: {ONE}, boundary: "True" is not true or false; '
            "write boundary = true, without quotes"
        ],
    ),
    "expected missing": (
        "expected = { kept = [7], count = 1 }\n",
        "",
        [f':3: {ONE}: the key "expected" is missing; add expected = {{ kept = ..., count = ... }}'],
    ),
    "expected a text": (
        "{ kept = [7], count = 1 }",
        '"([7], 1)"',
        [
            f':6: {ONE}, expected: "([7], 1)" is not a table; '
            "write expected = { kept = ..., count = ... }"
        ],
    ),
    "expected part misspelt": (
        "kept =",
        "keep =",
        [f':6: {ONE}, expected.keep: unknown part of the result "keep"; did you mean "kept"?'],
    ),
    "expected part missing": (
        ", count = 1",
        "",
        [f':6: {ONE}, expected: the part "count" of the result is missing; add count = ...'],
    ),
    "expected parts of wrong types": (
        "kept = [7], count = 1",
        'kept = [7, 1.5], count = "1"',
        [
            f":6: {ONE}, expected.kept[1]: 1.5 is not a whole number; "
            "write a whole number such as 1",
            f':6: {ONE}, expected.count: "1" is not a whole number; write numbers without quotes',
        ],
    ),
    "expected no prefix": (
        "kept = [7]",
        "kept = [8]",
        [f":6: {ONE}, expected.kept: is not a prefix of marks; write the first items of marks"],
    ),
    "expected count of another length": (
        "count = 1",
        "count = 0",
        [f":6: {ONE}, expected.count: is 0, but kept has 1 item; write the length of kept"],
    ),
    "format version missing": (
        "format_version = 1\n",
        "",
        [': the key "format_version" is missing; write format_version = 1 at the top of the file'],
    ),
    "format version inside a case": (
        'format_version = 1\n\n[[case]]\nid = "one"\n',
        '[[case]]\nid = "one"\nformat_version = 1\n',
        [
            ': the key "format_version" is missing; '
            "write format_version = 1 at the top of the file",
            f':3: {ONE}, format_version: unknown key "format_version"; '
            "move it to the top of the file",
        ],
    ),
    "format version of the future": (
        "format_version = 1",
        "format_version = 2",
        [":1: format_version: format version 2 is unknown; this grader reads format_version = 1"],
    ),
    "format version a text": (
        "format_version = 1",
        'format_version = "1"',
        [':1: format_version: format version "1" is unknown; this grader reads format_version = 1'],
    ),
    "plural table name": (
        "[[case]]",
        "[[cases]]",
        [
            ":3: cases: no case at all; tables seen: [[cases]], wanted [[case]]; "
            "write [[case]] above each case"
        ],
    ),
    "single brackets": (
        "[[case]]",
        "[case]",
        [
            ":3: case: no case at all; tables seen: [case], wanted [[case]]; "
            "write [[case]] above each case"
        ],
    ),
    "several wrong tables": (
        "[[case]]",
        "x = 1\n[limits]\n[[Case]]",
        [
            ":3: x: no case at all; tables seen: x = ..., [limits], [[Case]], wanted [[case]]; "
            "write [[case]] above each case"
        ],
    ),
    "a wrong table beside a right one": (
        "count = 1 }\n",
        "count = 1 }\n[[cases]]\nid = 1\n",
        [':7: cases: unknown table or key "cases"; did you mean "case"?'],
    ),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_each_slip_is_told_with_its_line_its_place_and_its_fix(slip: str) -> None:
    """One slip in a faultless file gives exactly these lines, and the file does not load."""
    old, new, told = SLIPS[slip]
    text = CASE.replace(old, new, 1)
    assert text != CASE
    assert [f"own.toml{line}" for line in told] == check_own(text)
    with pytest.raises(ContentProblems):
        load_own(text)


def test_a_file_without_any_case_says_so() -> None:
    """No case at all is an error, never a file that everybody passes."""
    told = (
        "own.toml: no case at all; the file holds no table, wanted [[case]]; "
        "write [[case]] above each case"
    )
    assert [told] == check_own("format_version = 1\n")


def test_cases_that_are_no_tables_are_refused() -> None:
    """A list of other things under the right name is told as what it is."""
    told = "own.toml:2: case: a list stands for tables; write [[case]] above each of them"
    assert [told] == check_own("format_version = 1\ncase = [3]\n")


def test_one_slip_repeated_through_a_long_list_does_not_bury_the_others() -> None:
    """At most five problems of one value are told, then how many more there are."""
    many = CASE.replace("[0.5], limits = [0.25]", f"{[2.0] * 300}, limits = {[0.5] * 300}")
    told = check_own(
        many.replace("marks = [7]", f"marks = {[7] * 300}").replace("count = 1", "count = 3")
    )
    assert 7 == len(told)
    assert 'own.toml:5: case "one", args.shares: 295 more of its values have problems' == told[5]
    assert told[6].startswith('own.toml:6: case "one", expected.count: is 3')


def test_an_id_used_twice_names_both_places() -> None:
    """Ids are unique, and the author sees where both are."""
    told = (
        'own.toml:9: case "one", id: the id "one" is already used at own.toml:3; choose another id'
    )
    assert [told] == check_own(CASE + SECOND.replace('"two"', '"one"'))


def test_an_id_used_twice_is_told_beside_other_problems() -> None:
    """A fault in the first of two cases does not hide that they share an id."""
    text = CASE.replace("[7] }", "[-7] }") + SECOND.replace('"two"', '"one"')
    assert [5, 9] == [int(told.split(":")[1]) for told in check_own(text)]


def test_an_input_used_twice_names_both_places() -> None:
    """No call is scored twice, also when its numbers are written in another way."""
    again = CASE.removeprefix("format_version = 1\n").replace("[7] }", "[0x7] }")
    text = CASE + again.replace('"one"', '"two"')
    told = (
        'own.toml:10: case "two", args: the same input as case "one" at own.toml:3; '
        "change it, or remove one of them"
    )
    assert [told] == check_own(text)


def test_ids_and_inputs_of_the_exercise_cannot_be_used_again(root: Path) -> None:
    """An own file may repeat neither ids of the exercise nor inputs of its cases."""
    exercise = content.load_exercise(str(root), "keep")
    told = [
        'own.toml:4: case "one", id: the id "one" is already used at '
        "exercise/keep/cases.toml:3; choose another id",
        'own.toml:5: case "one", args: the same input as case "one" at '
        "exercise/keep/cases.toml:3; change it, or remove one of them",
    ]
    assert told == check_own(CASE, exercise)


def test_an_own_file_may_ask_what_a_probe_asks(root: Path) -> None:
    """Probes are unscored, so their inputs may come again, but not their ids."""
    probe = CASE.replace("[[case]]", "[[probe]]").replace(LAST_LINE_OF_CASE, "")
    folder = root / "exercise" / "keep"
    (folder / "probes.toml").write_text(probe.replace('"one"', '"p"').replace("[7]", "[8]"))
    exercise = content.load_exercise(str(root), "keep", require_generated=False)
    own = CASE.replace("[7]", "[8]")
    assert [] == check_own(own.replace('"one"', '"mine"'), exercise)
    told = 'own.toml:4: case "p", id: the id "p" is already used at exercise/keep/probes.toml:3'
    assert [f"{told}; choose another id"] == check_own(own.replace('"one"', '"p"'), exercise)


def test_a_file_given_twice_counts_once(tmp_path: Path) -> None:
    """A file whose cases the exercise holds already yields none, whatever path leads to it."""
    exercise = keep()
    exercise = exercise._replace(cases=load_own(CASE, exercise))
    os.symlink(tmp_path / "own.toml", tmp_path / "link.toml")
    assert () == content.load_case_file("./own.toml", exercise)
    assert () == content.load_case_file("link.toml", exercise)


def test_ids_stay_unique_over_several_own_files() -> None:
    """The next file is checked against the cases of the one before."""
    exercise = keep()
    exercise = exercise._replace(cases=load_own(CASE, exercise))
    Path("more.toml").write_text(CASE.replace("[7]", "[8]"))
    told = 'more.toml:4: case "one", id: the id "one" is already used at own.toml:3'
    assert [f"{told}; choose another id"] == [
        str(problem) for problem in content.check_case_file("more.toml", exercise)
    ]


# --- files that are no TOML ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            CASE + "boundary = True\n",
            ":7: column 12: is not valid TOML: Invalid value; mend this line: boundary = True",
        ),
        (
            CASE + 'id = "again"\n',
            ":7: column 13: is not valid TOML: Cannot overwrite a value; "
            "a key may be given once in a table",
        ),
        (CASE + 'why = """\nopen\n', ":9: end of the file: is not valid TOML: Unterminated string"),
        (f"a = {'[' * 5000}{']' * 5000}", ": is nested too deeply"),
    ],
)
def test_broken_toml_is_told_with_line_and_reason(text: str, told: str) -> None:
    """The author reads what tomllib said, and the line it said it about."""
    assert [f"own.toml{told}"] == check_own(text)


def test_a_number_longer_than_python_reads_is_no_crash() -> None:
    """Python's own limit of digits is told like any other error of the file."""
    (told,) = check_own(CASE.replace("marks = [7]", f"marks = [{'9' * 5000}]"))
    assert told.startswith("own.toml: is not valid TOML: Exceeds the limit")


def test_a_file_in_another_encoding_is_told_with_the_line_of_the_byte() -> None:
    """A file that is not UTF-8 is refused in words."""
    Path("own.toml").write_bytes(CASE.encode() + b"# caf\xe9\n")
    (problem,) = content.check_case_file("own.toml", keep())
    assert "own.toml:7: is not UTF-8 text (byte 0xE9); save the file as UTF-8" == str(problem)


def test_a_folder_in_place_of_a_file_is_told() -> None:
    """What the system says about an unreadable file is passed on."""
    Path("own.toml").mkdir()
    (problem,) = content.check_case_file("own.toml", keep())
    assert "own.toml: cannot be read (Is a directory)" == str(problem)


# --- lines ---------------------------------------------------------------------------------------


def test_lines_are_found_through_comments_strings_and_long_lists() -> None:
    """Text that looks like a table, inside strings, lists and comments, misleads nobody."""
    text = "\n".join(
        [
            "# [[case]]",
            "title = '''",
            "[[case]]",
            'id = "no"',
            "\\'''",
            '[[case]] # "',
            '"id" = 1',
            "rows = [ # [[case]]",
            "  [1, 2], # ]]",
            """  ["[[case]]", '[']""",
            "]",
            r'why = """\""" [[case]]',
            '""""',
            "",
            "[ case . args ]",
            "a . b = 1",
            "'c' = { d = [",
            "1,",
            "], e = 2 }",
            "",
            "[[case]]",
            "id = 2",
        ]
    )
    tomllib.loads(text)
    lines = lines_of(text)
    wanted = {
        ("title",): 2,
        ("case", 0): 6,
        ("case", 0, "id"): 7,
        ("case", 0, "rows"): 8,
        ("case", 0, "why"): 12,
        ("case", 0, "args"): 15,
        ("case", 0, "args", "a", "b"): 16,
        ("case", 0, "args", "c"): 17,
        ("case", 1): 21,
        ("case", 1, "id"): 22,
    }
    assert wanted == {where: lines.get(where) for where in wanted}
    assert ("case", 2) not in lines


NOISE = st.sampled_from(
    [
        "",
        "# [[case]]",
        "#'''",
        'why = "[[case]] \\" # "',
        "why = '[[case]] \" # '",
        'why = """\n[[case]]\nid = \'\'\'\n"""',
        "why = '''\n[[case]] \"\"\"\n'''",
        "why = [\n  '[', # ]\n  ']',\n]",
        "args = { a = [\n\n1], b = '}' }",
    ]
)


@given(st.lists(st.lists(NOISE, max_size=4), max_size=5))
def test_the_line_of_each_case_is_that_of_its_header(cases: list[list[str]]) -> None:
    """Whatever stands in and between cases, each is found on the line of its header."""
    lines: list[str] = []
    wanted: dict[tuple[str | int, ...], int] = {}
    for index, noise in enumerate(cases):
        wanted[("case", index)] = len(lines) + 1
        wanted[("case", index, "id")] = len(lines) + 2
        body = "\n".join(["[[case]]", "id = 1", *noise])
        lines += body.split("\n")
    found = lines_of("\n".join(lines))
    assert wanted == {where: line for where, line in found.items() if where in wanted}
    assert ("case", len(cases)) not in found


# --- properties ----------------------------------------------------------------------------------

SHARES = st.floats(0, 1) | st.integers(0, 1)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
KEBAB = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,3}", fullmatch=True)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@st.composite
def written_cases(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a valid case of the exercise "keep", as the tables of a TOML file."""
    marks = draw(st.lists(st.integers(0, 2**63 - 1), max_size=4))
    same_length = st.lists(SHARES, min_size=len(marks), max_size=len(marks))
    args: dict[str, Any] = {
        "shares": draw(same_length),
        "limits": draw(same_length),
        "marks": marks,
    }
    if draw(st.booleans()):
        args["level"] = draw(st.integers(1, 5))
    if draw(st.booleans()):
        args["grid"] = draw(st.lists(st.lists(NUMBERS, min_size=2, max_size=2), max_size=3))
    count = draw(st.integers(0, len(marks)))
    case: dict[str, Any] = {
        "id": draw(KEBAB),
        "args": dict(draw(st.permutations(list(args.items())))),
        "expected": {"count": count, "kept": marks[:count]},
    }
    arrays = st.sampled_from(sorted({"shares", "marks", "grid"} & set(args)))
    optional = {
        "title": TEXT.filter(str.strip),
        "why": TEXT,
        "arrays": st.lists(arrays, unique=True),
        "points": st.integers(0, 10**6) | st.floats(0, 1e6),
        "topic": KEBAB,
        "tags": st.lists(st.sampled_from(["edge", "draws", "Long_name1"]), unique=True),
        "boundary": st.booleans(),
        "hidden": st.booleans(),
    }
    for key in draw(st.sets(st.sampled_from(sorted(optional)))):
        case[key] = draw(optional[key])
    return case


def as_toml(value: Any) -> str:
    """Write a value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {as_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value).lower()


def as_case(written: dict[str, Any]) -> Case:
    """Return the case that the tables stand for."""
    args = [written["args"].get(spec.name) for spec in keep().parameters]
    while args[-1] is None:
        args.pop()
    return Case(
        id=written["id"],
        args=tuple(args),
        expected=(written["expected"]["kept"], written["expected"]["count"]),
        title=written.get("title", written["id"].replace("-", " ")),
        why=written.get("why", ""),
        arrays=tuple(written.get("arrays", ())),
        points=written.get("points", 1),
        topic=written.get("topic", ""),
        tags=tuple(written.get("tags", ())),
        boundary=written.get("boundary", False),
        hidden=written.get("hidden", False),
        source="own.toml",
    )


IN_ONE_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@IN_ONE_FOLDER
@given(st.lists(written_cases(), min_size=1, max_size=3))
def test_every_valid_file_loads_back_equal(written: list[dict[str, Any]]) -> None:
    """What a valid file says is what is graded, however it is written."""
    cases = [as_case(tables) for tables in written]
    assume(len(cases) == len({case.id for case in cases}))
    assume(len(cases) == len({repr((case.args, sorted(case.arrays))) for case in cases}))
    text = "format_version = 1\n"
    lines = []
    for tables in written:
        text += "\n[[case]]\n"
        lines.append(text.count("\n"))
        text += "".join(f"{key} = {as_toml(value)}\n" for key, value in tables.items())
    assume(not _twice_as_floats(cases))
    wanted = tuple(case._replace(line=line) for case, line in zip(cases, lines, strict=True))
    assert wanted == load_own(text)


def _twice_as_floats(cases: list[Case]) -> bool:
    """Tell whether two inputs are equal once whole numbers are floats."""
    inputs = [(case.args, sorted(case.arrays)) for case in cases]
    return any(inputs.count(one) > 1 for one in inputs)


@IN_ONE_FOLDER
@given(
    st.integers(0, len(CASE + SECOND)),
    st.integers(0, 12),
    st.text(st.sampled_from("[]{}=\"'\n.,#-1e_ atn\\\u00e9\u2028\x00"), max_size=6)
    | st.sampled_from(["[[case]]", "nan", "args", "true", "[[", "1979-05-27", "{}", '"""']),
)
def test_a_damaged_file_is_told_about_and_nothing_worse(start: int, cut: int, put: str) -> None:
    """Whatever happens to a file, it loads or its problems are told, each within the file."""
    text = CASE + SECOND
    damaged = text[:start] + put + text[start + cut :]
    Path("own.toml").write_text(damaged, encoding="utf-8")
    problems = content.check_case_file("own.toml", keep())
    assert all(0 <= problem.line <= damaged.count("\n") + 1 for problem in problems)
    if not any(problem.severity == "error" for problem in problems):
        assert content.load_case_file("own.toml", keep())


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEBAB, inner, max_size=3),
    max_leaves=6,
)


@IN_ONE_FOLDER
@given(written_cases(), st.sampled_from(["args", "expected", "case"]), st.data())
def test_a_value_of_any_type_anywhere_is_told_about(
    written: dict[str, Any], table: str, data: st.DataObject
) -> None:
    """No value of a wrong type gets through as an exception of Python."""
    tables = written if table == "case" else written[table]
    key = data.draw(st.sampled_from(sorted(tables)))
    value = data.draw(VALUES.filter(lambda value: value is not None and "null" not in str(value)))
    assume("None" not in repr(value))
    tables[key] = value
    body = "".join(f"{key} = {as_toml(value)}\n" for key, value in written.items())
    check_own(f"format_version = 1\n[[case]]\n{body}")


# --- the exercise --------------------------------------------------------------------------------


def test_an_exercise_loads_with_all_its_parts(root: Path) -> None:
    """exercise.toml, cases, probes, starter and generated data become one Exercise."""
    exercise = content.load_exercise(str(root), "keep")
    parts = keep()
    assert (parts.parameters, parts.result) == (exercise.parameters, exercise.result)
    assert Limits(call_seconds=1.5, memory_mib=256) == exercise.limits
    assert ("keep", 42, "kept") == (exercise.function, exercise.seed, exercise.rows_follow)
    assert [("index", "i", None), ("share", "share", 3)] == [tuple(c) for c in exercise.columns]
    assert "def keep(): ...\n" == exercise.starter
    assert "0123456789ab" == exercise.content_version


def test_generated_data_are_merged_into_the_cases(root: Path) -> None:
    """A case without an expected value gets the reference's, its draws and its table."""
    (case,) = content.load_exercise(str(root), "keep").cases
    assert (([7], 1), 1) == (case.expected, case.draws)
    assert [({"index": 0, "share": 0.5}, True), ({"index": 1, "share": 0.1}, False)] == [
        (row.cells, row.examined) for row in case.rows
    ]


def test_an_expected_value_in_the_case_itself_stays(root: Path) -> None:
    """What the author wrote is not replaced by what was recorded."""
    (root / "exercise/keep/cases.toml").write_text(CASE.replace("[7], count = 1", "[], count = 0"))
    (case,) = content.load_exercise(str(root), "keep").cases
    assert (([], 0), 1) == (case.expected, case.draws)


def test_a_case_that_sync_has_not_seen_names_sync(root: Path) -> None:
    """A new case or probe without recorded data is refused with the command to run."""
    folder = root / "exercise" / "keep"
    (folder / "cases.toml").write_text(CASE + SECOND)
    probe = '[[probe]]\nid = "p"\nargs = { shares = [1], limits = [1], marks = [1] }\n'
    (folder / "probes.toml").write_text("format_version = 1\n" + probe)
    with pytest.raises(ContentProblems) as caught:
        content.load_exercise(str(root), "keep")
    assert [
        'exercise/keep/cases.toml:8: case "two": generated.json does not know it yet; '
        "run: grade author sync",
        'exercise/keep/probes.toml:2: probe "p": generated.json does not know it yet; '
        "run: grade author sync",
    ] == [str(problem) for problem in caught.value.problems]


def test_sync_can_load_cases_that_it_has_not_seen(root: Path) -> None:
    """Without required data, expected is None where nobody wrote it, and the rest is merged."""
    unwritten = CASE.replace(LAST_LINE_OF_CASE, "")
    more = SECOND.replace("expected = { kept = [], count = 0 }\n", "")
    (root / "exercise/keep/cases.toml").write_text(unwritten + more)
    exercise = content.load_exercise(str(root), "keep", require_generated=False)
    assert [([7], 1), None] == [case.expected for case in exercise.cases]
    (root / "exercise/keep/generated.json").unlink()
    exercise = content.load_exercise(str(root), "keep", require_generated=False)
    assert [None, None] == [case.expected for case in exercise.cases]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"format_version": 2}',
        '{"format_version": 1, "content": "x"}',
        json.dumps({**GENERATED, "cases": {"one": {**ENTRY, "expected": [1]}}}),
        json.dumps(
            {
                **GENERATED,
                "cases": {"one": {"args": ENTRY["args"], "expected": [[], 0], "rows": []}},
            }
        ),
        json.dumps({**GENERATED, "cases": {"one": {**ENTRY, "expected": 3}}}),
        json.dumps({**GENERATED, "cases": {"one": {**ENTRY, "rows": [3]}}}),
        json.dumps({**GENERATED, "cases": []}),
    ],
)
def test_generated_data_that_sync_did_not_write_name_sync(root: Path, text: str) -> None:
    """A broken or outdated generated.json is one sentence that ends with the command to run."""
    (root / "exercise/keep/generated.json").write_text(text)
    with pytest.raises(ContentProblems) as caught:
        content.load_exercise(str(root), "keep")
    told = "exercise/keep/generated.json: is not what this version of grade author sync writes"
    assert f"{told}; run: grade author sync" == str(caught.value)
    exercise = content.load_exercise(str(root), "keep", require_generated=False)
    assert [None] == [case.expected for case in exercise.cases], "sync can write it anew"


def test_a_missing_generated_file_is_told(root: Path) -> None:
    """Without recorded data an exercise cannot be graded."""
    (root / "exercise/keep/generated.json").unlink()
    with pytest.raises(ContentProblems) as caught:
        content.load_exercise(str(root), "keep")
    told = "exercise/keep/generated.json: there is no such file; run: grade author sync"
    assert told == str(caught.value)


@pytest.mark.parametrize("name", ["cases.toml", "probes.toml", "starter.py"])
def test_a_missing_file_of_the_exercise_is_told(root: Path, name: str) -> None:
    """Each hand-written file has to be there."""
    (root / "exercise" / "keep" / name).unlink()
    with pytest.raises(ContentProblems) as caught:
        content.load_exercise(str(root), "keep")
    assert f"exercise/keep/{name}: there is no such file" == str(caught.value)


def test_problems_of_cases_and_probes_are_told_together(root: Path) -> None:
    """One run of a check tells the problems of all files of the exercise."""
    folder = root / "exercise" / "keep"
    (folder / "cases.toml").write_text(CASE + "hidden = true\n")
    (folder / "probes.toml").write_text("format_version = 1\n[[probes]]\n")
    (folder / "statement.md").unlink()
    assert [
        'exercise/keep/cases.toml:7: case "one", hidden: a case of the exercise cannot be hidden; '
        "move the case to a file for --cases",
        "exercise/keep/probes.toml:2: probes: no probe at all; tables seen: [[probes]], "
        "wanted [[probe]]; write [[probe]] above each probe",
        "exercise/keep/statement.md: there is no such file",
    ] == [str(problem) for problem in content.check_exercise(str(root), "keep")]


def test_a_probe_has_neither_words_nor_points(root: Path) -> None:
    """A probe is a call and nothing else."""
    probe = '[[probe]]\nid = "p"\npoints = 1\nargs = { shares = [], limits = [], marks = [] }\n'
    (root / "exercise/keep/probes.toml").write_text("format_version = 1\n" + probe)
    problems = content.check_exercise(str(root), "keep")
    told = 'exercise/keep/probes.toml:4: probe "p", points: unknown key "points"'
    assert [f"{told}; known here: id, args, arrays, boundary"] == [
        str(problem) for problem in problems
    ]


def test_a_probe_cannot_repeat_a_case(root: Path) -> None:
    """Ids and inputs are unique over the cases and probes of an exercise."""
    probe = CASE.replace("[[case]]", "[[probe]]").replace(LAST_LINE_OF_CASE, "")
    (root / "exercise/keep/probes.toml").write_text(probe)
    assert [
        'exercise/keep/probes.toml:4: probe "one", id: the id "one" is already used at '
        "exercise/keep/cases.toml:3; choose another id",
        'exercise/keep/probes.toml:5: probe "one", args: the same input as case "one" at '
        "exercise/keep/cases.toml:3; change it, or remove one of them",
    ] == [str(problem) for problem in content.check_exercise(str(root), "keep")]


def test_an_unknown_exercise_names_the_known_ones(root: Path) -> None:
    """A wrong id is answered with the right ones."""
    with pytest.raises(ContentError) as caught:
        content.load_exercise(str(root), "kept")
    assert ('there is no exercise "kept"', "there are: keep") == (
        caught.value.message,
        caught.value.hint,
    )


EXERCISE_SLIPS: dict[str, tuple[str, str, list[str]]] = {
    "misspelt key": (
        "rows_follow",
        "row_follows",
        [':7: row_follows: unknown key "row_follows"; did you mean "rows_follow"?'],
    ),
    "id of another folder": (
        'id = "keep"',
        'id = "kept"',
        [
            ':3: id: the id "kept" is not the name of the folder; '
            'write id = "keep", or rename the folder'
        ],
    ),
    "function no name": (
        'function = "keep"',
        'function = "keep it"',
        [':5: function: "keep it" is not a Python name; write function = "name"'],
    ),
    "seed too large": (
        "seed = 42",
        "seed = 4294967296",
        [":6: seed: 4294967296 is no seed of NumPy; seeds are below 2**32"],
    ),
    "seed true": (
        "seed = 42",
        "seed = true",
        [":6: seed: true is not a whole number, 0 or more; write seed = 1"],
    ),
    "position below 0": (
        "seed = 42",
        "position = -1\nseed = 42",
        [":6: position: -1 is not a whole number, 0 or more; write position = 1"],
    ),
    "sum of whole numbers": (
        'type = "list[int]"',
        'type = "list[int]"\nsums_to = 1',
        [
            ':26: parameter "marks", sums_to: list[int] is no list of floats, whose sum could be '
            "told; remove the key"
        ],
    ),
    "sum infinite": (
        "max = 1\narray",
        "max = 1\nsums_to = inf\narray",
        [':14: parameter "shares", sums_to: inf is not a finite number; write sums_to = 1'],
    ),
    "index into a plain list": (
        'type = "list[int]"',
        'type = "list[int]"\nindex_into = "shares"',
        [
            ':26: parameter "marks", index_into: "shares" is not a list of rows among the '
            "parameters, for a list of ints; known here: grid"
        ],
    ),
    "index that is a float": (
        "max = 1\narray",
        'max = 1\nindex_into = "grid"\narray',
        [
            ':14: parameter "shares", index_into: "grid" is not a list of rows among the '
            "parameters, for a list of ints; remove it"
        ],
    ),
    "width of itself": (
        'type = "list[list[float]]"',
        'type = "list[list[float]]"\nsame_width = "grid"',
        [
            ':40: parameter "grid", same_width: "grid" is not another list of rows among the '
            "parameters, for lists of floats; remove it"
        ],
    ),
    "width of whole numbers": (
        'type = "list[int]"',
        'type = "list[int]"\nsame_width = "grid"',
        [
            ':26: parameter "marks", same_width: "grid" is not another list of rows among the '
            "parameters, for lists of floats; remove it"
        ],
    ),
    "rows follow nothing": (
        'rows_follow = "kept"',
        'rows_follow = "count"',
        [':7: rows_follow: "count" is not a list of the result; known here: kept'],
    ),
    "parameter twice": (
        'name = "limits"',
        'name = "shares"',
        [
            ':17: parameter "shares", name: "shares" is already used at '
            "exercise/keep/exercise.toml:9; choose another name",
            ':21: parameter "shares", same_length: "shares" is not another list among the '
            "parameters; known here: grid, marks",
        ],
    ),
    "type misspelt": (
        'type = "list[int]"',
        'type = "list[ints]"',
        [
            ':25: parameter "marks", type: "list[ints]" is not one of int, float, list[int], '
            'list[float], list[list[float]]; did you mean "list[int]"?',
            ':46: result "kept", prefix_of: "marks" is not a list among the parameters, '
            "for a list; known here: grid, limits, shares",
        ],
    ),
    "range empty": (
        "min = 1\nmax = 5",
        "min = 5\nmax = 1",
        [':33: parameter "level", min: 5 is above max = 1; swap them'],
    ),
    "array of a number": (
        "max = 5",
        "array = true",
        [':34: parameter "level", array: int cannot be an array; remove the key'],
    ),
    "length of an unknown list": (
        'same_length = "shares"\n\n',
        'same_length = "share"\n\n',
        [
            ':21: parameter "limits", same_length: "share" is not another list among the '
            'parameters; did you mean "shares"?'
        ],
    ),
    "length of a number": (
        "max = 5\n",
        'max = 5\nsame_length = "shares"\n',
        [
            ':35: parameter "level", same_length: "shares" is not another list among the '
            "parameters; remove it"
        ],
    ),
    "tolerance of whole numbers": (
        "length_of =",
        "tolerance = 0.1\nlength_of =",
        [':52: result "count", tolerance: int is compared exactly; remove the key'],
    ),
    "length of itself": (
        'length_of = "kept"',
        'length_of = "count"',
        [
            ':52: result "count", length_of: "count" is not a list of the result, for an int; '
            "known here: kept"
        ],
    ),
    "limit zero": (
        "call_seconds = 1.5",
        "call_seconds = 0",
        [":55: limits.call_seconds: 0 is not a finite number above 0; write call_seconds = 1.0"],
    ),
    "limit misspelt": (
        "memory_mib",
        "memory_mb",
        [':56: limits.memory_mb: unknown key "memory_mb"; did you mean "memory_mib"?'],
    ),
    "column twice": (
        'key = "share"',
        'key = "index"',
        [
            ':63: column "index", key: "index" is already used at '
            "exercise/keep/exercise.toml:58; choose another name"
        ],
    ),
    "column without a title": (
        'title = "share"\n',
        "",
        [':62: column "share": the key "title" is missing; add title = "..."'],
    ),
    "one parameter in single brackets": (
        EXERCISE[EXERCISE.index("[[parameter]]") : EXERCISE.index("[[result]]")],
        '[parameter]\nname = "marks"\ntype = "list[int]"\n',
        [
            ":9: parameter: a table stands for tables; write [[parameter]] above each of them",
            ':15: result "kept", prefix_of: "marks" is not a list among the parameters, '
            "for a list; remove it",
        ],
    ),
}


@pytest.mark.parametrize("slip", EXERCISE_SLIPS)
def test_each_slip_in_an_exercise_is_told(root: Path, slip: str) -> None:
    """One slip in a faultless exercise.toml gives exactly these lines."""
    old, new, told = EXERCISE_SLIPS[slip]
    text = EXERCISE.replace(old, new, 1)
    assert text != EXERCISE
    (root / "exercise/keep/exercise.toml").write_text(text)
    assert [f"exercise/keep/exercise.toml{line}" for line in told] == [
        str(problem) for problem in content.check_exercise(str(root), "keep")
    ]


def test_a_broken_exercise_file_is_told_once(root: Path) -> None:
    """Where exercise.toml cannot be read, nothing else is guessed about the exercise."""
    (root / "exercise/keep/exercise.toml").write_text(EXERCISE + "x =\n")
    told = "exercise/keep/exercise.toml:66: column 4: is not valid TOML: Invalid value"
    assert [f"{told}; mend this line: x ="] == [
        str(problem) for problem in content.check_exercise(str(root), "keep")
    ]


def test_a_range_may_be_open_below(root: Path) -> None:
    """A parameter with a maximum alone tells it when a case goes beyond."""
    (root / "exercise/keep/exercise.toml").write_text(
        EXERCISE.replace("min = 1\nmax = 5", "max = 5")
    )
    exercise = content.load_exercise(str(root), "keep")
    told = 'own.toml:5: case "two", args.level: 6 is out of range, allowed is 5 and below'
    text = CASE.replace('"one"', '"two"').replace("[7] }", "[7], level = 6 }")
    assert [f"{told}; choose a smaller value"] == check_own(text, exercise)
    assert [] == check_own(text.replace("level = 6", "level = -9"), exercise)


def test_an_exercise_without_a_result_is_refused(root: Path) -> None:
    """A function that returns nothing cannot be graded."""
    start, end = EXERCISE.index("[[result]]"), EXERCISE.index("[limits]")
    text = (EXERCISE[:start] + EXERCISE[end:]).replace('rows_follow = "kept"\n', "")
    (root / "exercise/keep/exercise.toml").write_text(text)
    told = "exercise/keep/exercise.toml: the function returns nothing"
    assert [f"{told}; add a [[result]] with name and type"] == [
        str(problem) for problem in content.check_exercise(str(root), "keep")
    ]


# --- hints and mistakes --------------------------------------------------------------------------


def test_hints_load_with_all_their_parts(root: Path) -> None:
    """The ladder keeps its order, nudges get ids of their own, mistakes and groups theirs."""
    hints = content.load_hints(str(root), "keep")
    assert [("idea", "Compare.", "The idea")] == [tuple(hint) for hint in hints.ladder]
    assert [("stop.1", "When does it end?"), ("stop.2", "And then?")] == [
        (nudge.id, nudge.text) for nudge in hints.topics["stop"]
    ]
    assert ["keeps-all", "keeps-none"] == list(hints.mistakes)
    assert ("nothing is left out", ("Does it ever stop?",)) == (
        hints.mistakes["keeps-all"].title,
        hints.mistakes["keeps-all"].nudges,
    )
    assert ("keeps-all", "keeps-none") == hints.groups["keeps-the-wrong-ones"].members
    assert "Nobody seeded." == hints.notes["never-seeded"]
    assert ("And now?",) == hints.follow_ups


# What is wrong -> (file, text to replace, text put there, what is told without the folder).
HINT_SLIPS: dict[str, tuple[str, str, str, list[str]]] = {
    "misspelt table": (
        "hints.toml",
        "[[topic]]",
        "[[topics]]",
        ['hints.toml:17: topics: unknown key "topics"; did you mean "topic"?'],
    ),
    "no hint": (
        "hints.toml",
        HINTS[HINTS.index("[[hint]]") : HINTS.index("[[topic]]")],
        "",
        ["hints.toml: no hint at all; wanted [[hint]]; write [[hint]] above each hint"],
    ),
    "hint without text": (
        "hints.toml",
        'text = "Compare."\n',
        "",
        ['hints.toml:12: hint "idea": the key "text" is missing; add text = "..."'],
    ),
    "unknown note": (
        "hints.toml",
        "not-used =",
        "not-use =",
        ['hints.toml:8: notes.not-use: unknown key "not-use"; did you mean "not-used"?'],
    ),
    "unknown placeholder": (
        "hints.toml",
        "{draws} of",
        "{draw} of",
        [
            "hints.toml:9: notes.fewer-draws: unknown placeholder {draw}; "
            "allowed are {draws} and {expected}"
        ],
    ),
    "stray brace": (
        "hints.toml",
        "Nobody seeded.",
        "Nobody } seeded.",
        [
            "hints.toml:5: notes.never-seeded: unknown placeholder }; "
            "allowed are {draws} and {expected}"
        ],
    ),
    "no nudge": (
        "hints.toml",
        '["When does it end?", "And then?"]',
        "[]",
        [
            'hints.toml:19: topic "stop", nudges: an empty list is not a list of texts, '
            'none of them empty; write nudges = ["...", "..."]'
        ],
    ),
    "mistake twice": (
        "mistakes.toml",
        'id = "keeps-none"',
        'id = "keeps-all"',
        [
            'mistakes.toml:10: mistake "keeps-all", id: the id "keeps-all" is already used at '
            "hints/keep/mistakes.toml:3; choose another id",
            'mistakes.toml:20: group "keeps-the-wrong-ones", members[1]: unknown mistake '
            '"keeps-none"; did you mean "keeps-all"?',
        ],
    ),
    "group with the id of a mistake": (
        "mistakes.toml",
        "keeps-the-wrong-ones",
        "keeps-all",
        [
            'mistakes.toml:16: group "keeps-all", id: the id "keeps-all" is already used at '
            "hints/keep/mistakes.toml:3; choose another id"
        ],
    ),
    "member twice": (
        "mistakes.toml",
        '["keeps-all", "keeps-none"]',
        '["keeps-all", "keeps-all"]',
        [
            'mistakes.toml:20: group "keeps-the-wrong-ones", members[1]: "keeps-all" is already '
            "a member at hints/keep/mistakes.toml:20; name it once"
        ],
    ),
    "members no list": (
        "mistakes.toml",
        '["keeps-all", "keeps-none"]',
        '"keeps-all"',
        [
            'mistakes.toml:20: group "keeps-the-wrong-ones", members: "keeps-all" is not a list '
            'of texts; write members = ["...", "..."]'
        ],
    ),
    "group of one": (
        "mistakes.toml",
        '["keeps-all", "keeps-none"]',
        '["keeps-all"]',
        [
            'mistakes.toml:20: group "keeps-the-wrong-ones", members: a group has two members '
            "or more; name them, or remove the group"
        ],
    ),
    "mistake without an explanation": (
        "mistakes.toml",
        'explanation = "It keeps no mark."\n',
        "",
        [
            'mistakes.toml:9: mistake "keeps-none": the key "explanation" is missing; '
            'add explanation = "..."'
        ],
    ),
}


@pytest.mark.parametrize("slip", HINT_SLIPS)
def test_each_slip_in_hints_and_mistakes_is_told(root: Path, slip: str) -> None:
    """One slip in faultless hints gives exactly these lines, and they do not load."""
    name, old, new, told = HINT_SLIPS[slip]
    path = root / "hints" / "keep" / name
    text = path.read_text().replace(old, new, 1)
    assert text != path.read_text()
    path.write_text(text)
    assert [f"hints/keep/{line}" for line in told] == [
        str(problem) for problem in content.check_hints(str(root), "keep")
    ]
    with pytest.raises(ContentProblems):
        content.load_hints(str(root), "keep")


def test_missing_hints_are_told(root: Path) -> None:
    """Both files of hints have to be there."""
    shutil.rmtree(root / "hints")
    assert [
        "hints/keep/hints.toml: there is no such file",
        "hints/keep/mistakes.toml: there is no such file",
    ] == [str(problem) for problem in content.check_hints(str(root), "keep")]


def test_fingerprints_load(root: Path) -> None:
    """Calls, answers and the answers of each mistake arrive as tuples."""
    fingerprints = content.load_fingerprints(str(root), "keep")
    assert (("one",), ("a",)) == (fingerprints.calls, fingerprints.answers)
    assert {"keeps-all": (0,), "keeps-none": (0,)} == fingerprints.mistakes


@pytest.mark.parametrize(
    "text",
    ["", "3", '{"format_version": 1}', '{"format_version": 1, "calls": 3}'],
)
def test_fingerprints_that_sync_did_not_write_name_sync(root: Path, text: str) -> None:
    """A broken fingerprints.json is one sentence that ends with the command to run."""
    (root / "hints/keep/fingerprints.json").write_text(text)
    with pytest.raises(ContentProblems) as caught:
        content.load_fingerprints(str(root), "keep")
    told = "hints/keep/fingerprints.json: is not what this version of grade author sync writes"
    assert f"{told}; run: grade author sync" == str(caught.value)


# --- everything together -------------------------------------------------------------------------


def test_faultless_content_has_no_problems(root: Path) -> None:
    """A check of good content is silent."""
    assert [] == content.check_content(str(root), "keep")


def test_a_topic_without_nudges_and_a_missing_note_are_told(root: Path) -> None:
    """Hints must have what the cases and the seed of the exercise call for."""
    path = root / "hints" / "keep" / "hints.toml"
    text = HINTS.replace('id = "stop"', 'id = "stops"').replace('not-used = "Not used."\n', "")
    path.write_text(text)
    assert [
        'exercise/keep/cases.toml:3: case "one", topic: hints.toml has no topic "stop"; '
        'did you mean "stops"?',
        'hints/keep/hints.toml: notes: the note "not-used" is missing, which an exercise with '
        'a seed needs; add not-used = "..."',
    ] == [str(problem) for problem in content.check_content(str(root), "keep")]


def test_a_check_before_the_first_sync_misses_no_generated_file(root: Path) -> None:
    """What sync has yet to write is asked for only where it is needed."""
    (root / "exercise/keep/generated.json").unlink()
    (root / "hints/keep/fingerprints.json").unlink()
    assert [] == content.check_content(str(root), "keep", require_generated=False)
    assert [
        "exercise/keep/generated.json: there is no such file; run: grade author sync",
        "hints/keep/fingerprints.json: there is no such file; run: grade author sync",
    ] == [str(problem) for problem in content.check_content(str(root), "keep")]


@pytest.mark.parametrize("id", ["digit_sum", "mean_of_rows"])
def test_the_toy_exercises_are_faultless(id: str) -> None:
    """The content that tests of the engine rest on passes its own check."""
    assert [] == content.check_content(TOY, id)
    calls = content.load_exercise(TOY, id)
    fingerprints = content.load_fingerprints(TOY, id)
    assert (3, 4) == (len(calls.cases), len(calls.probes))
    assert fingerprints.calls == tuple(case.id for case in (*calls.cases, *calls.probes))
    assert set(content.load_hints(TOY, id).mistakes) == set(fingerprints.mistakes)


def test_a_result_of_one_part_stands_alone() -> None:
    """A function that returns one value is expected to return no tuple."""
    exercise = content.load_exercise(TOY, "digit_sum")
    assert [13, 0, 3] == [case.expected for case in exercise.cases]
    assert [(472,), (0,), (13, 2)] == [case.args for case in exercise.cases]


def test_rows_scalars_and_arrays_arrive() -> None:
    """Lists of rows stay lists; whole numbers become the floats that the exercise wants."""
    case, _, array = content.load_exercise(TOY, "mean_of_rows").cases
    assert repr(([[1.0, 2.0, 3.0], [5.0]], 2.0)) == repr(case.args)
    assert ("rows",) == array.arrays
    assert 17 == array.line


def test_exercises_are_listed_by_position_then_by_name(several_root: str) -> None:
    """The order is the authors'; what needs no order gets the names without reading a file."""
    assert ["mean_of_rows", "digit_sum", "toss", "pick_each"] == content.exercise_ids(several_root)
    assert ["digit_sum", "mean_of_rows", "pick_each", "toss"] == content.known_ids(several_root)
    assert 2 == content.load_exercise(several_root, "toss").position


@pytest.mark.parametrize(
    "text", ["position = 0.5", "position = true", "position =", "\xff", "x = 1", '"position" = -7']
)
def test_a_position_that_cannot_be_read_hides_no_exercise(tmp_path: Path, text: str) -> None:
    """It is listed all the same, first; whoever loads it is told what is wrong with it."""
    for name, content_of in (("a", "position = 1"), ("b", text)):
        path = tmp_path / "exercise" / name / "exercise.toml"
        path.parent.mkdir(parents=True)
        path.write_bytes(content_of.encode("latin-1"))
    assert ["b", "a"] == content.exercise_ids(str(tmp_path))


def test_exercises_are_the_folders_with_an_exercise_file(root: Path) -> None:
    """Stray folders and files are no exercises; an empty root has none."""
    (root / "exercise" / "notes").mkdir()
    (root / "exercise" / "README.md").write_text("x")
    assert ["digit_sum", "mean_of_rows"] == content.exercise_ids(TOY)
    assert ["keep"] == content.exercise_ids(str(root))
    assert [] == content.exercise_ids(str(root / "hints"))


def test_the_statement_is_its_text(root: Path) -> None:
    """The statement comes as it is written; without one, the missing file is named."""
    assert "# Keep\n" == content.statement(str(root), "keep")
    with pytest.raises(ContentProblems, match=r"exercise/none/statement\.md: there is no such"):
        content.statement(str(root), "none")


def test_data_come_from_the_checkout_first() -> None:
    """In a checkout the content at its top is used."""
    assert str(HERE.parent) == content.data_root()


def test_data_come_from_the_package_where_there_is_no_checkout(tmp_path: Path) -> None:
    """An installed package finds the content inside itself, whatever lies beside it."""
    site = tmp_path / "site"
    shutil.copytree(HERE.parent / "grader", site / "grader")
    (site / "exercise").mkdir()
    (site / "hints").mkdir()
    code = "from grader.content import data_root; print(data_root())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=site, capture_output=True, text=True, check=True
    )
    assert str(site / "grader" / "_data") == done.stdout.strip()


def test_loading_an_exercise_imports_little() -> None:
    """Every run loads an exercise first: nothing slow may come along, nor what hints need."""
    code = (
        "import sys; from grader.content import load_exercise;"
        f"load_exercise({TOY!r}, 'digit_sum'); print(*sys.modules)"
    )
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, {str(HERE.parent)!r}); {code}",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    heavy = {"argparse", "dataclasses", "difflib", "inspect", "numpy", "pathlib", "textwrap"}
    assert set() == (heavy | {"grader.content._hints"}) & set(done.stdout.split())


@pytest.mark.parametrize("id", content.exercise_ids(content.data_root()))
def test_the_exercises_of_this_package_are_faultless(id: str) -> None:
    """What ships passes its own check, without a warning; sync may have something to write."""
    assert [] == content.check_content(content.data_root(), id, require_generated=False)

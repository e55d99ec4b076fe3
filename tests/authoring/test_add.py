"""`grade author add` and `try`: a case in a minute, or a refusal that changes nothing."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import content, grading
from grader.authoring import add, ask
from grader.authoring.toml_text import case_block, toml_value, value_text
from grader.catalogue import Catalogue
from grader.content import ContentProblems
from grader.errors import ExitCode, UsageError
from grader.grading import Options
from grader.results import Verdict
from tests.authoring.copies import SEEDED, tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.authoring.conftest import WarmRunner
    from tests.authoring.copies import Run

CASES = "exercise/toss/cases.toml"
TOYS = SEEDED.parent / "toy"
MARKS = ("--arg", "marks=[8, 9]")
INPUT = ("--arg", "chances=[0.9, 0.5]", *MARKS)
NAMED = ("--id", "new", "--title", "A title", "--why", "A reason.")
NOTHING = "Nothing was added; the lines are those that the case would have."

BLOCK = """\
[[case]]
id = "new"
title = "A title"
why = "A reason."
args = { chances = [0.9, 0.5], marks = [8, 9] }
"""


# --- which exercise ------------------------------------------------------------------------------


@pytest.fixture
def with_toys(root: Path) -> Path:
    """The copy, with two more exercises beside its own."""
    return shutil.copytree(TOYS, root, dirs_exist_ok=True)


def test_the_names_of_arguments_tell_the_exercise(
    with_toys: Path, author: Callable[..., Run]
) -> None:
    """Among several, a file is tried on the one that has its arguments, and a case added to it."""
    (with_toys / "own.toml").write_text(OWN)
    tried = author("try", "own.toml")
    assert (ExitCode.OK, []) == (tried.exit_code, tried.told)
    added = author("add", *NAMED, *INPUT)
    assert ExitCode.OK == added.exit_code
    assert f"added to {CASES}:" in added.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("add",),
        ("add", "--arg", "chance=[0.5]"),
        ("add", *INPUT, "--arg", "number=3"),
        ("try", "own.toml"),
    ],
    ids=lambda words: " ".join(words),
)
def test_where_they_do_not_tell_the_exercise_is_asked_for(
    with_toys: Path, author: Callable[..., Run], arguments: tuple[str, ...]
) -> None:
    """A misspelt name or none is no reason to guess; nothing is written."""
    (with_toys / "own.toml").write_text("format_version = 1\n[[case]]\nargs = 3\n[[case]]\n")
    before = tree(with_toys)
    run = author(*arguments)
    assert ExitCode.USAGE == run.exit_code
    asked = ["grade: Which exercise?", "--exercise with one of: digit_sum, mean_of_rows, toss"]
    assert asked == run.told
    assert before == tree(with_toys)


def test_a_file_that_cannot_be_read_is_told_before_it_is_asked(
    with_toys: Path, author: Callable[..., Run]
) -> None:
    """A path that leads nowhere is the first thing to mend."""
    run = author("try", "none.toml")
    assert (ExitCode.USAGE, ["grade: none.toml: there is no such file"]) == (
        run.exit_code,
        run.told,
    )


# --- add: what is right --------------------------------------------------------------------------


def test_a_case_is_appended_recorded_and_explained(root: Path, author: Callable[..., Run]) -> None:
    """The file gets the block at its end; the command tells result, table, situations, worth."""
    before = (root / CASES).read_text()
    run = author("add", *NAMED, *INPUT)
    assert (ExitCode.OK, []) == (run.exit_code, run.told)
    assert f"{before}\n{BLOCK}" == (root / CASES).read_text()
    assert run.out == (
        "new: the reference returns ([8], 1)\n"
        "mark    draw\n"
        "   8  0.3745\n"
        "   9  0.9507\n"
        "situations: one failed\n"
        "catches 2 known mistakes, 0 of them missed by all others\n"
        f"added to {CASES}:19\n"
    )
    assert (ExitCode.OK, []) == author("check")[::2]
    assert ([8], 1) == content.load_exercise(".", "toss").cases[2].expected


def test_the_mistakes_that_no_other_case_catches_are_named(
    root: Path, author: Callable[..., Run]
) -> None:
    """A case is worth most for the mistakes that only it catches."""
    cases = (root / CASES).read_text()
    (root / CASES).write_text(cases[: cases.index('[[case]]\nid = "equal-draw"')])
    chances = "chances=[0.3745401188473625]"
    run = author("add", "--id", "tie", "--arg", chances, "--arg", "marks=[1]", "--boundary")
    assert "catches 3 known mistakes, 1 of them missed by all others\n  at-most\n" in run.out


def test_every_option_arrives_in_the_block(root: Path, author: Callable[..., Run]) -> None:
    """All keys of a case can be given; points of 0 are points."""
    more = ("--array", "chances", "--points", "0", "--topic", "stop", "--tag", "a", "--tag", "b")
    assert ExitCode.OK == author("add", *NAMED, *INPUT, *more).exit_code
    added = tomllib.loads((root / CASES).read_text())["case"][-1]
    assert {
        "id": "new",
        "title": "A title",
        "why": "A reason.",
        "args": {"chances": [0.9, 0.5], "marks": [8, 9]},
        "arrays": ["chances"],
        "points": 0,
        "topic": "stop",
        "tags": ["a", "b"],
    } == added


def test_an_id_and_arguments_are_enough(root: Path, author: Callable[..., Run]) -> None:
    """Without a terminal, what can stay away is not asked for."""
    assert ExitCode.OK == author("add", "--id", "new", *INPUT).exit_code
    assert "new" == content.load_exercise(".", "toss").cases[2].title


@pytest.mark.parametrize("points", ["2.5", "3", "0.5"])
def test_decimal_points_are_fine(points: str, author: Callable[..., Run]) -> None:
    """Points may have decimals."""
    assert ExitCode.OK == author("add", *NAMED, *INPUT, "--points", points).exit_code
    assert float(points) == content.load_exercise(".", "toss").cases[2].points


@pytest.mark.parametrize(
    ("change", "joint", "newline"),
    [
        (lambda data: data.replace(b"\n", b"\r\n"), b"\r\n", b"\r\n"),
        (lambda data: b"\xef\xbb\xbf" + data, b"\n", b"\n"),
        (lambda data: data.rstrip(b"\n"), b"\n\n", b"\n"),
        (lambda data: data + b"# the end", b"\n\n", b"\n"),
        (lambda data: data.replace(b"\n", b"\r\n") + b"# the end", b"\r\n\r\n", b"\r\n"),
        (lambda data: data + b"\n\n\n", b"\n", b"\n"),
    ],
    ids=["crlf", "bom", "no last line end", "comment last", "crlf, comment last", "empty lines"],
)
def test_what_was_there_stays_to_the_byte(
    change: Callable[[bytes], bytes],
    joint: bytes,
    newline: bytes,
    root: Path,
    author: Callable[..., Run],
) -> None:
    """Comments, order, line ends and a byte order mark stay; the block has the file's line ends."""
    before = change((root / CASES).read_bytes())
    (root / CASES).write_bytes(before)
    assert ExitCode.OK == author("add", *NAMED, *INPUT).exit_code
    block = BLOCK.encode().replace(b"\n", newline)
    assert before + joint + block == (root / CASES).read_bytes()


def test_a_warning_about_the_new_case_is_told(root: Path, author: Callable[..., Run]) -> None:
    """A doubtful value is added, and told as doubtful."""
    run = author("add", *NAMED, *INPUT[:2], "--arg", "marks=[8, -1]")
    assert ExitCode.OK == run.exit_code
    assert 1 == len(run.told)
    assert f'{CASES}:23: warning: case "new", args.marks[1]: -1 is below 0' in run.told[0]


# --- add: what is refused ------------------------------------------------------------------------

REFUSED: dict[str, tuple[tuple[str, ...], str]] = {
    "id used": (("--id", "equal-draw", *INPUT), f"is already used at {CASES}:11; choose another"),
    "id of a probe": (
        ("--id", "one-kept", *INPUT),
        f'probe "one-kept", id: the id "one-kept" is already used at {CASES}:19',
    ),
    "id not kebab": (("--id", "New One", *INPUT), 'write id = "new-one"'),
    "unequal lengths": (
        (*NAMED, *INPUT[:2], "--arg", "marks=[8]"),
        "args.marks: has 1 item, chances has 2; make them equally long",
    ),
    "percentages": (
        (*NAMED, "--arg", "chances=[90, 50]", *MARKS),
        "90 is out of range, probabilities lie between 0 and 1; convert percentages",
    ),
    "NaN": ((*NAMED, "--arg", "chances=[nan, 1]", *MARKS), "nan is not finite"),
    "decimal marks": ((*NAMED, *INPUT[:2], "--arg", "marks=[8.0, 9]"), "8.0 is not a whole number"),
    "text": ((*NAMED, *INPUT[:2], "--arg", 'marks="8"'), '"8" is not a list of whole numbers'),
    "misspelt argument": (
        (*NAMED, "--arg", "chance=[0.9, 0.5]", *MARKS),
        'unknown argument "chance"; did you mean "chances"?',
    ),
    "input used": (
        (*NAMED, "--arg", "chances=[0.5, 0.5, 0.9]", "--arg", "marks=[1, 2, 3]"),
        f'the same input as case "second-fails" at {CASES}:4',
    ),
    "draw too close": (
        (*NAMED, "--arg", "chances=[0.3745401, 0.5]", *MARKS),
        f'{CASES}:19: case "new": toss 0: the draw 0.3745401188473625 is too close to the chance',
    ),
    "boundary without need": (
        (*NAMED, *INPUT, "--boundary"),
        "boundary = true, but no draw is close to its boundary; remove that key",
    ),
    "refused by the exercise": (
        (*NAMED, "--arg", "chances=[0.9, 0]", *MARKS),
        "chances[1] is 0: nothing to toss for; choose other numbers",
    ),
    "unknown topic": (
        (*NAMED, *INPUT, "--topic", "stopp"),
        'hints.toml has no topic "stopp"; did you mean "stop"?',
    ),
    "tag no word": ((*NAMED, *INPUT, "--tag", "a-b"), '"a-b" cannot be a mark of pytest'),
    "no array": ((*NAMED, *INPUT, "--array", "marks"), '"marks" is no argument that may be an'),
    "negative points": ((*NAMED, *INPUT, "--points", "-1"), "-1 is not a finite number, 0 or more"),
    "points NaN": ((*NAMED, *INPUT, "--points", "nan"), "nan is not a finite number, 0 or more"),
}
MISUSED: dict[str, tuple[tuple[str, ...], str]] = {
    "Python's tuple": ((*NAMED, *INPUT[:2], "--arg", "marks=(8, 9)"), "(8, 9) is no value"),
    "unclosed": ((*NAMED, *INPUT[:2], "--arg", "marks=[8, 9"), "[8, 9 is no value: Unclosed array"),
    "two values": (
        (*NAMED, *INPUT[:2], "--arg", "marks=[8]\nx = 1"),
        r"[8]\nx = 1 is no number, text or list",
    ),
    "date": ((*NAMED, *INPUT[:2], "--arg", "marks=2020-01-01"), "2020-01-01 is no number, text or"),
    "no value": ((*NAMED, *INPUT[:2], "--arg", "marks="), "Nothing is no value"),
    "no name": ((*NAMED, *INPUT[:2], "--arg", "[8, 9]"), "--arg [8, 9] is not NAME=VALUE"),
    "given twice": ((*NAMED, *INPUT, *MARKS), "--arg marks is given twice"),
    "points in words": ((*NAMED, *INPUT, "--points", "two"), "two is no value"),
    "points true": ((*NAMED, *INPUT, "--points", "true"), "'true' is no number"),
    "no id": (INPUT, "There is no terminal to ask for --id ID."),
    "nothing": (
        (),
        "There is no terminal to ask for --id ID, --arg 'chances=[0.5, 0.25]', "
        "--arg 'marks=[3, 7]'.",
    ),
    "bytes that are no text": (
        ("--id", "new", "--why", "\udcff", *INPUT),
        "no characters in UTF-8",
    ),
    "unknown exercise": ((*NAMED, *INPUT, "--exercise", "tess"), 'there is no exercise "tess"'),
    "unknown option": ((*NAMED, *INPUT, "--hidden"), "--hidden"),
}


@pytest.mark.parametrize("slip", [*REFUSED, *MISUSED])
def test_what_check_would_refuse_is_refused_and_changes_nothing(
    slip: str, root: Path, author: Callable[..., Run]
) -> None:
    """A slip ends with 2 and a sentence about it, and every file is as it was, to the byte."""
    before = tree(root)
    arguments, told = {**REFUSED, **MISUSED}[slip]
    run = author("add", *arguments)
    assert ExitCode.USAGE == run.exit_code
    assert told in run.told[0]
    assert "" == run.out
    assert (slip in REFUSED) == (run.told[-1] == NOTHING)
    assert before == tree(root)


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        (CASES, "[[case]]", "[[case", "is not valid TOML"),
        (CASES, "count = 0", "count = 1", "but kept has 0 items"),
        ("hints/toss/hints.toml", "title", "titel", 'did you mean "title"?'),
        ("reference/toss/solution.py", "def toss", "def tos", "defines no function toss"),
    ],
)
def test_to_content_with_problems_nothing_is_added(
    name: str,
    old: str,
    new: str,
    told: str,
    root: Path,
    author: Callable[..., Run],
    edit: Callable[..., None],
) -> None:
    """What is wrong already has to be mended first; it is told, and stays as it is."""
    edit(name, old, new)
    before = tree(root)
    run = author("add", *NAMED, *INPUT)
    assert ExitCode.USAGE == run.exit_code
    assert told in run.told[0]
    assert before == tree(root)


@pytest.mark.parametrize("where", ["check_content", "record", "write"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_an_interrupt_leaves_everything_as_it_was(
    where: str,
    error: type[BaseException],
    root: Path,
    author: Callable[..., Run],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ctrl-C, or a failure of our own, at any point puts every file back."""
    before = tree(root)

    def fail(*arguments: object, **options: object) -> None:
        (root / "exercise/toss/generated.json").write_text("half")
        raise error

    monkeypatch.setattr(content if where == "check_content" else add, where, fail)
    run = author("add", *NAMED, *INPUT)
    assert (ExitCode.INTERRUPTED if error is KeyboardInterrupt else ExitCode.NOT_GRADED) == (
        run.exit_code
    )
    assert before == tree(root)


# --- add: what is asked for ----------------------------------------------------------------------


class Talk:
    """`grade author add` on a terminal of its own."""

    def __init__(self, root: Path, *arguments: str) -> None:
        import pty

        self.shown = ""
        self._master, slave = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "grader", "author", "add", "--root", ".", *arguments],
            cwd=root,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(slave)

    def answer(self, question: str, text: str) -> None:
        """Wait for a question and type something."""
        while not self.shown.endswith(question):
            assert self._read(), f"{question!r} was not asked: {self.shown}"
        os.write(self._master, text.encode())

    def end(self, key: str = "") -> int:
        """Wait for the end, pressing a key again as long as nothing happens; return the exit code.

        A Ctrl-C just before Python begins to read is noticed at the next key only.
        """
        going = True
        while going:
            if select.select([self._master], [], [], 3 if key else None)[0]:
                going = self._read()
            else:
                os.write(self._master, key.encode())
        os.close(self._master)
        return self._process.wait(timeout=60)

    def _read(self) -> bool:
        try:
            data = os.read(self._master, 4096)
        except OSError:  # how Linux says that nobody writes any more
            return False
        self.shown += data.decode()
        return bool(data)


def _take_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


on_a_terminal = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


@on_a_terminal
def test_on_a_terminal_everything_is_asked_for(root: Path) -> None:
    """Each question says what it wants; a value that is none is asked for again."""
    before = (root / CASES).read_text()
    talk = Talk(root)
    talk.answer("id (words-with-hyphens): ", "new\n")
    talk.answer("title (a few words): ", "A title\n")
    talk.answer("why (a sentence): ", "A reason.\n")
    talk.answer("topic of its hints (stop; or nothing): ", "stop\n")
    talk.answer("chances, such as [0.5, 0.25]: ", "0.9, 0.5\n")
    talk.answer("chances, such as [0.5, 0.25]: ", "[0.9, 0.5]\n")
    talk.answer("marks, such as [3, 7]: ", "[8, 9]\n")
    assert 0 == talk.end()
    assert "0.9, 0.5 is no value: " in talk.shown
    assert "new: the reference returns ([8], 1)" in talk.shown
    assert f'{before}\n{BLOCK}topic = "stop"\n' == (root / CASES).read_text()


@on_a_terminal
def test_only_what_is_missing_is_asked_for(root: Path) -> None:
    """Options are answers already; empty answers leave title, why and topic out."""
    talk = Talk(root, "--id", "new", *INPUT[:2])
    talk.answer("title (a few words): ", "\n")
    talk.answer("why (a sentence): ", "\n")
    talk.answer("topic of its hints (stop; or nothing): ", "\n")
    talk.answer("marks, such as [3, 7]: ", "[8, 9]\n")
    assert 0 == talk.end()
    assert "id (" not in talk.shown and "chances, such" not in talk.shown
    added = tomllib.loads((root / CASES).read_text())["case"][-1]
    assert {"id": "new", "args": {"chances": [0.9, 0.5], "marks": [8, 9]}} == added


@on_a_terminal
@pytest.mark.parametrize(
    ("key", "code", "told"),
    [
        ("\x04", ExitCode.USAGE, "grade: The input ended before everything was given."),
        ("\x03", ExitCode.INTERRUPTED, "grade: Interrupted."),
    ],
    ids=["end of input", "Ctrl-C"],
)
def test_giving_up_at_a_question_changes_nothing(
    key: str, code: ExitCode, told: str, root: Path
) -> None:
    """The end of the input, or Ctrl-C, ends the command."""
    before = tree(root)
    talk = Talk(root)
    talk.answer("id (words-with-hyphens): ", "new\n")
    talk.answer("title (a few words): ", key)
    assert code == talk.end(key)
    assert told in talk.shown
    assert before == tree(root)


def test_a_misspelt_argument_is_told_before_anything_is_asked(
    root: Path, author: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody types the rest of a case whose first argument is refused."""
    monkeypatch.setattr("sys.stdin", Terminal())
    run = author("add", *NAMED, "--topic", "stop", "--arg", "chance=[0.5]")
    assert 'unknown argument "chance"; did you mean "chances"?' in run.told[0]


class Terminal:
    """A terminal at which nobody sits."""

    def isatty(self) -> bool:
        """Say that this is a terminal."""
        return True

    def readline(self) -> str:
        """Fail: nobody answers."""
        raise AssertionError("nothing may be asked")


def test_an_ended_input_is_wrong_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that gets no answer is one sentence."""
    monkeypatch.setattr("builtins.input", lambda prompt: (_ for _ in ()).throw(EOFError))
    with pytest.raises(UsageError, match="The input ended"):
        ask._value("marks")


# --- what is written as TOML ---------------------------------------------------------------------

NUMBERS = st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(NUMBERS | st.booleans() | TEXTS, st.lists, max_leaves=12)


@given(VALUES)
def test_any_value_written_reads_back_equal(value: Any) -> None:
    """Numbers, texts and lists come back as they were, with their types."""
    assert repr(value) == repr(tomllib.loads(f"x = {value_text(value)}")["x"])
    assert repr(value) == repr(toml_value(value_text(value)))


@given(TEXTS, TEXTS, st.dictionaries(st.sampled_from(["a", "b_c"]), VALUES), st.lists(TEXTS))
def test_any_block_written_reads_back_equal(
    title: str, why: str, args: dict[str, Any], tags: list[str]
) -> None:
    """A block holds what it was made of, without the fields that are empty."""
    fields = {"id": "x", "title": title, "why": why, "args": args, "tags": tags}
    read = tomllib.loads(case_block(fields))["case"][0]
    assert {key: value for key, value in fields.items() if value not in ("", [])} == read


# --- try -----------------------------------------------------------------------------------------

OWN = """\
format_version = 1

[[case]]
id = "own"
args = { chances = [0.9, 0.5], marks = [8, 9] }
expected = { kept = [8], count = 1 }
hidden = true
points = 2
"""
RIGHT = """\
import numpy as np


def toss(chances, marks):
    np.random.seed(42)
    kept = []
    for chance, mark in zip(chances, marks):
        if not np.random.uniform() < chance:
            return kept, len(kept)
        kept.append(mark)
    return kept, len(kept)
"""


def test_a_file_of_ones_own_is_tried_without_writing(
    root: Path, author: Callable[..., Run]
) -> None:
    """Each case is told as `add` tells it; nothing is written."""
    (root / "own.toml").write_text(OWN)
    before = tree(root)
    run = author("try", "own.toml")
    assert (ExitCode.OK, []) == (run.exit_code, run.told)
    assert run.out.startswith("own: the reference returns ([8], 1)\nmark    draw\n")
    assert run.out.endswith("own.toml: 0 problems, 0 warnings\n")
    assert before == tree(root)


TRIED: dict[str, tuple[str, str, str]] = {
    "wrong expected": (
        "[8], count = 1",
        "[8, 9], count = 2",
        'own.toml:3: case "own": expected is ([8, 9], 2), but the reference returns ([8], 1); '
        "if that is right, write expected = { kept = [8], count = 1 }",
    ),
    "no expected": (
        "expected = { kept = [8], count = 1 }\n",
        "",
        'own.toml:3: case "own": the key "expected" is missing; '
        "add expected = { kept = ..., count = ... }",
    ),
    "id of a case": (
        '"own"',
        '"equal-draw"',
        'own.toml:4: case "equal-draw", id: the id "equal-draw" is already used at '
        f"{CASES}:11; choose another id",
    ),
    "input of a case": (
        "{ chances = [0.9, 0.5], marks = [8, 9] }\nexpected = { kept = [8]",
        "{ chances = [0.5, 0.5, 0.9], marks = [1, 2, 3] }\nexpected = { kept = [1]",
        f'own.toml:5: case "own", args: the same input as case "second-fails" at {CASES}:4; '
        "change it, or remove one of them",
    ),
    "draw too close": (
        "0.9, 0.5",
        "0.9, 0.9507143",
        'own.toml:3: case "own": toss 1: the draw 0.9507143064099162 is too close to the chance '
        "0.9507143; choose other numbers, or set boundary = true if that closeness is what the "
        "case is about",
    ),
    "unknown topic": (
        "hidden",
        'topic = "stopp"\nhidden',
        'own.toml:3: case "own", topic: hints.toml has no topic "stopp"; did you mean "stop"?',
    ),
    "misspelt hidden": (
        "hidden",
        "hiden",
        'own.toml:7: case "own", hiden: unknown key "hiden"; did you mean "hidden"?',
    ),
}


@pytest.mark.parametrize("slip", TRIED)
def test_slips_in_a_file_of_ones_own_are_told(
    slip: str, root: Path, author: Callable[..., Run]
) -> None:
    """A faulty file ends with 2, each slip in one line with its place and fix."""
    old, new, told = TRIED[slip]
    assert old in OWN
    (root / "own.toml").write_text(OWN.replace(old, new, 1))
    run = author("try", "own.toml")
    assert (ExitCode.USAGE, [told]) == (run.exit_code, run.told)
    assert run.out.endswith("own.toml: 1 problem, 0 warnings\n")


def test_an_input_that_the_solution_cannot_answer_is_the_cases_fault(
    root: Path, author: Callable[..., Run]
) -> None:
    """Where trace.py refuses the input, not the reference is to be mended, but the case."""
    solution = root / "reference/toss/solution.py"
    text = solution.read_text()
    assert "np.random.uniform() >= chance" in text
    solution.write_text(
        text.replace("np.random.uniform() >= chance", "np.random.uniform() / chance >= 1")
    )
    (root / "own.toml").write_text(OWN.replace("[0.9, 0.5]", "[0.0, 0.5]"))
    run = author("try", "own.toml")
    told = 'grade: own.toml:3: case "own": chances[0] is 0: nothing to toss for'
    assert (ExitCode.USAGE, [f"{told}; choose other numbers"]) == (run.exit_code, run.told)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("none.toml", "none.toml: there is no such file"),
        ("hints", "hints: cannot be read"),
        (CASES, f"grade: {CASES} is the exercise's own file."),
    ],
)
def test_a_path_that_is_no_file_of_ones_own_is_told(
    path: str, told: str, author: Callable[..., Run]
) -> None:
    """No file, a folder, or the exercise's own cases end with 2."""
    run = author("try", path)
    assert ExitCode.USAGE == run.exit_code
    assert run.told[0].startswith(told)


def test_a_case_counts_as_new_against_the_cases_before_it(
    root: Path, author: Callable[..., Run]
) -> None:
    """Of two own cases that catch the same, the second is worth nothing more."""
    cases = (root / CASES).read_text()
    (root / CASES).write_text(cases[: cases.index('[[case]]\nid = "equal-draw"')])
    tie = "args = { chances = [0.3745401188473625], marks = [%d] }\nboundary = true\n"
    block = "[[case]]\nid = '%s'\nexpected = { kept = [], count = 0 }\n" + tie
    (root / "own.toml").write_text(f"format_version = 1\n{block % ('a', 1)}{block % ('b', 2)}")
    run = author("try", "own.toml")
    assert 1 == run.out.count("1 of them missed by all others\n  at-most\n")
    assert 1 == run.out.count("0 of them missed by all others\n")


def graded(root: Path, warm: WarmRunner, source: str, *files: str) -> Any:
    """The report on a source with further case files."""
    (root / "toss.py").write_text(source)
    options = Options(case_files=files)
    return grading.grade(
        str(root / "toss.py"), options, runner=warm, catalogue=Catalogue(str(root))
    )


def test_a_tried_file_grades(root: Path, warm: WarmRunner) -> None:
    """A hidden own case counts: the right program passes it, a wrong one is only told a count."""
    (root / "own.toml").write_text(OWN)
    right = graded(root, warm, RIGHT, "own.toml")
    assert (Verdict.PASSED, 1, 1) == (right.verdict, right.hidden.passed, right.hidden.total)
    assert 4 == right.score == right.max_score
    wrong = graded(root, warm, RIGHT.replace("mark)", "mark) if mark < 8 else 0"), "own.toml")
    assert (0, 1) == (wrong.hidden.passed, wrong.hidden.total)
    assert "own" not in [case.id for case in wrong.cases]


def test_the_same_file_twice_counts_once(root: Path, warm: WarmRunner) -> None:
    """However a file is named, its cases are graded once."""
    (root / "own.toml").write_text(OWN.replace("hidden = true\n", ""))
    (root / "link.toml").symlink_to("own.toml")
    report = graded(root, warm, RIGHT, "own.toml", "./own.toml", "link.toml")
    assert ["second-fails", "equal-draw", "own"] == [case.id for case in report.cases]


def test_ids_stay_unique_across_files(root: Path, warm: WarmRunner) -> None:
    """Two own files with the same id are refused, naming both places."""
    (root / "own.toml").write_text(OWN)
    (root / "other.toml").write_text(OWN.replace("[8, 9]", "[7, 9]").replace("[8]", "[7]"))
    with pytest.raises(ContentProblems) as caught:
        graded(root, warm, RIGHT, "own.toml", "other.toml")
    told = 'other.toml:4: case "own", id: the id "own" is already used at own.toml:3'
    assert f"{told}; choose another id" == str(caught.value)


def test_the_exercise_refuses_what_right_programs_could_disagree_on(
    tmp_path: Path, warm: WarmRunner
) -> None:
    """A ratio 1e-9 beside its draw, which float32 code takes for a tie, and a pair of zeros."""
    (tmp_path / "own.toml").write_text(
        """
format_version = 1
[[case]]
id = "closer-than-float32"
args = { draft_probs = [1.0], target_probs = [0.37454012], draft_tokens = [5] }
expected = { accepted_tokens = [5], num_accepted = 1 }
[[case]]
id = "two-zeros"
args = { draft_probs = [0.0], target_probs = [0.0], draft_tokens = [5] }
expected = { accepted_tokens = [5], num_accepted = 1 }
"""
    )
    path = str(tmp_path / "own.toml")
    problems, examined = add.try_file(content.data_root(), "speculative_decode", path, warm)
    assert [
        f'{path}:3: case "closer-than-float32": token 0: the draw 0.3745401188473625 is too close '
        "to a = 0.37454012; choose other numbers, or set boundary = true if that closeness is "
        "what the case is about",
        f'{path}:7: case "two-zeros": token 0: draft and target are both 0; choose other numbers',
    ] == [str(problem) for problem in problems]
    assert ["([5], 1)", "([5], 1)"] == [one.expected for one in examined]

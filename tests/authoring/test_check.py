"""`grade author check` tells every slip of an instructor: where it is, what, and how to mend it."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, NamedTuple

import pytest

from grader.errors import ExitCode
from tests.authoring.copies import SEEDED, tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.authoring.copies import Run

CASES = "exercise/toss/cases.toml"
PROBES = "exercise/toss/probes.toml"
EXERCISE = "exercise/toss/exercise.toml"
STARTER = "exercise/toss/starter.py"
STATEMENT = "exercise/toss/statement.md"
HINTS = "hints/toss/hints.toml"
MISTAKES = "hints/toss/mistakes.toml"
SOLUTION = "reference/toss/solution.py"
TRACE = "reference/toss/trace.py"
GOES_ON = "reference/toss/mistakes/goes-on.py"

# What sync writes anew whenever something that it rests on was changed.
STALE = [
    f"{name}: is not what the reference gives now; run: grade author sync"
    for name in ("exercise/toss/generated.json", "hints/toss/fingerprints.json")
]
FIRST = f'{CASES}:4: case "second-fails"'
SECOND = f'{CASES}:11: case "equal-draw"'
GUIDE = 'see "A new exercise" in CONTRIBUTING.md'


class Slip(NamedTuple):
    """A slip: a text in a file and what stands there instead, and every line that is told."""

    file: str
    old: str
    new: str
    told: list[str]


IN_CASES = {
    "expected is not what the reference returns": Slip(
        CASES,
        "kept = [], count = 0",
        "kept = [4], count = 1",
        [
            f"{SECOND}: expected is ([4], 1), but the reference returns ([], 0); if that is right, "
            "write expected = { kept = [], count = 0 }, or leave it out"
        ],
    ),
    "a wrong expectation where there was none": Slip(
        CASES,
        "marks = [1, 2, 3] }",
        "marks = [1, 2, 3] }\nexpected = { kept = [1, 2], count = 2 }",
        [
            f"{FIRST}: expected is ([1, 2], 2), but the reference returns ([1], 1); if that is "
            "right, write expected = { kept = [1], count = 1 }, or leave it out"
        ],
    ),
    "expected contradicts itself": Slip(
        CASES,
        "count = 0",
        "count = 1",
        [
            f'{CASES}:15: case "equal-draw", expected.count: is 1, but kept has 0 items; '
            "write the length of kept"
        ],
    ),
    "misspelt key": Slip(
        CASES,
        "expected",
        "expectd",
        [
            f'{CASES}:15: case "equal-draw", expectd: unknown key "expectd"; '
            'did you mean "expected"?'
        ],
    ),
    "misspelt argument": Slip(
        CASES,
        "{ chances",
        "{ chance",
        [
            f'{CASES}:8: case "second-fails", args.chance: unknown argument "chance"; '
            'did you mean "chances"?'
        ],
    ),
    "unequal lengths": Slip(
        CASES,
        "[1, 2, 3]",
        "[1, 2]",
        [
            f'{CASES}:8: case "second-fails", args.marks: has 2 items, chances has 3; '
            "make them equally long"
        ],
    ),
    "percentages": Slip(
        CASES,
        "[0.5, 0.5, 0.9]",
        "[50, 0.5, 90]",
        [
            f'{CASES}:8: case "second-fails", args.chances[{index}]: {value} is out of range, '
            "probabilities lie between 0 and 1; convert percentages and logits first"
            for index, value in ((0, 50), (2, 90))
        ],
    ),
    "logits": Slip(
        CASES,
        "[0.5, 0.5, 0.9]",
        "[0.5, -1.5, 0.9]",
        [
            f'{CASES}:8: case "second-fails", args.chances[1]: -1.5 is out of range, '
            "probabilities lie between 0 and 1; convert percentages and logits first"
        ],
    ),
    "NaN": Slip(
        CASES,
        "[0.5, 0.5, 0.9]",
        "[0.5, nan, 0.9]",
        [
            f'{CASES}:8: case "second-fails", args.chances[1]: nan is not finite; '
            "only finite numbers are allowed"
        ],
    ),
    "a probability as text": Slip(
        CASES,
        "[0.5, 0.5, 0.9]",
        '[0.5, "0.5", 0.9]',
        [
            f'{CASES}:8: case "second-fails", args.chances[1]: "0.5" is not a number; '
            "write numbers without quotes"
        ],
    ),
    "tokens as decimals": Slip(
        CASES,
        "[1, 2, 3]",
        "[1, 2.0, 3]",
        [
            f'{CASES}:8: case "second-fails", args.marks[1]: 2.0 is not a whole number; write 2',
        ],
    ),
    "expected as text": Slip(
        CASES,
        "{ kept = [], count = 0 }",
        '"([], 0)"',
        [
            f'{CASES}:15: case "equal-draw", expected: "([], 0)" is not a table; '
            "write expected = { kept = ..., count = ... }"
        ],
    ),
    "a seed": Slip(
        CASES,
        "boundary",
        "seed = 7\nboundary",
        [
            f'{CASES}:17: case "equal-draw", seed: unknown key "seed"; remove it: the seed is set '
            "inside the learner's function and cannot be changed by a case"
        ],
    ),
    "hidden": Slip(
        CASES,
        "boundary",
        "hidden",
        [
            f'{CASES}:17: case "equal-draw", hidden: a case of the exercise cannot be hidden; '
            "move the case to a file for --cases"
        ],
    ),
    "an id used twice": Slip(
        CASES,
        '"equal-draw"',
        '"second-fails"',
        [
            f'{CASES}:12: case "second-fails", id: the id "second-fails" is already used at '
            f"{CASES}:4; choose another id"
        ],
    ),
    "an id that a probe has": Slip(
        PROBES,
        '"one-kept"',
        '"second-fails"',
        [
            f'{PROBES}:4: probe "second-fails", id: the id "second-fails" is already used at '
            f"{CASES}:4; choose another id"
        ],
    ),
    "an input used twice": Slip(
        CASES,
        "boundary = true",
        'boundary = true\n\n[[case]]\nid = "again"\n'
        "args = { chances = [0.5, 0.5, 0.9], marks = [1, 2, 3] }",
        [
            f'{CASES}:21: case "again", args: the same input as case "second-fails" at {CASES}:4; '
            "change it, or remove one of them"
        ],
    ),
    "a single bracket": Slip(
        CASES,
        "[[case]]",
        "[case]",
        [
            f"{CASES}:11: column 7: is not valid TOML: Cannot overwrite a value; "
            "where there are several, write [[case]] above each of them"
        ],
    ),
    "another table's name": Slip(
        CASES,
        "[[case]]",
        "[[cases]]",
        [f'{CASES}:4: cases: unknown table or key "cases"; did you mean "case"?'],
    ),
    "broken TOML": Slip(
        CASES,
        "0.9], marks",
        "0.9, marks",
        [
            f"{CASES}:8: column 36: is not valid TOML: Invalid value; mend this line: "
            "args = { chances = [0.5, 0.5, 0.9, marks = [1, 2, 3] }"
        ],
    ),
    "an input that the exercise refuses": Slip(
        CASES,
        "[0.5, 0.5, 0.9]",
        "[0.5, 0.0, 0.9]",
        [f"{FIRST}: chances[1] is 0: nothing to toss for; choose other numbers"],
    ),
    "a probe that the exercise refuses": Slip(
        PROBES,
        "0.99",
        "0",
        [
            f'{PROBES}:7: probe "two-kept": chances[1] is 0: nothing to toss for; '
            "choose other numbers"
        ],
    ),
    "a draw within 1e-6 of its chance": Slip(
        CASES,
        "[0.5, 0.5, 0.9]",
        "[0.37454, 0.5, 0.9]",
        [
            f"{FIRST}: toss 0: the draw 0.3745401188473625 is too close to the chance 0.37454; "
            "choose other numbers, or set boundary = true if that closeness is what the case is "
            "about"
        ],
    ),
    "a probe with a draw within 1e-6 of its chance": Slip(
        PROBES,
        "[0.9, 0.99]",
        "[0.9, 0.9507143]",
        [
            f'{PROBES}:7: probe "two-kept": toss 1: the draw 0.9507143064099162 is too close to '
            "the chance 0.9507143; choose other numbers, or set boundary = true if that closeness "
            "is what the probe is about"
        ],
    ),
    "boundary without a need": Slip(
        CASES,
        'topic = "stop"',
        'topic = "stop"\nboundary = true',
        [f"{FIRST}: boundary = true, but no draw is close to its boundary; remove that key"],
    ),
    "boundary where the fault is another": Slip(
        CASES,
        "chances = [0.3745401188473625], marks = [4]",
        "chances = [0.3745401188473625, 0.0], marks = [4, 5]",
        [f"{SECOND}: chances[1] is 0: nothing to toss for; choose other numbers"],
    ),
    "an unknown topic": Slip(
        CASES,
        'topic = "stop"',
        'topic = "stopp"',
        [
            f'{CASES}:4: case "second-fails", topic: hints.toml has no topic "stopp"; '
            'did you mean "stop"?'
        ],
    ),
    "a tag that pytest knows": Slip(
        CASES,
        'topic = "stop"',
        'tags = ["skip"]',
        [
            f'{CASES}:9: case "second-fails", tags[0]: the tag "skip" means something else to '
            "pytest; choose another word"
        ],
    ),
    "an exercise's key misspelt": Slip(
        EXERCISE,
        "same_length",
        "same_lenght",
        [
            f'{EXERCISE}:21: parameter "marks", same_lenght: unknown key "same_lenght"; '
            'did you mean "same_length"?'
        ],
    ),
}

IN_STARTER = {
    "does not load": Slip(
        STARTER,
        '"""Return',
        'x = = 3\n    """Return',
        [f"{STARTER}:5: does not load: SyntaxError: invalid syntax in line 5; mend it"],
    ),
    "fails while it loads": Slip(
        STARTER,
        "import numpy as np",
        "import numpy as np\nimport torch",
        [
            f"{STARTER}:2: does not load: ModuleNotFoundError: No module named 'torch' "
            "in line 2; mend it"
        ],
    ),
    "defines another function": Slip(
        STARTER, "def toss", "def tos", [f"{STARTER}: defines no function toss; mend it"]
    ),
    "has its parameters in another order": Slip(
        STARTER,
        "(chances, marks)",
        "(marks, chances)",
        [
            f"{STARTER}: def toss(marks, chances) has not the parameters of exercise.toml: "
            "chances, marks; make them agree",
            f"{STATEMENT}: shows def toss(chances, marks), but the starter has "
            "def toss(marks, chances); make them agree",
        ],
    ),
    "the statement has another default": Slip(
        STATEMENT,
        "(chances, marks)",
        "(chances, marks=None)",
        [
            f"{STATEMENT}: shows def toss(chances, marks=None), but the starter has "
            "def toss(chances, marks); make them agree"
        ],
    ),
    "the statement shows no signature": Slip(
        STATEMENT,
        "def toss(chances, marks):",
        "toss(chances, marks)",
        [
            f"{STATEMENT}: shows no `def toss(...):`; "
            "write it as in the starter: def toss(chances, marks):"
        ],
    ),
}

IN_HINTS = {
    "a hint with a line of the solution": Slip(
        HINTS,
        "Each mark has a chance, and a draw decides.",
        "Write `if np.random.uniform() >=   chance:` in the loop.",
        [
            f'{HINTS}:12: hint "idea": contains a line of the solution: '
            "if np.random.uniform() >= chance:; say it in words"
        ],
    ),
    "a nudge of a topic with a line of the solution": Slip(
        HINTS,
        "What happens after a failed toss?",
        "Is there return kept, len(kept) at the end?",
        [
            f'{HINTS}:22: topic "stop": contains a line of the solution: '
            "return kept, len(kept); say it in words"
        ],
    ),
    "a mistake's explanation with a line of the solution": Slip(
        MISTAKES,
        "The comparison lets a tie pass.",
        "It lacks if np.random.uniform() >= chance: somewhere.",
        [
            f'{MISTAKES}:9: mistake "at-most": contains a line of the solution: '
            "if np.random.uniform() >= chance:; say it in words"
        ],
    ),
    "a misspelt key of a hint": Slip(
        HINTS,
        "title",
        "titel",
        [f'{HINTS}:14: hint "idea", titel: unknown key "titel"; did you mean "title"?'],
    ),
    "a topic without nudges": Slip(
        HINTS,
        'nudges = ["What happens after a failed toss?", "Is the mark of a failed toss kept?"]',
        "nudges = []",
        [
            f'{HINTS}:24: topic "stop", nudges: an empty list is not a list of texts, '
            'none of them empty; write nudges = ["...", "..."]'
        ],
    ),
    "an empty text": Slip(
        HINTS,
        '"The first toss that fails ends it."',
        '" "',
        [f'{HINTS}:20: hint "end", text: " " is not text, not empty; write text = "..."'],
    ),
    "a note is missing": Slip(
        HINTS,
        'not-used = "NumPy\'s generator was not used."\n',
        "",
        [
            f'{HINTS}: notes: the note "not-used" is missing, which an exercise with a seed '
            'needs; add not-used = "..."'
        ],
    ),
    "a mistake's texts are missing": Slip(
        MISTAKES,
        'explanation = "The comparison lets a tie pass."\n',
        "",
        [
            f'{MISTAKES}:9: mistake "at-most": the key "explanation" is missing; '
            'add explanation = "..."'
        ],
    ),
    "a group with an unknown member": Slip(
        MISTAKES,
        '["keeps-all", "keeps-a-copy"]',
        '["keeps-all", "keeps-copies"]',
        [
            f'{MISTAKES}:39: group "no-toss", members[1]: unknown mistake "keeps-copies"; '
            'did you mean "keeps-a-copy"?'
        ],
    ),
}

IN_MISTAKES = {
    "equals the reference": Slip(
        GOES_ON,
        SEEDED.joinpath(GOES_ON).read_text(),
        SEEDED.joinpath(SOLUTION).read_text(),
        [
            f'{MISTAKES}:3: mistake "goes-on": answers every case and probe as the reference '
            "does; add a probe that it fails, or remove it: it may be right"
        ],
    ),
    "is not named": Slip(
        MISTAKES,
        '[[mistake]]\nid = "goes-on"',
        '[[mistake]]\nid = "goes-off"',
        [
            f'{MISTAKES}:3: mistake "goes-off": has no file '
            "reference/toss/mistakes/goes-off.py; write it, or remove this entry",
            f'{MISTAKES}: mistake "goes-on": has a file, but no [[mistake]] here; add its texts',
        ],
    ),
    "answers like another that is in no group": Slip(
        GOES_ON,
        SEEDED.joinpath(GOES_ON).read_text(),
        SEEDED.joinpath("reference/toss/mistakes/at-most.py").read_text(),
        [
            f'{MISTAKES}:9: mistake "at-most": answers every call exactly like goes-on; '
            "add a probe that tells them apart, or one [[group]] of all of them"
        ],
    ),
    "changes from run to run without saying so": Slip(
        MISTAKES,
        'generator = "other-generator"\n',
        "",
        [
            f'{MISTAKES}:27: mistake "fresh-generator": answers differently from run to run; '
            'add generator = "other-generator"'
        ],
    ),
    "names the wrong fact about its draws": Slip(
        MISTAKES,
        'generator = "other-generator"\n',
        'generator = "not-used"\n',
        [
            f'{MISTAKES}:27: mistake "fresh-generator": does not show the fact "not-used" about '
            'its draws in every call; write generator = "other-generator"'
        ],
    ),
    "names a fact that there is not": Slip(
        MISTAKES,
        'generator = "other-generator"\n',
        'generator = "default-rng"\n',
        [
            f'{MISTAKES}:32: mistake "fresh-generator", generator: "default-rng" is not one of '
            "never-seeded, other-seed, other-generator, not-used, fewer-draws, more-draws; "
            'write generator = "never-seeded"'
        ],
    ),
    "names a fact though its answers are stable": Slip(
        MISTAKES,
        'id = "goes-on"\n',
        'id = "goes-on"\ngenerator = "not-used"\n',
        [
            f'{MISTAKES}:3: mistake "goes-on": has `generator`, but gives the same answers in '
            "each run; remove that key"
        ],
    ),
    "changes from run to run and nothing can tell": Slip(
        GOES_ON,
        "    return kept, len(kept)\n",
        "    import os\n    return kept, os.urandom(8).hex()\n",
        [
            f'{MISTAKES}:3: mistake "goes-on": answers differently from run to run; '
            "remove it: nothing can recognise it"
        ],
    ),
    "does not load": Slip(
        GOES_ON,
        "(chances, marks):",
        "(chances, marks:",
        [f"{GOES_ON}:4: does not load: SyntaxError: '(' was never closed in line 4; mend it"],
    ),
    "lacks the function": Slip(
        GOES_ON, "def toss", "def tosses", [f"{GOES_ON}: defines no function toss; mend it"]
    ),
    "ends its process": Slip(
        GOES_ON,
        "    return kept, len(kept)\n",
        "    import os\n    os._exit(0)\n",
        [
            f"{GOES_ON}: does not answer every call; "
            "a mistake that hangs or crashes cannot be recognised: remove it"
        ],
    ),
}

IN_REFERENCE = {
    "the solution raises": Slip(
        SOLUTION,
        "    np.random.seed(42)\n",
        "    np.random.seed(42)\n    1 / (len(marks) - 3)\n",
        [
            f'{SOLUTION}: for "second-fails" it does not return: ZeroDivisionError: division by '
            "zero in line 9; make solution.py and trace.py agree"
        ],
    ),
    "the solution depends on more than its arguments": Slip(
        SOLUTION,
        "    return kept, len(kept)\n",
        "    import os\n    return kept, int.from_bytes(os.urandom(6), 'big')\n",
        [
            f'{SOLUTION}: for "second-fails" (and 3 more calls) it answers differently from run '
            "to run; let it depend on nothing but its arguments"
        ],
    ),
    "the solution returns another type": Slip(
        SOLUTION,
        "return kept, len(kept)",
        "return [kept, len(kept)]",
        [
            f'{SOLUTION}: for "second-fails" (and 3 more calls) it returns [[1], 1] where trace.py '
            "says ([1], 1): it returned a list; expected a tuple (kept, count); "
            "make solution.py and trace.py agree"
        ],
    ),
    "the solution returns NumPy numbers": Slip(
        SOLUTION,
        "return kept, len(kept)",
        "return kept, np.int64(len(kept))",
        [
            f'{SOLUTION}: for "second-fails" (and 3 more calls) it returns NumPy numbers or other '
            "objects where plain data are meant; make solution.py and trace.py agree"
        ],
    ),
    "trace and solution disagree": Slip(
        TRACE,
        "draw >= chance",
        "draw > chance",
        [
            f'{SOLUTION}: for "equal-draw" it returns ([], 0) where trace.py says ([4], 1): '
            "kept holds 0 items; expected 1 item; make solution.py and trace.py agree"
        ],
    ),
    "the trace lacks a key": Slip(
        TRACE,
        '"faults": faults',
        '"fault": faults',
        [
            f'{TRACE}: for "second-fails" (and 3 more calls) it returns a dict without faults; '
            f"{GUIDE}"
        ],
    ),
    "a row lacks a column": Slip(
        TRACE,
        '"mark": mark',
        '"marks": mark',
        [
            f'{TRACE}: for "second-fails" (and 3 more calls) it returns rows[0] without the key '
            f"mark; {GUIDE}"
        ],
    ),
    "the trace holds NumPy numbers": Slip(
        TRACE,
        "float(random.uniform())",
        "random.uniform(size=1)[0]",
        [
            f'{TRACE}: for "second-fails" (and 3 more calls) it holds NumPy numbers or other '
            f"objects: make them plain with int(), float(), list(); {GUIDE}"
        ],
    ),
    "the trace's result has another shape": Slip(
        TRACE,
        '"result": [kept, len(kept)]',
        '"result": kept',
        [
            f'{TRACE}: for "second-fails" (and 3 more calls) it returns the result [1], not a '
            f"list of kept: list[int], count: int; {GUIDE}"
        ],
    ),
    "the trace tells of no situations": Slip(
        TRACE,
        "def situations",
        "def situation",
        [f"{TRACE}: defines no function situations; mend it"],
    ),
    "the trace tells of an unknown situation": Slip(
        TRACE,
        'else "all kept"',
        'else "everything kept"',
        [
            f'{PROBES}:{line}: probe "{probe}": trace.py tells of a situation that situations() '
            'lacks: "everything kept"; make them agree'
            for line, probe in ((3, "one-kept"), (7, "two-kept"))
        ],
    ),
}

SLIPS = {
    f"{part}: {name}": slip
    for part, slips in {
        "cases": IN_CASES,
        "starter": IN_STARTER,
        "hints": IN_HINTS,
        "mistakes": IN_MISTAKES,
        "reference": IN_REFERENCE,
    }.items()
    for name, slip in slips.items()
}


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_told_with_its_place_and_its_fix(
    name: str, author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """One slip gives exactly these lines, besides those on stale files, and exit code 2."""
    slip = SLIPS[name]
    edit(slip.file, slip.old, slip.new)
    run = author("check")
    assert slip.told == [line for line in run.told if line not in STALE]
    assert ExitCode.USAGE == run.exit_code
    counted = len(run.told)
    assert run.out.endswith(f"toss: {counted} problem{'s' * (counted != 1)}, 0 warnings\n")


def test_faultless_content_ends_with_its_coverage(author: Callable[..., Run]) -> None:
    """Without a problem: which mistakes each case catches, what only it does, what none reaches."""
    run = author("check")
    assert (ExitCode.OK, []) == (run.exit_code, run.told)
    assert run.out == (
        "toss: what the cases catch of the known mistakes\n"
        "\n"
        "case          catches  only it\n"
        "second-fails        3        1\n"
        "equal-draw          3        1\n"
        "only second-fails catches: goes-on\n"
        "only equal-draw catches: at-most\n"
        "no case reaches: no marks, all kept\n"
        "\n"
        "toss: 0 problems, 0 warnings\n"
    )


def test_a_mistake_that_only_a_probe_catches_is_listed(
    author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """What no case catches is told, so that a case can be written for it."""
    edit(GOES_ON, "return kept, len(kept)", "return (kept, len(kept)) if len(marks) != 2 else None")
    edit(GOES_ON, "if np.random.uniform() < chance]", "if np.random.uniform() < chance][:1]")
    edit(GOES_ON, "[:1]", "[: 1 + (len(marks) == 2)]")
    assert "no case catches, only probes do: goes-on" in author("check").out


def test_a_warning_changes_no_exit_code(
    author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """A token of -1 is told as doubtful, and is no problem."""
    edit(CASES, "[1, 2, 3]", "[1, 2, -1]")
    assert ExitCode.OK == author("sync").exit_code
    run = author("check")
    assert [
        f'{CASES}:8: warning: case "second-fails", args.marks[2]: -1 is below 0; '
        "remove it if it is padding: the function would get it as it is"
    ] == run.told
    assert ExitCode.OK == run.exit_code
    assert run.out.endswith("toss: 0 problems, 1 warning\n")


def test_everything_is_told_at_once(
    root: Path, author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """Slips in all files are told by one run, whichever of them keeps others from being checked."""
    edit(CASES, "[0.5, 0.5, 0.9]", "[0.5, 50, 0.9]")
    edit(CASES, "why =", "wy =")
    edit(PROBES, "[0.9, 0.99]", "[0.9]")
    edit(HINTS, "title", "titel")
    edit(MISTAKES, "nudges", "nudge")
    (root / "exercise/toss/notes.txt").touch()
    run = author("check")
    places = [line.partition(": ")[0] for line in run.told]
    assert [
        f"{CASES}:7",
        f"{CASES}:8",
        f"{PROBES}:9",
        f"{HINTS}:14",
        f"{MISTAKES}:7",
        "exercise/toss/notes.txt",
    ] == places
    assert run.out == "\ntoss: 6 problems, 0 warnings\n".lstrip("\n")


def test_cases_are_checked_beside_broken_hints(
    author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """A wrong expected value is told also while hints.toml cannot be read."""
    edit(HINTS, "[[hint]]", "[[hint")
    edit(CASES, "kept = [], count = 0", "kept = [4], count = 1")
    run = author("check")
    assert [True, True] == [
        any(words in line for line in run.told)
        for words in ("is not valid TOML", "but the reference returns")
    ]


def test_all_faulty_mistakes_are_told(root: Path, author: Callable[..., Run]) -> None:
    """One mistake that does not load hides no other."""
    for name in ("goes-on", "at-most"):
        (root / f"reference/toss/mistakes/{name}.py").write_text("def toss(:\n")
    files = [line.partition(":")[0] for line in author("check").told]
    assert [f"reference/toss/mistakes/{name}.py" for name in ("at-most", "goes-on")] == files


@pytest.mark.parametrize(
    "name", [CASES, PROBES, STARTER, STATEMENT, HINTS, MISTAKES, SOLUTION, TRACE]
)
def test_a_missing_file_is_told_once(name: str, root: Path, author: Callable[..., Run]) -> None:
    """A file that is not there is one line that says where to read about it."""
    (root / name).unlink()
    run = author("check")
    assert ExitCode.USAGE == run.exit_code
    assert [f"{name}: there is no such file; {GUIDE}"] == [
        line for line in run.told if line not in STALE
    ]


@pytest.mark.parametrize(
    "text", ["", "format_version = 1\n", "format_version = 1\n[note]\nx = 1\n"]
)
def test_no_case_at_all_is_a_problem(text: str, root: Path, author: Callable[..., Run]) -> None:
    """An exercise without cases, which everybody would pass, is refused."""
    (root / CASES).write_text(text)
    run = author("check")
    assert ExitCode.USAGE == run.exit_code
    assert 1 == sum("no case at all" in line for line in run.told)


@pytest.mark.parametrize("text", [None, "", "{}", "<<<<<<< HEAD\n", "\N{GREEK SMALL LETTER PI}"])
def test_a_stale_generated_file_is_told_and_sync_mends_it(
    text: str | None, root: Path, author: Callable[..., Run]
) -> None:
    """A lost or damaged generated file is told with the command, and that command mends it."""
    before = tree(root)
    for name in ("exercise/toss/generated.json", "hints/toss/fingerprints.json"):
        (root / name).unlink() if text is None else (root / name).write_text(text, "utf-16")
    run = author("check")
    assert (ExitCode.USAGE, STALE) == (run.exit_code, run.told)
    assert ExitCode.OK == author("sync").exit_code
    assert before == tree(root)


def test_the_starter_must_not_pass(root: Path, author: Callable[..., Run]) -> None:
    """A starter that holds the answer is told."""
    shutil.copy(root / SOLUTION, root / STARTER)
    assert [f"{STARTER}: passes every case; take the answer out"] == author("check").told


@pytest.mark.parametrize(
    "name",
    [
        "exercise/toss/cases.toml.bak",
        "exercise/toss/case.toml",
        "hints/toss/hint.toml",
        "reference/toss/helper.txt",
        "reference/toss/mistakes/notes.txt",
        "reference/toss/mistakes/more/x.py",
    ],
)
def test_a_stray_file_is_told(name: str, root: Path, author: Callable[..., Run]) -> None:
    """A file that nothing reads is told: it is a slip of a name, or would be shipped."""
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).write_text("")
    stray = name.removesuffix("/x.py")
    assert [f"{stray}: is no file of an exercise; rename or remove it"] == author("check").told


def test_what_python_and_editors_leave_is_no_stray_file(
    root: Path, author: Callable[..., Run]
) -> None:
    """Byte code and hidden files are nobody's slip."""
    (root / "reference/toss/__pycache__").mkdir()
    (root / "exercise/toss/.cases.toml.swp").touch()
    (root / "exercise/.DS_Store").touch()
    assert (ExitCode.OK, []) == author("check")[::2]


@pytest.mark.parametrize("part", ["exercise", "hints", "reference"])
def test_a_folder_of_no_exercise_is_told(part: str, root: Path, author: Callable[..., Run]) -> None:
    """A folder whose exercise.toml is misnamed, or that has none, does not go unnoticed."""
    shutil.copytree(root / part / "toss", root / part / "tosses")
    if part == "exercise":
        os.rename(root / "exercise/tosses/exercise.toml", root / "exercise/tosses/exercises.toml")
    run = author("check")
    assert ExitCode.USAGE == run.exit_code
    assert [
        f"{part}/tosses: belongs to no exercise: exercise/ has no folder with an exercise.toml of "
        f"that name; rename or remove it; {GUIDE}"
    ] == run.told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), ["grade: Which command?", "Try: grade author check | sync | add | try"]),
        (
            ("chek",),
            ["grade: There is no command 'chek'.", "Try: grade author check | sync | add | try"],
        ),
        (("check", "tos"), ['grade: there is no exercise "tos"', "there are: toss"]),
    ],
)
def test_wrong_use_says_what_there_is(
    arguments: tuple[str, ...],
    told: list[str],
    author: Callable[..., Run],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A command or an exercise that does not exist ends with 2 and those that do."""
    from grader.authoring import command
    from grader.errors import GraderError

    if arguments[:1] == ("check",):
        run = author(*arguments)
        assert (ExitCode.USAGE, told) == (run.exit_code, run.told)
        return
    with pytest.raises(GraderError) as caught:
        command.main(arguments)
    assert (ExitCode.USAGE, told) == (
        caught.value.exit_code,
        [f"grade: {caught.value.message}", caught.value.hint],
    )


@pytest.mark.parametrize("command", [("check",), ("sync",), ("add", "--id", "x")])
def test_without_content_or_reference_nothing_is_called_faultless(
    command: tuple[str, ...], root: Path, author: Callable[..., Run]
) -> None:
    """An empty folder, or an installed copy without reference/, ends with 2 and says so."""
    shutil.rmtree(root / "reference")
    run = author(*command)
    assert (ExitCode.USAGE, "grade: There is no reference/ in ..") == (run.exit_code, run.told[0])
    assert "a clone of the repository" in run.told[1]
    shutil.rmtree(root / "exercise")
    run = author(*command)
    assert (ExitCode.USAGE, ["grade: There is no exercise in ./exercise."]) == (
        run.exit_code,
        run.told,
    )


def test_checking_writes_nothing(
    root: Path, author: Callable[..., Run], edit: Callable[..., None]
) -> None:
    """A check leaves every file as it is, stale ones too."""
    edit(CASES, "[0.5, 0.5, 0.9]", "[0.6, 0.5, 0.9]")
    before = tree(root)
    assert ExitCode.USAGE == author("check").exit_code
    assert before == tree(root)

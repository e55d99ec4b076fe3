"""From a file to a report: the verdict, the score, what is told of a file that does not load."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import pytest

from grader import grading, submission
from grader.content import ContentProblems
from grader.errors import (
    ContentError,
    ExitCode,
    OtherExerciseError,
    SubmissionError,
    UsageError,
)
from grader.grading import Grading, Options, grade
from grader.results import Counterexample, Hidden, Outcome, Place, Probes, Report, Verdict
from grader.single import SingleRunner
from grader.verdict import scaled

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from grader.catalogue import Catalogue
    from grader.runner import ZygoteRunner

    Grade = Callable[..., Report]

RIGHT = """
def digit_sum(number, base=10):
    total = 0
    while number > 0:
        number, digit = divmod(number, base)
        total += digit
    return total
"""
MEAN = """
def mean_of_rows(rows, scale):
    if len(rows) == 0:
        return 0.0
    return scale * sum(sum(row) / len(row) for row in rows) / len(rows)
"""
CASES = """
format_version = 1

[[case]]
id = "nine"
title = "nine alone"
args = {{ number = 9 }}
expected = {{ total = {total} }}
points = {points}
hidden = {hidden}
"""


@pytest.fixture
def graded(zygote: ZygoteRunner, toys: Catalogue, write: Callable[..., str]) -> Grade:
    """A function that grades a source as a submission to a toy exercise."""

    def run(source: str, name: str = "digit_sum.py", **options: object) -> Report:
        path = write(source, name)
        chosen = Options()._replace(**options)  # type: ignore[arg-type]
        return grade(path, chosen, runner=zygote, catalogue=toys)

    return run


def outcomes(report: Report) -> list[str]:
    """The outcomes of the cases, as learners read them."""
    return [case.outcome.value for case in report.cases]


# --- verdicts ------------------------------------------------------------------------------------


def test_a_right_file_passes(graded: Grade, zygote: ZygoteRunner) -> None:
    """Every case passes, every probe agrees, and the report says what took part."""
    report = graded(RIGHT)
    assert Verdict.PASSED is report.verdict
    assert ["passed"] * 3 == outcomes(report)
    assert (3.5, 3.5, 3, 3) == (report.score, report.max_score, report.passed, report.total)
    assert Probes(4, 4, None) == report.probes
    assert ("digit_sum", "The sum of the digits") == (report.exercise, report.heading)
    assert ("", None, None, ()) == (report.message, report.place, report.diagnosis, report.notes)
    assert (zygote.python, zygote.numpy) == (report.versions.python, report.versions.numpy)
    assert "none" == report.isolation
    assert report.submission.endswith("digit_sum.py")


def test_a_wrong_file_fails_with_the_cases_that_differ(graded: Grade) -> None:
    """Passed and failed cases are told apart, points are added, calls and values are shown."""
    report = graded("def digit_sum(number, base=10):\n    return sum(map(int, str(number)))\n")
    assert Verdict.FAILED is report.verdict
    assert ["passed", "passed", "failed"] == outcomes(report)
    assert (1.5, 3.5) == (report.score, report.max_score)
    failed = report.cases[2]
    assert (3, "counts the ones of 1101", 2) == (failed.number, failed.title, failed.points)
    assert ("digit_sum(13, 2)", "3", "4") == (failed.call, failed.expected, failed.actual)
    assert failed.reason == "total is 4; expected 3."
    assert failed.table is not None


def test_right_on_all_cases_and_wrong_on_a_probe_fails(graded: Grade) -> None:
    """The score counts the cases alone; the verdict does not, and the probe is shown."""
    report = graded(RIGHT.replace("    total = 0\n", "    total = 0\n    base = min(base, 10)\n"))
    assert Verdict.FAILED is report.verdict
    assert (["passed"] * 3, 3.5) == (outcomes(report), report.score)
    assert (3, 4) == report.probes[:2]
    assert isinstance(report.probes.simplest, Counterexample)
    assert ("digit_sum(255, 16)", "30", "12") == report.probes.simplest[:3]


def test_a_call_is_no_simpler_for_leaving_an_argument_out(graded: Grade) -> None:
    """A default stands for a number: such a probe is not told beside a failed case."""
    wrong = "    if number in (13, 130):\n        return 0\n    total = 0\n"
    report = graded(RIGHT.replace("    total = 0\n", wrong))
    assert (["passed", "passed", "failed"], (3, 4)) == (outcomes(report), report.probes[:2])
    assert report.probes.simplest is None


@pytest.mark.parametrize(
    ("body", "actual"),
    [
        ("return 1 // (number != 7)", "raises ZeroDivisionError"),
        ("while number == 7: pass", "does not return"),
        ("if number == 7: import os; os._exit(0)", "gives no answer"),
    ],
)
def test_a_probe_that_brings_no_value_is_shown_as_what_it_did(
    graded: Grade, body: str, actual: str
) -> None:
    """A counterexample of the probes may raise, hang or crash."""
    source = RIGHT.replace(
        "    total = 0\n", f"    if number == 7:\n        {body}\n    total = 0\n"
    )
    simplest = graded(source, time_limit=0.3).probes.simplest
    assert simplest is not None
    assert ("digit_sum(7)", actual) == (simplest.call, simplest.actual)


def test_no_probe_is_called_after_a_call_that_did_not_end(graded: Grade) -> None:
    """After a hang or a crash among the cases nothing further is asked."""
    source = RIGHT.replace(
        "    total = 0\n", "    if base == 2: import os; os._exit(1)\n    total = 0\n"
    )
    report = graded(source)
    assert ["passed", "passed", "crashed"] == outcomes(report)
    assert Probes() == report.probes


def test_every_way_to_end_is_an_outcome_of_its_own(graded: Grade) -> None:
    """Raised and timed out are told apart, and so are calls that were not made."""
    source = """
        def digit_sum(number, base=10):
            if number == 472: return 1 / 0
            while True: pass
    """
    report = graded(source, time_limit=0.2, timeouts=1)
    assert ["raised", "timed-out", "not-run"] == outcomes(report)
    assert (Verdict.FAILED, 0) == (report.verdict, report.score)
    assert "ZeroDivisionError: division by zero" == report.cases[0].message
    assert report.cases[0].place == Place(
        3, "    if number == 472: return 1 / 0", None, "digit_sum"
    )


def test_the_untouched_starter_is_not_started(graded: Grade, toys: Catalogue) -> None:
    """It is not run, has no cases to tell of, and says what to do next."""
    report = graded(toys.exercise("digit_sum").starter)
    assert Verdict.NOT_STARTED is report.verdict
    assert ((), 0) == (report.cases, report.score)
    assert "digit_sum" in report.advice


# --- files that do not load ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "message", "place"),
    [
        ("x = 1\ndef f(:\n", "SyntaxError: invalid syntax", Place(2, "def f(:", 7)),
        ("x = 1\n\x0c\n1 / 0\n", "ZeroDivisionError: division by zero", Place(3, "1 / 0")),
        (
            "import torch\n",
            "ModuleNotFoundError: No module named 'torch'",
            Place(1, "import torch"),
        ),
        (
            "\neval('1 +')\n",
            "SyntaxError: invalid syntax (<string>, line 1)",
            Place(2, "eval('1 +')"),
        ),
    ],
)
def test_a_file_that_raises_is_one_message_with_its_place(
    graded: Grade, source: str, message: str, place: Place
) -> None:
    """What is wrong and where, and no cases."""
    report = graded(source)
    assert (Verdict.NOT_LOADED, ()) == (report.verdict, report.cases)
    assert message == report.message
    assert report.place is not None
    found = report.place._replace(function="")
    assert place == (found if place.column else found._replace(column=None))


@pytest.mark.parametrize("offset", [10**12, -5, 0])
def test_a_strange_place_of_a_syntax_error_does_no_harm(graded: Grade, offset: int) -> None:
    """A submission may raise a SyntaxError that claims any place; the report can be shown."""
    from grader.render import screen

    report = graded(f"raise SyntaxError('odd', ('digit_sum.py', 1, {offset}, 'x'))\n")
    assert Verdict.NOT_LOADED is report.verdict
    lines = screen.lines(report, width=80, encoding="utf-8")
    assert sum(len(text) for line in lines for _, text in line) < 2_000


def test_a_file_that_hangs_or_dies_while_loading_is_told_so(graded: Grade, toys: Catalogue) -> None:
    """A crash while loading is no list of failed cases; its prints are kept."""
    report = graded("import os\nprint('so far')\nos._exit(3)\n")
    assert (Verdict.NOT_LOADED, ()) == (report.verdict, report.cases)
    assert "exit status 3" in report.message
    assert "so far" == report.output.head


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("x = 1\n", ["digit_sum.py defines no function digit_sum"]),
        ("", ["defines no function digit_sum"]),
        ("digit_sum = 3\n", ["digit_sum", "type int"]),
        ("class digit_sum:\n    pass\n", ["digit_sum", "class"]),
        ("def digits_sum(number): pass\n", ["digits_sum", "rename that to digit_sum"]),
        ("def Digit_Sum(number): pass\n", ["Digit_Sum", "rename that to digit_sum"]),
        ("class A:\n    def digit_sum(self): pass\n", ["class A", "move it out"]),
        ("def f():\n    def digit_sum(n): pass\n", ["defines no function digit_sum"]),
        ("if __name__ == '__main__':\n    def digit_sum(n): pass\n", ["defines no function"]),
    ],
)
def test_a_file_without_the_function_is_told_what_it_has_instead(
    graded: Grade, source: str, words: list[str]
) -> None:
    """A missing or misspelt name, and a name that is no function, are told with what to do."""
    report = graded(source)
    assert (Verdict.NOT_LOADED, ()) == (report.verdict, report.cases)
    text = f"{report.message} {report.advice}"
    assert [] == [word for word in words if word not in text]


# --- which exercise it is ------------------------------------------------------------------------


def test_the_name_of_the_file_decides_which_exercise_it_is(graded: Grade) -> None:
    """A file of an exercise's name is that exercise's, whatever it defines."""
    assert "mean_of_rows" == graded(MEAN, "mean_of_rows.py").exercise
    report = graded(MEAN, "digit_sum.py")
    assert (Verdict.NOT_LOADED, "digit_sum") == (report.verdict, report.exercise)


def test_else_the_function_that_it_defines_decides(graded: Grade) -> None:
    """Any other file belongs to the one exercise whose function is in it."""
    report = graded(MEAN, "mine.py")
    assert (Verdict.PASSED, "mean_of_rows") == (report.verdict, report.exercise)


def test_a_file_of_several_exercises_is_wrong_use(graded: Grade) -> None:
    """The functions in question are named, and the option that decides."""
    with pytest.raises(UsageError) as caught:
        graded(RIGHT + MEAN, "mine.py")
    assert "digit_sum, mean_of_rows" in caught.value.message
    assert "--exercise" in caught.value.hint


def test_the_name_of_a_copy_decides_between_several(graded: Grade) -> None:
    """Who goes on from another exercise's text keeps its function; a browser renames a file."""
    assert "mean_of_rows" == graded(RIGHT + MEAN, "ann mean_of_rows (1).py").exercise
    assert "digit_sum" == graded(RIGHT + MEAN, "digit_sum_v2.py").exercise


def test_an_option_decides_before_all_else(graded: Grade) -> None:
    """The exercise that is asked for is graded, even against the file's name."""
    assert "mean_of_rows" == graded(RIGHT + MEAN, "digit_sum.py", exercise="mean_of_rows").exercise
    with pytest.raises(UsageError, match="no exercise 'sums'"):
        graded(RIGHT, exercise="sums")


# --- among several -------------------------------------------------------------------------------

PICK = """
def pick_each(rows, picks, last=None):
    values = []
    for row, pick in zip(rows, picks):
        if row[pick] == 0:
            return values, len(values)
        values.append(float(row[pick]))
    return values + ([] if last is None else [float(max(last))]), len(values)
"""
TOSS = """
import numpy as np
def toss(chances, marks):
    np.random.seed(42)
    kept = []
    for chance, mark in zip(chances, marks):
        if np.random.uniform() >= chance:
            break
        kept.append(mark)
    return kept, len(kept)
"""
# A function that no look at the text finds: the file has to be loaded first.
WITHOUT_DEF = "exec({source!r}.replace('FUNCTION', 'to' 'ss'))\n"


@pytest.fixture
def among(zygote: ZygoteRunner, several: Catalogue, write: Callable[..., str]) -> Grade:
    """A function that grades a source under a name that is no exercise's, among four of them."""

    def run(source: str, name: str = "mine.py", **options: object) -> Report:
        chosen = Options()._replace(**options)  # type: ignore[arg-type]
        return grade(write(source, name), chosen, runner=zygote, catalogue=several)

    return run


def test_each_file_is_the_exercise_whose_function_it_defines(among: Grade) -> None:
    """Under any name, a right file of each exercise passes all cases and further calls of it."""
    sources = {"digit_sum": RIGHT, "mean_of_rows": MEAN, "toss": TOSS, "pick_each": PICK}
    for exercise_id, source in sources.items():
        report = among(source)
        assert (exercise_id, Verdict.PASSED) == (report.exercise, report.verdict)
        assert report.probes.agreed == report.probes.total > 0


def test_the_starter_of_each_is_not_started_under_any_name(
    among: Grade, several: Catalogue
) -> None:
    """A renamed starter is still one, and the next step is told of its own exercise."""
    for exercise in several.exercises():
        report = among(exercise.starter, "homework 3.py")
        assert (Verdict.NOT_STARTED, exercise.id) == (report.verdict, report.exercise)
        assert f"`grade task {exercise.id}` shows the task." in report.advice


def test_the_seed_of_the_right_exercise_counts_the_draws(among: Grade) -> None:
    """A file whose exercise shows only once it is loaded is judged by that one's seed."""
    source = WITHOUT_DEF.format(source=TOSS.replace("def toss", "def FUNCTION"))
    report = among(source)
    assert ("toss", Verdict.PASSED, ()) == (report.exercise, report.verdict, report.notes)
    other = among(source.replace("seed(42)", "seed(43)"))
    assert {"other-seed"} == {note.id for note in other.notes}


def test_the_limits_of_the_right_exercise_hold(
    among: Grade, several: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a guess nor the first exercise in the list sets the limit of a call."""
    toss = several.exercise("toss")
    short = toss._replace(limits=toss.limits._replace(call_seconds=0.25))
    monkeypatch.setitem(several._exercises, "toss", short)
    loop = TOSS.replace("    kept = []\n", "    kept = []\n    while True: pass\n")
    for source in (loop, WITHOUT_DEF.format(source=loop.replace("def toss", "def FUNCTION"))):
        report = among(source)
        assert "It did not return within 0.25 s and was stopped." == report.cases[0].reason


def test_a_file_that_is_for_none_says_which_functions_there_are(among: Grade) -> None:
    """It is not loaded, and counts for no exercise; its full score is what was asked for."""
    report = among("x = 1\n", max_score=10)
    assert (Verdict.NOT_LOADED, "", "") == (report.verdict, report.exercise, report.heading)
    functions = "mean_of_rows, digit_sum, toss, pick_each"
    assert f"mine.py defines none of the functions {functions}." == report.message
    assert "--exercise ID" in report.advice
    assert (0, 10) == (report.score, report.max_score)
    assert 0 == among("x = 1\n").max_score


@pytest.mark.parametrize(
    ("source", "name", "exercise_id", "words"),
    [
        ("def tosses(chances, marks): ...\n", "mine.py", "toss", "rename that to toss"),
        ("class A:\n    def toss(self): ...\n", "mine.py", "toss", "move it out"),
        ("x = 1\n", "toss (1).py", "toss", "toss (1).py defines no function toss."),
        (MEAN, "digit_sum.py", "digit_sum", "`--exercise mean_of_rows` grades it as that one."),
    ],
)
def test_a_function_that_is_missing_is_that_of_the_likely_exercise(
    among: Grade, source: str, name: str, exercise_id: str, words: str
) -> None:
    """A slip in the name of the function is told as such, not with a list of all exercises."""
    report = among(source, name)
    assert (Verdict.NOT_LOADED, exercise_id) == (report.verdict, report.exercise)
    assert words in f"{report.message} {report.advice}"


@pytest.mark.parametrize(
    ("source", "name", "exercise_id", "full"),
    [
        ("def toss(:\n", "mine.py", "toss", 2),
        ("toss = lambda c, m: (\n", "mine.py", "toss", 2),
        ("1 / 0\n", "pick-each.py", "pick_each", 4),
        ("1 / 0\n", "mine.py", "", 0),
        (f"{RIGHT}{MEAN}1 / 0\n", "mine.py", "", 0),
        ("{", "toss_2.ipynb", "toss", 2),
        ("{", "mine.ipynb", "", 0),
    ],
)
def test_a_file_that_does_not_load_is_that_of_the_likely_exercise(
    among: Grade, source: str, name: str, exercise_id: str, full: int
) -> None:
    """Its error is told in any case; where nothing tells the exercise, none is named."""
    report = among(source, name)
    assert (Verdict.NOT_LOADED, exercise_id) == (report.verdict, report.exercise)
    assert (0, full) == (report.score, report.max_score)
    told = ("SyntaxError", "ZeroDivisionError", "The notebook is damaged")
    assert report.message.startswith(told)


# --- further cases, scores -----------------------------------------------------------------------


def case_file(folder: Path, total: int = 9, points: float = 1, hidden: bool = False) -> str:
    """Write a file of one further case, and return its path."""
    path = folder / "more.toml"
    path.write_text(CASES.format(total=total, points=points, hidden=str(hidden).lower()))
    return str(path)


def test_cases_of_an_own_file_are_judged_too(graded: Grade, tmp_path: Path) -> None:
    """They follow the exercise's, count, and a file that is given twice counts once."""
    path = case_file(tmp_path, total=8)
    report = graded(RIGHT, case_files=(path, f"{tmp_path}/./more.toml"))
    assert (["passed"] * 3 + ["failed"]) == outcomes(report)
    assert (Verdict.FAILED, 3.5, 4.5) == (report.verdict, report.score, report.max_score)
    assert (4, "nine alone", None) == (
        *(report.cases[3].number, report.cases[3].title),
        report.cases[3].table,
    )


@pytest.mark.parametrize(("total", "verdict"), [(9, Verdict.PASSED), (8, Verdict.FAILED)])
def test_of_hidden_cases_only_the_number_is_told(
    graded: Grade, tmp_path: Path, total: int, verdict: Verdict
) -> None:
    """They decide with the others, but nothing of them is in the report but how many passed."""
    path = case_file(tmp_path, total=total, points=2, hidden=True)
    report = graded(RIGHT.replace("    total", "    print('secret', number)\n    total", 1))
    assert "secret" in report.cases[0].output.head
    report = graded(RIGHT, case_files=(path,))
    passed = int(total == 9)
    assert (verdict, 3) == (report.verdict, report.total)
    assert (passed, 1, 2 * passed, 2) == report.hidden[:4]
    assert (3.5 + 2 * passed, 5.5) == (report.score, report.max_score)
    assert "nine alone" not in repr(report)
    assert "digit_sum(9)" not in repr(report)


def test_hidden_cases_start_in_a_process_of_their_own(graded: Grade, tmp_path: Path) -> None:
    """What the visible calls left behind does not reach the hidden ones."""
    path = case_file(tmp_path, hidden=True)
    source = RIGHT.replace("    total = 0\n", "    seen.append(1)\n    total = len(seen) // 7\n")
    report = graded("seen = []\n" + source, case_files=(path,))
    assert 1 == report.hidden.passed


@pytest.mark.parametrize("hidden", [False, True])
def test_cases_without_points_change_neither_verdict_nor_score(
    graded: Grade, tmp_path: Path, hidden: bool
) -> None:
    """They are shown, or counted when they are hidden, and that is all."""
    report = graded(RIGHT, case_files=(case_file(tmp_path, 8, 0, hidden),))
    assert (Verdict.PASSED, 3.5, 3.5) == (report.verdict, report.score, report.max_score)
    assert Hidden(0, int(hidden), 0, 0, ()) == report.hidden
    assert 4 - hidden == report.total


MEAN_CASES = """
format_version = 1
[[case]]
id = "nine"
args = { rows = [[9]], scale = 1 }
expected = { mean = 9 }
[[case]]
id = "ten"
args = { rows = [[10]] }
expected = { mean = 10 }
"""


def test_cases_of_another_exercise_are_told_as_such(graded: Grade, tmp_path: Path) -> None:
    """One line says whose they are, in place of all that is wrong with each of them as these."""
    path = tmp_path / "other.toml"
    path.write_text(MEAN_CASES)
    with pytest.raises(OtherExerciseError) as caught:
        graded(RIGHT, case_files=(str(path),))
    assert caught.value.message.endswith(
        "other.toml: these cases are for mean_of_rows: they name its parameters, "
        "not those of digit_sum."
    )
    assert "Use them with a file for that exercise." == caught.value.hint


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("rows =", "row =", 'unknown argument "row"'),
        ("rows = [[9]], scale = 1", "number = 9", 'unknown argument "rows"'),
        ("[[case]]", "[[cases]]", "no case at all"),
        ("args =", "args", "is not valid TOML"),
    ],
)
def test_cases_that_fit_no_exercise_are_told_line_by_line(
    graded: Grade, tmp_path: Path, old: str, new: str, told: str
) -> None:
    """Where not all arguments are those of one other exercise, nothing is guessed."""
    path = tmp_path / "other.toml"
    path.write_text(MEAN_CASES.replace(old, new))
    with pytest.raises(ContentProblems) as caught:
        graded(RIGHT, case_files=(str(path),))
    assert told in caught.value.message


def test_a_faulty_case_file_is_its_authors_fault(graded: Grade, tmp_path: Path) -> None:
    """Faulty content raises, with the file's name, and blames no submission."""
    with pytest.raises(ContentError, match=r"more\.toml"):
        graded(RIGHT, case_files=(case_file(tmp_path, points=-1),))
    with pytest.raises(ContentError, match=r"missing\.toml"):
        graded(RIGHT, case_files=(str(tmp_path / "missing.toml"),))


def test_one_case_can_be_shown_and_judged_alone(graded: Grade) -> None:
    """The others run, but are neither shown nor judged; an unknown one is wrong use."""
    wrong = "def digit_sum(number, base=10):\n    return 13 if base == 10 and number > 99 else 1\n"
    report = graded(wrong, only="several-digits")
    assert (["passed"], 1, 1) == (outcomes(report), report.score, report.max_score)
    assert 1 == report.cases[0].number
    report = graded(RIGHT, only="base-two")
    assert (Verdict.PASSED, 3, 2) == (report.verdict, report.cases[0].number, report.max_score)
    with pytest.raises(UsageError, match="no case 'base-three'") as caught:
        graded(RIGHT, only="base-three")
    assert "base-two" in caught.value.hint


@pytest.mark.parametrize(
    ("earned", "total", "max_score", "expected"),
    [
        ([], [], None, (0, 0)),
        ([1, 1], [1, 1, 1], None, (2, 3)),
        ([0.1] * 3, [0.1] * 10, None, (0.3, 1)),
        ([1], [1, 2], 100.0, (33.3333, 100)),
        ([1, 2], [1, 2], 100.0, (100, 100)),
        ([1] * 99_999, [1] * 100_000, 1.0, (0.9999, 1)),
        ([0], [0], 10.0, (0, 0)),
        ([2.5], [2.5, 2.5], 7.5, (3.75, 7.5)),
    ],
)
def test_scores_are_exact_sums_and_never_rounded_up(
    earned: list[float], total: list[float], max_score: float | None, expected: tuple[float, float]
) -> None:
    """Decimals add up as on paper; less than all is never shown as all."""
    found = scaled(earned, total, max_score)
    assert repr(expected) == repr(found)


def test_a_score_can_be_scaled(graded: Grade) -> None:
    """The score of a full pass is what is asked for."""
    report = graded(RIGHT, max_score=20.0)
    assert (20, 20) == (report.score, report.max_score)


# --- floats and notes ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "verdict"),
    [
        ("exact", Verdict.PASSED),
        ("exact + 5e-10", Verdict.PASSED),
        ("np.float64(exact)", Verdict.PASSED),
        ("int(exact) if exact == int(exact) else exact", Verdict.PASSED),
        ("exact + 5e-9", Verdict.FAILED),
        ("float('nan')", Verdict.FAILED),
        ("float('inf')", Verdict.FAILED),
        ("10**400", Verdict.FAILED),
        ("np.array(exact)", Verdict.FAILED),
        ("str(exact)", Verdict.FAILED),
    ],
)
def test_floats_pass_within_the_tolerance(graded: Grade, result: str, verdict: Verdict) -> None:
    """From the learner's return to the verdict, floats compare with the exercise's tolerance."""
    source = (
        "import numpy as np\n"
        + MEAN.replace("def mean_of_rows", "def mean")
        + (f"def mean_of_rows(rows, scale):\n    exact = mean(rows, scale)\n    return {result}\n")
    )
    assert verdict is graded(source, "mean_of_rows.py").verdict


def test_notes_of_all_cases_are_told_once(graded: Grade) -> None:
    """A note that several cases have stands once in the report's own list."""
    source = "import numpy as np\n" + RIGHT.replace("return total", "return np.int64(total)")
    report = graded(source)
    assert Verdict.PASSED is report.verdict
    assert ["numpy-scalars"] == [note.id for note in report.notes]
    assert all(case.notes for case in report.cases)


# --- calling it ----------------------------------------------------------------------------------


def test_grading_opens_and_closes_a_runner_of_its_own(
    toys: Catalogue, write: Callable[..., str]
) -> None:
    """Without a runner, one is opened for this file; it works in any thread."""
    path = write(RIGHT)
    found: list[Report] = []
    thread = threading.Thread(target=lambda: found.append(grade(path, catalogue=toys)))
    thread.start()
    thread.join()
    assert [Verdict.PASSED] == [report.verdict for report in found]


def test_several_files_can_be_graded_at_once(toys: Catalogue, write: Callable[..., str]) -> None:
    """Each thread with a runner of its own gets its own report, and all descriptors are closed."""
    before = os.listdir("/proc/self/fd")
    path = write(
        RIGHT + "\nimport os\nif os.path.exists('here'): 1 / 0\nopen('here', 'w').close()\n"
    )
    found: list[Report] = []
    threads = [
        threading.Thread(target=lambda: found.append(grade(path, catalogue=toys))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [Verdict.PASSED] * 4 == [report.verdict for report in found]
    assert before == os.listdir("/proc/self/fd")


def test_what_cannot_be_read_raises_and_leaves_no_process(
    toys: Catalogue,
    tmp_path: Path,
    survivors: Callable[[str], list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A missing file is wrong use; the runner that was opened for it is closed."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with pytest.raises(SubmissionError) as caught:
        grade(str(tmp_path / "missing.py"), catalogue=toys)
    assert ExitCode.USAGE is caught.value.exit_code
    assert [] == survivors(str(tmp_path))


def test_the_same_report_comes_out_without_fork(toys: Catalogue, write: Callable[..., str]) -> None:
    """Where nothing can be forked, verdicts, values, prints and notes are the same."""
    source = """
        import os
        def digit_sum(number, base=10):
            print("called with", number)
            if base == 2: os._exit(3)
            return number / (number > 0)
    """
    path = write(source)
    zygote = grading.open_runner()
    single = SingleRunner()
    reports = []
    for runner in (zygote, single):
        report = grade(path, runner=runner, catalogue=toys)
        cases = tuple(case._replace(seconds=0.0) for case in report.cases)
        reports.append(report._replace(cases=cases, seconds=0.0))
        runner.close()
    assert reports[0] == reports[1]
    assert ["failed", "raised", "crashed"] == outcomes(reports[0])


def test_grading_names_its_isolation(
    zygote: ZygoteRunner, toys: Catalogue, write: Callable[..., str]
) -> None:
    """What keeps the submission apart is named in every report."""
    submitted = submission.read(write(RIGHT))
    assert "bubblewrap" == Grading(toys, zygote, "bubblewrap").grade(submitted).isolation


def test_no_outcome_but_passed_counts_as_passed() -> None:
    """A report counts cases as passed by their outcome alone."""
    report = Report("x", "x", "x.py", Verdict.FAILED)
    assert (0, 0) == (report.passed, report.total)
    assert 6 == len(Outcome)


@pytest.mark.parametrize("text", ["", "raise ValueError", "def digit_sum(:"])
def test_a_file_that_does_not_run_scores_nothing_of_the_full_score(
    graded: Grade, text: str
) -> None:
    """Its maximum is that of a full pass, so that a percentage of it is 0 and not 0/0."""
    full = graded(RIGHT).max_score
    report = graded(text)
    assert (0, full, True) == (report.score, report.max_score, full > 0)

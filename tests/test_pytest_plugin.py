"""`pytest --submission FILE`: each case is an item; without the option, nothing happens."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from grader import pytest_items
from grader.catalogue import Catalogue
from grader.errors import ChildError
from grader.grading import grade
from grader.render import screen
from grader.render.terminal import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parent.parent
TOY = Path(__file__).parent / "data" / "toy"
LAWFUL = TOY.with_name("lawful")
OWN = "exercise/digit_sum/cases.toml"

RIGHT = """
def digit_sum(number, base=10):
    total = 0
    while number > 0:
        number, digit = divmod(number, base)
        total += digit
    return total
"""
# Right on 0 alone.
DROPS_A_DIGIT = RIGHT.replace("number > 0", "number >= base")
# Right on every case, and wrong on the probe 255 in base 16.
ONLY_SMALL_BASES = RIGHT.replace("    total = 0\n", "    total = 0\n    base = min(base, 10)\n")

MORE = """
format_version = 1

[[case]]
id = "one-nine"
title = "a single nine"
args = { number = 9 }
expected = { total = 9 }
tags = ["short"]

[[case]]
id = "two-nines"
title = "two nines"
args = { number = 99 }
expected = { total = 18 }
"""
UNSCORED = """
format_version = 1

[[case]]
id = "for-fun"
args = { number = 11111 }
expected = { total = 5 }
points = 0
"""
# Of the other toy: its values can be told from all other numbers in an output.
HIDDEN = """
format_version = 1

[[case]]
id = "secret"
title = "the veiled title"
args = { rows = [[1234.5625]], scale = 2.0 }
expected = { mean = 2469.125 }
hidden = true
"""
FAULTY = """
format_version = 1

[[case]]
id = "zero"
args = { number = 5 }
expected = { total = 5 }

[[case]]
id = "misspelt"
args = { nunber = 5 }
expected = { total = "5" }
"""


@pytest.fixture(autouse=True)
def quick(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis stays out of the sessions in here, where it takes two seconds each time.

    The fixture pytester comes first, because it removes this variable.
    """
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:hypothesispytest")


@pytest.fixture
def toy(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """An empty project in which the exercises are the toys."""
    monkeypatch.setattr("grader.content.data_root", lambda: str(TOY))
    monkeypatch.setenv("COLUMNS", "180")
    return pytester


def write(project: pytest.Pytester, source: str, name: str = "digit_sum.py") -> Path:
    """Write a file of a project."""
    path = project.path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, "utf-8")
    return path


def ids(result: pytest.RunResult) -> list[str]:
    """The ids that `--collect-only -q` lists."""
    return [line for line in result.outlines if "::" in line]


def ended(result: pytest.RunResult, outcome: str) -> set[str]:
    """The names of the items that ended so, as `-v` lists them."""
    lines = [line.split() for line in result.outlines if "::" in line]
    return {words[0].rpartition("::")[2] for words in lines if outcome in words[1:2]}


# --- what is collected ---------------------------------------------------------------------------


def test_each_case_is_an_item_named_by_its_id(toy: pytest.Pytester) -> None:
    """The exercise's cases come first, in their order, then its probes, then further files."""
    write(toy, RIGHT)
    write(toy, MORE, "week1/more.cases.toml")
    result = toy.runpytest("--submission", "digit_sum.py", "--collect-only", "-q")
    own = [f"{OWN}::{name}" for name in ("several-digits", "zero", "base-two", "probes")]
    further = [f"week1/more.cases.toml::{name}" for name in ("one-nine", "two-nines")]
    assert [*own, *further] == ids(result)


def test_collecting_does_not_run_the_submission(toy: pytest.Pytester) -> None:
    """Where the file's name tells which exercise it is, only running an item loads it."""
    mark = toy.path / "loaded"
    write(toy, f"open({str(mark)!r}, 'w').close()\n{RIGHT}")
    toy.runpytest("--submission", "digit_sum.py", "--collect-only", "-q")
    assert not mark.exists()
    toy.runpytest("--submission", "digit_sum.py", "-q")
    assert mark.exists()


def test_all_items_share_one_run_of_the_submission(toy: pytest.Pytester) -> None:
    """The file is loaded once, however many items ask what came of it."""
    log = toy.path / "log"
    write(toy, f"open({str(log)!r}, 'a').write('loaded ')\n{RIGHT}")
    toy.runpytest("--submission", "digit_sum.py").assert_outcomes(passed=4)
    assert log.read_text() == "loaded "


def test_the_function_decides_where_the_name_does_not(toy: pytest.Pytester) -> None:
    """A file with another name is graded as the one exercise whose function it defines."""
    write(toy, RIGHT, "answer.py")
    result = toy.runpytest("--submission", "answer.py")
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines(["submission: answer.py (digit_sum)"])


def test_the_option_decides_which_exercise_it_is(toy: pytest.Pytester) -> None:
    """--submission-exercise outdoes the name of the file."""
    write(toy, RIGHT)
    result = toy.runpytest(
        *("--submission", "digit_sum.py", "--submission-exercise", "mean_of_rows"),
        *("--collect-only", "-q"),
    )
    assert "exercise/mean_of_rows/cases.toml::no-rows" in ids(result)
    assert f"{OWN}::zero" not in ids(result)


def test_an_item_lies_at_the_line_of_its_case(toy: pytest.Pytester) -> None:
    """The location, which editors open, is the TOML file and the line of [[case]]."""
    write(toy, RIGHT)
    path = write(toy, MORE, "more.cases.toml")
    items, _ = toy.inline_genitems("--submission", "digit_sum.py")
    lines = {
        Path(folder): Path(folder).read_text("utf-8").splitlines() for folder in (path, TOY / OWN)
    }
    for item in items:
        if item.name != "probes":
            file, line, _ = item.reportinfo()
            assert lines[Path(file)][line : line + 2] == ["[[case]]", f'id = "{item.name}"']
    assert {path, TOY / OWN} == {item.path for item in items}


@pytest.mark.parametrize(
    "options",
    [
        ["-p", "no:cacheprovider"],
        ["--import-mode=importlib"],
        ["--import-mode=append", "-p", "no:terminal"],
        ["--rootdir=elsewhere"],
        ["--strict-markers", "--strict-config", "-W", "error"],
    ],
    ids=" ".join,
)
def test_the_ways_pytest_is_run_make_no_difference(
    toy: pytest.Pytester, options: list[str]
) -> None:
    """Without a cache, with another import mode or root folder, and strictly, all pass."""
    write(toy, RIGHT)
    write(toy, MORE, "more.cases.toml")
    (toy.path / "elsewhere").mkdir()
    toy.inline_run("--submission", "digit_sum.py", *options, ".").assertoutcome(passed=6)


# --- choosing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ([f"{OWN}::zero"], ["zero"]),
        ([f"{OWN}::probes", f"{OWN}::zero"], ["zero", "probes"]),
        ([str(TOY / OWN) + "::zero"], ["zero"]),
        ([OWN], ["several-digits", "zero", "base-two", "probes"]),
        (["more.cases.toml::two-nines"], ["two-nines"]),
        ([f"{OWN}::zero", "more.cases.toml"], ["zero", "one-nine", "two-nines"]),
        (["test_other.py::test_other"], ["test_other"]),
        (["-k", "zero or nines"], ["zero", "two-nines"]),
        (["-m", "other_base"], ["base-two"]),
        (["-m", "short or basic", "--strict-markers"], ["several-digits", "one-nine"]),
        (["--deselect", f"{OWN}::probes", "-k", "digit_sum and not nine"], []),
    ],
)
def test_items_can_be_chosen_as_in_any_suite(
    toy: pytest.Pytester, chosen: list[str], expected: list[str]
) -> None:
    """Ids, files, -k and tags as marks choose; an id for anything leaves out what it is not."""
    write(toy, RIGHT)
    write(toy, MORE, "more.cases.toml")
    write(toy, "def test_other(): pass", "test_other.py")
    result = toy.runpytest("--submission", "digit_sum.py", "--collect-only", "-q", *chosen)
    assert expected == [each.rpartition("::")[2] for each in ids(result)]


def test_an_id_works_as_it_is_shown_in_another_folder(
    toy: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below the root folder, pytest shows ids with ../ in front; they choose as well."""
    write(toy, RIGHT)
    (toy.path / "below").mkdir()
    monkeypatch.chdir(toy.path / "below")
    run = ("--submission", "../digit_sum.py", f"--rootdir={toy.path}", "-v")
    toy.runpytest(*run).stdout.fnmatch_lines([f"../{OWN}::zero PASSED*"])
    toy.runpytest(*run, f"../{OWN}::zero").assert_outcomes(passed=1)


def test_an_unknown_id_is_an_error_that_lists_the_known_ones(toy: pytest.Pytester) -> None:
    """A misspelt id runs nothing and says what there is."""
    write(toy, RIGHT)
    result = toy.runpytest("--submission", "digit_sum.py", f"{OWN}::zeroo")
    assert pytest.ExitCode.INTERRUPTED == result.ret
    said = "There is no case zeroo. Cases: several-digits, zero, base-two, probes."
    assert said in result.outlines


def test_a_file_outside_of_the_root_folder_can_be_chosen_from(
    toy: pytest.Pytester, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Its ids begin with its whole path, and lead back to it."""
    write(toy, RIGHT)
    path = tmp_path_factory.mktemp("outside") / "more.cases.toml"
    path.write_text(MORE, "utf-8")
    run = ("--submission", "digit_sum.py", f"--rootdir={toy.path}")
    result = toy.runpytest(*run, path, "--collect-only", "-q")
    further = [f"{path}::one-nine", f"{path}::two-nines"]
    assert further == ids(result)[4:]
    toy.runpytest(*run, further[0]).assert_outcomes(passed=1)


def test_a_file_given_twice_counts_once(toy: pytest.Pytester) -> None:
    """Named, named again, and found in its folder: each case is one item."""
    write(toy, RIGHT)
    write(toy, MORE, "more.cases.toml")
    (toy.path / "again.cases.toml").symlink_to("more.cases.toml")
    given = ("more.cases.toml", "more.cases.toml", "again.cases.toml", ".")
    toy.runpytest("--submission", "digit_sum.py", *given).assert_outcomes(passed=6)


def test_last_failed_runs_what_failed(toy: pytest.Pytester) -> None:
    """--lf leaves out what passed, among the exercise's cases and in further files."""
    write(toy, DROPS_A_DIGIT)
    write(toy, MORE, "more.cases.toml")
    write(toy, "def test_bad(): assert False\ndef test_good(): pass", "test_other.py")
    run = ("--submission", "digit_sum.py", "-v")
    failing = {"several-digits", "base-two", "probes", "one-nine", "two-nines", "test_bad"}
    first = toy.runpytest(*run)
    assert failing == ended(first, "FAILED")
    assert {"zero", "test_good"} == ended(first, "PASSED")
    again = toy.runpytest(*run, "--lf")
    assert failing == ended(again, "FAILED")
    assert set() == ended(again, "PASSED")
    write(toy, RIGHT)
    toy.runpytest(*run, "--lf").assert_outcomes(passed=5, failed=1)


# --- what is told --------------------------------------------------------------------------------


def test_a_failure_tells_what_the_screen_tells(toy: pytest.Pytester) -> None:
    """Each line of the screen's block is there, and its reason comes first and in the summary."""
    path = write(toy, DROPS_A_DIGIT)
    report = grade(str(path), catalogue=Catalogue(str(TOY)))
    case = report.cases[0]
    block = plain(screen.lines(report, width=100)).split(f"✗ {case.number}  {case.title}\n")[1]
    block = block.split("\n\n")[0].replace(f"  {case.reason}\n", "")
    assert "472" in block
    assert "first difference" in block or "i  digit" in block
    result = toy.runpytest("--submission", "digit_sum.py", f"{OWN}::{case.id}")
    assert f"{case.reason}\n{block}" in result.stdout.str()
    result.stdout.fnmatch_lines([f"FAILED {OWN}::{case.id} - {case.reason}"])
    assert f"{case.id}: {case.title}" in result.stdout.str()


def test_a_failure_shows_nothing_of_the_grader_itself(toy: pytest.Pytester) -> None:
    """There is no traceback through our files, whatever style is asked for."""
    write(toy, DROPS_A_DIGIT)
    for style in ("long", "short", "native", "line"):
        result = toy.runpytest("--submission", "digit_sum.py", f"--tb={style}", "-l")
        result.assert_outcomes(failed=3, passed=1)
        result.stdout.no_fnmatch_line("*pytest_items*")
        result.stdout.no_fnmatch_line("*Traceback*")
        result.stdout.no_fnmatch_line("*CaseFailed*")


def test_an_exception_is_told_with_its_place(toy: pytest.Pytester) -> None:
    """The first line names the exception; file and source line follow."""
    write(toy, "def digit_sum(number, base=10):\n    return number / 0\n")
    result = toy.runpytest("--submission", "digit_sum.py", f"{OWN}::zero")
    said = "It raised ZeroDivisionError: division by zero"
    result.stdout.fnmatch_lines(
        [said, "*digit_sum.py, line 2, in digit_sum", "*return number / 0", f"FAILED*- {said}"]
    )


def test_prints_are_a_section_that_cannot_be_taken_for_pytests_words(
    toy: pytest.Pytester,
) -> None:
    """What a call printed stands under its failure, each line behind a bar."""
    forged = "===== 4 passed in 0.01s ====="
    write(toy, DROPS_A_DIGIT.replace("    total = 0", f"    print({forged!r}); total = 0"))
    result = toy.runpytest("--submission", "digit_sum.py", f"{OWN}::base-two")
    result.stdout.fnmatch_lines(["*Captured stdout call*", f"| {forged}"])
    assert forged not in result.outlines


def test_in_the_log_of_github_actions_no_command_of_a_submission_is_left(
    toy: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither what is printed nor what is raised can give the runner an order."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    orders = "::error::forged ##[warning]forged"
    write(
        toy, f"def digit_sum(n, b=10):\n    print({orders!r})\n    raise ValueError({orders!r})\n"
    )
    write(toy, UNSCORED, "fun.cases.toml")
    told = toy.runpytest("--submission", "digit_sum.py", "-rx").stdout.str()
    assert "XFAIL fun.cases.toml::for-fun" in told
    assert "forged" in told
    assert "::error" not in told
    assert "##[" not in told


def test_a_file_that_does_not_load_fails_each_item_in_a_few_words(toy: pytest.Pytester) -> None:
    """Every item says what is wrong with the file and where, and nothing else."""
    write(toy, "def digit_sum(number, base=10):\n    return (\n")
    result = toy.runpytest("--submission", "digit_sum.py", "-v")
    assert {"several-digits", "zero", "base-two", "probes"} == ended(result, "FAILED")
    lines = result.outlines
    for name in ("zero: zero has nothing to add", "probes: *"):
        result.stdout.fnmatch_lines([f"*_ {name} _*", "Not loaded: SyntaxError: *", "*line 2*"])
    headings = [index for index, line in enumerate(lines) if line.startswith("____")]
    assert max(b - a for a, b in pairwise(headings)) <= 6


def test_the_untouched_starter_is_not_started(toy: pytest.Pytester) -> None:
    """A starter fails each item with these words."""
    shutil.copy(TOY / "exercise" / "digit_sum" / "starter.py", toy.path / "digit_sum.py")
    result = toy.runpytest("--submission", "digit_sum.py")
    result.assert_outcomes(failed=4)
    result.stdout.fnmatch_lines(["Not started: this is still the starter."])


def test_junit_xml_holds_names_reasons_and_texts(toy: pytest.Pytester) -> None:
    """The XML that CI reads names each case; a failure's message is its first line."""
    write(toy, DROPS_A_DIGIT)
    toy.runpytest("--submission", "digit_sum.py", "--junitxml=out.xml")
    suite = ElementTree.parse(toy.path / "out.xml").getroot()[0]
    failures = {case.get("name"): case.find("failure") for case in suite}
    assert ["several-digits", "zero", "base-two", "probes"] == list(failures)
    assert failures["zero"] is None
    failure = failures["several-digits"]
    assert failure is not None
    assert failure.get("message") == "total is 9; expected 13."
    assert "digit_sum(472)" in (failure.text or "")


def test_with_xdist_the_same_is_told(toy: pytest.Pytester) -> None:
    """Workers grade for themselves; ids, reasons, texts and marks are those of one process."""
    write(toy, DROPS_A_DIGIT)
    write(toy, MORE, "more.cases.toml")
    # The workers are processes of their own, where the toys have to be put in place again.
    toy.makeconftest(f"import grader.content; grader.content.data_root = lambda: {str(TOY)!r}")
    run = ("--submission", "digit_sum.py", "-v", "--strict-markers")
    alone = toy.runpytest_subprocess(*run)
    parallel = toy.runpytest_subprocess(*run, "-n", "2")
    parallel.assert_outcomes(failed=5, passed=1)
    for result in (alone, parallel):
        result.stdout.fnmatch_lines_random(
            [
                f"FAILED {OWN}::several-digits - total is 9; expected 13.",
                "  digit_sum(472)",
                "FAILED more.cases.toml::two-nines - total is 9; expected 18.",
            ]
        )


# --- probes, points, hidden cases ----------------------------------------------------------------


def test_a_file_that_passes_each_case_and_is_wrong_fails(toy: pytest.Pytester) -> None:
    """The item `probes` fails the session, and shows the call that goes wrong."""
    write(toy, ONLY_SMALL_BASES)
    result = toy.runpytest("--submission", "digit_sum.py", "-v")
    assert pytest.ExitCode.TESTS_FAILED == result.ret
    assert {"probes"} == ended(result, "FAILED")
    result.stdout.fnmatch_lines(
        [
            "3 of 3 cases passed, but wrong on:",
            "  digit_sum(255, 16)",
            "  expected  30",
            f"FAILED {OWN}::probes - 3 of 3 cases passed, but wrong on digit_sum(255, 16)",
        ]
    )


def test_probes_that_were_not_called_are_no_pass(toy: pytest.Pytester) -> None:
    """After a case that ended the process, nobody knows about the probes: that fails too."""
    write(toy, f"import os\n{RIGHT}".replace("    total = 0", "    total = number or os._exit(3)"))
    result = toy.runpytest("--submission", "digit_sum.py", "-k", "probes")
    result.assert_outcomes(failed=1, deselected=3)
    result.stdout.fnmatch_lines(["The further calls were not made: *"])


@pytest.mark.parametrize(("source", "outcome"), [(RIGHT, "passed"), (DROPS_A_DIGIT, "xfailed")])
def test_a_case_of_no_points_changes_no_exit_code(
    toy: pytest.Pytester, source: str, outcome: str
) -> None:
    """It passes, or fails as if that were expected, with "0 points" and the reason."""
    write(toy, source)
    write(toy, UNSCORED, "fun.cases.toml")
    result = toy.runpytest("--submission", "digit_sum.py", "-rx", "fun.cases.toml::for-fun")
    result.assert_outcomes(**{outcome: 1})
    assert pytest.ExitCode.OK == result.ret
    if outcome == "xfailed":
        result.stdout.fnmatch_lines(["XFAIL *::for-fun - *0 points: total is 4; expected 5."])


def test_runxfail_shows_a_case_of_no_points_as_any_other(toy: pytest.Pytester) -> None:
    """Pytest's own option against expected failures works here too, with the whole text."""
    write(toy, DROPS_A_DIGIT)
    write(toy, UNSCORED, "fun.cases.toml")
    result = toy.runpytest("--submission", "digit_sum.py", "--runxfail", "fun.cases.toml::for-fun")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["  digit_sum(11111)"])


# Keeps what it saw, prints it, and in the end does with it what a test puts here.
PRYING = """
seen = []
def mean_of_rows(rows, scale):
    seen.append(list(rows))
    print("called with", seen)
    ...
"""
MEAN = """
def mean_of_rows(rows, scale):
    return scale * sum(sum(row) / len(row) for row in rows) / max(len(rows), 1)
"""


@pytest.mark.parametrize(
    "source",
    [
        PRYING.replace("...", "raise ValueError(f'it was {seen}')"),
        PRYING.replace("...", "return seen"),
        PRYING.replace("...", "__import__('os')._exit(1)"),
        "[1234.5625] is no name\n",
    ],
    ids=["raises", "returns", "exits", "does-not-load"],
)
def test_of_a_hidden_case_only_its_failure_is_told(toy: pytest.Pytester, source: str) -> None:
    """Input, expected and returned value, prints and title are nowhere in any output."""
    write(toy, source, "mean_of_rows.py")
    write(toy, HIDDEN, "z.cases.toml")
    result = toy.runpytest(
        *("--submission", "mean_of_rows.py", "-rA", "-vv", "-l", "--tb=long"),
        *("--junitxml=out.xml", "-o", "junit_logging=all", "-o", "junit_log_passing_tests=true"),
        "z.cases.toml::secret",
    )
    result.assert_outcomes(failed=1)
    assert "hidden case failed" in result.outlines
    result.stdout.fnmatch_lines(["FAILED z.cases.toml::secret - hidden case failed"])
    told = result.stdout.str() + result.stderr.str() + (toy.path / "out.xml").read_text("utf-8")
    assert 'message="hidden case failed"' in told
    for secret in ("1234.5625", "2469.125", "veiled", "called with", "it was", "mean_of_rows("):
        assert secret not in told


def test_a_hidden_case_can_pass(toy: pytest.Pytester) -> None:
    """A right answer passes it, like any other item."""
    write(toy, MEAN, "mean_of_rows.py")
    write(toy, HIDDEN, "z.cases.toml")
    toy.runpytest("--submission", "mean_of_rows.py").assert_outcomes(passed=5)


# --- what is wrong with what is given ------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--submission"], "expected one argument"),
        (["--submission", "digit_sun.py"], "There is no file digit_sun.py.*digit_sum.py"),
        (["--submission", ""], "There is no file"),
        (["--submission", "."], "is a folder, not a file"),
        (["--submission", "digit_sum.py", "--submission-exercise", "sums"], "no exercise 'sums'"),
        (["--submission-exercise", "digit_sum"], "needs --submission FILE"),
        (["--submission", "both.py"], "several exercises.*--submission-exercise ID"),
        (["--submission", "none.py"], "none of the functions.*--submission-exercise ID"),
        (["--submission", "slip.py"], "SyntaxError.*--submission-exercise ID"),
        (["own.cases.toml"], "own.cases.toml needs --submission FILE beside it"),
        (["own.cases.toml::nine", "-q"], "own.cases.toml::nine needs --submission FILE"),
    ],
)
def test_wrong_use_says_so_before_anything_runs(
    toy: pytest.Pytester, options: list[str], said: str
) -> None:
    """Exit code 4, as for pytest's own usage errors, and no word of an internal error."""
    write(toy, RIGHT)
    write(toy, f"{RIGHT}\ndef mean_of_rows(rows, scale): pass\n", "both.py")
    write(toy, "x = 1\n", "none.py")
    write(toy, "def f(:\n", "slip.py")
    write(toy, FAULTY, "own.cases.toml")
    result = toy.runpytest(*options)
    assert pytest.ExitCode.USAGE_ERROR == result.ret
    result.stderr.re_match_lines([f".*{said}"])
    assert "Traceback" not in result.stderr.str()


def test_a_faulty_case_file_is_an_error_of_collection(toy: pytest.Pytester) -> None:
    """Its text is every problem with its line; nothing is graded."""
    write(toy, RIGHT)
    write(toy, FAULTY, "bad.cases.toml")
    result = toy.runpytest("--submission", "digit_sum.py")
    assert pytest.ExitCode.INTERRUPTED == result.ret
    result.assert_outcomes(errors=1)
    result.stdout.re_match_lines(
        [
            r".*ERROR collecting bad\.cases\.toml.*",
            r'bad\.cases\.toml:5: case "zero", id: .*already used',
            r'bad\.cases\.toml:11: case "misspelt", args\.nunber: .*number',
            r"ERROR bad\.cases\.toml - bad\.cases\.toml:5: .*",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*pytest_items*")


def test_cases_of_another_exercise_are_skipped_where_they_were_only_found(
    toy: pytest.Pytester,
) -> None:
    """A folder may hold files for several exercises: the others are left out, with the reason."""
    write(toy, RIGHT)
    write(toy, MORE, "a.cases.toml")
    write(toy, HIDDEN, "b.cases.toml")
    result = toy.runpytest("--submission", "digit_sum.py", "-rs")
    result.assert_outcomes(passed=6, skipped=1)
    reason = "b.cases.toml: these cases are for mean_of_rows: they name its parameters"
    result.stdout.fnmatch_lines([f"SKIPPED [[]1[]] b.cases.toml:*: {reason}, not those of *"])
    assert "pytest_items" not in result.stdout.str()


@pytest.mark.parametrize("named", ["b.cases.toml", "b.cases.toml::secret"])
def test_cases_of_another_exercise_are_an_error_of_one_line_when_named(
    toy: pytest.Pytester, named: str
) -> None:
    """Who names them wants them run, and is told why that cannot be; no case by itself."""
    write(toy, RIGHT)
    write(toy, HIDDEN, "b.cases.toml")
    result = toy.runpytest("--submission", "digit_sum.py", named)
    assert pytest.ExitCode.OK != result.ret
    result.stdout.re_match_lines([r"b\.cases\.toml: these cases are for mean_of_rows: they name"])
    assert "unknown" not in result.stdout.str()
    assert "Traceback" not in result.stdout.str()


def test_ids_repeated_in_further_files_are_refused(toy: pytest.Pytester) -> None:
    """Ids stay unique across the files of a session, as with `grade --cases`."""
    write(toy, RIGHT)
    write(toy, MORE, "a.cases.toml")
    write(toy, MORE.replace("99 }", "98 }").replace("18", "17"), "b.cases.toml")
    result = toy.runpytest("--submission", "digit_sum.py")
    result.assert_outcomes(errors=1)
    result.stdout.re_match_lines([r"b\.cases\.toml:.*already used at a\.cases\.toml:.*"])


def test_a_faulty_exercise_is_an_error_of_collection(
    toy: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exercise's own files are told like an instructor's."""
    root = toy.path / "data"
    shutil.copytree(TOY, root)
    cases = root / OWN
    cases.write_text(cases.read_text("utf-8").replace("tags =", "tabs =", 1), "utf-8")
    monkeypatch.setattr("grader.content.data_root", lambda: str(root))
    write(toy, RIGHT)
    result = toy.runpytest("--submission", "digit_sum.py")
    assert pytest.ExitCode.INTERRUPTED == result.ret
    result.stdout.re_match_lines([r".*cases\.toml:9: .*tabs.*tags.*"])


def test_a_fault_of_ours_is_an_error_and_no_failure(
    toy: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no process can be started, items end in an error that says so, once tried."""
    tries = []

    def open_runner() -> None:
        tries.append(1)
        raise ChildError("No process could be started.", hint="Is NumPy installed?")

    monkeypatch.setattr(pytest_items, "open_runner", open_runner)
    write(toy, RIGHT)
    result = toy.runpytest("--submission", "digit_sum.py")
    result.assert_outcomes(errors=4)
    assert "not graded: No process could be started. Is NumPy installed?" in result.stdout.str()
    result.stdout.no_fnmatch_line("*Traceback*")
    assert [1] == tries


# --- suites that do not ask for it ---------------------------------------------------------------

LISTS_MODULES = """
import json, sys
def test_nothing(): pass
def pytest_unconfigure(config):
    with open({file!r}, "w") as file:
        json.dump(sorted(sys.modules), file)
"""


def modules_after(project: pytest.Pytester, *options: str) -> set[str]:
    """The modules that a session of an unrelated suite has imported at its end."""
    file = project.path / f"modules{len(options)}.json"
    project.makeconftest(LISTS_MODULES.format(file=str(file)))
    project.makepyfile(test_unrelated="def test_nothing(): pass")
    result = project.runpytest_subprocess(*options)
    result.assert_outcomes(passed=1)
    return set(json.loads(file.read_text()))


def test_an_unrelated_suite_pays_for_two_empty_modules(pytester: pytest.Pytester) -> None:
    """With the plugin there are these two modules more than without it, and no other."""
    without = modules_after(pytester, "-p", "no:grader")
    assert {"grader", "grader.pytest_plugin"} == modules_after(pytester) - without


def test_an_unrelated_suite_keeps_its_own_files(pytester: pytest.Pytester) -> None:
    """Without --submission a *.cases.toml, even a faulty one, is nobody's business here."""
    pytester.makepyfile(test_unrelated="def test_nothing(): pass")
    write(pytester, FAULTY, "bad.cases.toml")
    result = pytester.runpytest_subprocess("--strict-markers", "-W", "error")
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*submission:*")


# --- as installed --------------------------------------------------------------------------------


def installed(folder: Path) -> Path:
    """Lay out the package and its data as a wheel does."""
    shutil.copytree(
        ROOT / "grader", folder / "grader", ignore=shutil.ignore_patterns("__pycache__")
    )
    for part in ("exercise", "hints"):
        shutil.copytree(ROOT / part, folder / "grader" / "_data" / part)
    return folder


def run_installed(site: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder with the package that was laid out."""
    command: Sequence[str] = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    env = {**os.environ, "PYTHONPATH": str(site), "COLUMNS": "180", "PY_COLORS": "0"}
    return subprocess.run(
        [*command, *arguments], cwd=folder, env=env, capture_output=True, text=True, timeout=120
    )


def test_the_real_exercise_is_graded_from_an_empty_folder(tmp_path: Path) -> None:
    """With the package installed elsewhere, six cases and the probes are found and judged."""
    site = installed(tmp_path / "site")
    empty = tmp_path / "empty"
    empty.mkdir()
    right = ROOT / "tests" / "right_answers" / "plain_loop.py"
    result = run_installed(site, empty, "-v", "--submission", str(right))
    assert result.returncode == 0, result.stdout + result.stderr
    own = "exercise/speculative_decode/cases.toml"
    assert f"{own}::strict-less-than PASSED" in result.stdout
    assert "7 passed" in result.stdout
    assert list(empty.iterdir()) == []
    one = run_installed(site, empty, "-v", "--submission", str(right), f"{own}::empty-draft")
    assert "1 passed" in one.stdout


def test_the_real_exercise_shows_where_an_answer_leaves_the_rule(tmp_path: Path) -> None:
    """A failure of the real exercise has the table with the first difference marked."""
    right = (ROOT / "tests" / "right_answers" / "plain_loop.py").read_text("utf-8")
    assert right.count(" < ") == 1
    wrong = tmp_path / "speculative_decode.py"
    wrong.write_text(right.replace(" < ", " <= "), "utf-8")
    result = run_installed(ROOT, tmp_path, "--submission", wrong.name)
    assert result.returncode == 1
    assert "FAILED exercise/speculative_decode/cases.toml::strict-less-than - " in result.stdout
    assert "first difference" in result.stdout


# --- laws ----------------------------------------------------------------------------------------


@pytest.fixture
def lawful(toy: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """An empty project in which the exercise is the toy with a law."""
    monkeypatch.setattr("grader.content.data_root", lambda: str(LAWFUL))
    return toy


def redraw(name: str) -> str:
    """The source of a program of that exercise's reference."""
    return (LAWFUL / f"reference/redraw/{name}.py").read_text("utf-8")


def test_the_laws_are_an_item(lawful: pytest.Pytester) -> None:
    """It comes last, passes for a right file, and has an id to choose it by."""
    write(lawful, redraw("solution"), "redraw.py")
    result = lawful.runpytest("--submission", "redraw.py", "-v")
    assert {"two-cards", "no-card", "certain-card", "probes", "law"} == ended(result, "PASSED")
    own = "exercise/redraw/cases.toml::law"
    lawful.runpytest("--submission", "redraw.py", own).assert_outcomes(passed=1)


def test_a_wrong_law_fails_its_item_with_the_sentence_and_the_table(
    lawful: pytest.Pytester,
) -> None:
    """All cases pass; the summary says what is wrong, the failure shows the table."""
    write(lawful, redraw("mistakes/knows-the-seed"), "redraw.py")
    result = lawful.runpytest("--submission", "redraw.py", "-v")
    assert {"law"} == ended(result, "FAILED")
    told = "The distribution is wrong: hand[[]0] is 0 with probability 1 instead of 0.4*"
    result.stdout.fnmatch_lines(
        [f"*{told}", "*0.4000  1.0000     +0.6000*greatest surplus", f"FAILED *::law - {told}"]
    )


def test_an_unknown_law_skips_its_item(lawful: pytest.Pytester) -> None:
    """What nobody measured is neither right nor wrong."""
    write(lawful, "def redraw(dealt, wishes, cards):\n    return None\n", "redraw.py")
    result = lawful.runpytest("--submission", "redraw.py", "-v")
    assert ({"law"}, set()) == (ended(result, "SKIPPED"), ended(result, "PASSED"))


def test_a_file_that_does_not_load_fails_its_law_as_well(lawful: pytest.Pytester) -> None:
    """As with the cases and probes, every item says the same."""
    write(lawful, "def redraw(", "redraw.py")
    lawful.runpytest("--submission", "redraw.py").assert_outcomes(failed=5)

"""The command as a whole: tables, reports, resuming, options, and what is said where."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader import submission
from grader.batch import command
from grader.catalogue import Catalogue
from grader.errors import ContentError, ExitCode, UsageError
from grader.grading import Grading, Options
from grader.render.as_json import document
from tests.batch.conftest import RIGHT, WRONG, Ran, rows_of
from tests.command import environment, grade
from tests.readme import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.runner import Runner

NUMPY = "import numpy as np\n" + RIGHT.replace("return total", "return np.int64(total)")
LOUD = RIGHT.replace("    total = 0\n", "    print('\\x1b[31m{\"name\": 1}' * 5)\n    total = 0\n")
MIXED = {
    "ann.py": RIGHT,
    "bob/digit_sum.py": WRONG,
    "cem.py": "def digit_sum(:\n",
    "dan.py": "x = 1\n",
    "eve.py": NUMPY,
    "fay.py": LOUD,
    "gus/digit_sum.py": "def digit_sum(number, base=10):\n    return number / 0\n",
    "hal.py": "import os\n\n\ndef digit_sum(number, base=10):\n    os._exit(0)\n",
}


def test_a_row_says_what_grading_the_file_alone_says(
    classroom: Callable[..., Path], batch: Callable[..., Ran], toys: Catalogue, zygote: Runner
) -> None:
    """Neither neighbours nor order nor the number of jobs change anything in a row."""
    classroom({**MIXED, "ira/digit_sum.py": toys.exercise("digit_sum").starter})
    ran = batch("class", "--jobs", "3", "--max-score", "7", "--details", "reports")
    alone = Grading(toys, zygote)
    for name, row in ran.rows.items():
        report = alone.grade(submission.read(name), Options(max_score=7))
        written = json.loads(Path("reports", f"{name}.json").read_text("ascii"))
        expected = document(report)
        for part in (expected, written):
            del part["seconds"]
        assert expected == written
        for column in ("verdict", "passed", "total", "score", "max_score", "isolation"):
            assert expected[column] == row[column]
        diagnosis: Any = expected["diagnosis"]
        assert (diagnosis["id"] if diagnosis else "") == row["diagnosis"]
        assert [note.id for note in report.notes] == row["notes"]
    assert ExitCode.FAILED == ran.exit_code


def test_a_file_that_defines_no_exercise_is_not_loaded(
    classroom: Callable[..., Path], batch: Callable[..., Ran]
) -> None:
    """Its row and its report name the functions that are known."""
    classroom({"dan.py": "x = 1\n"})
    row = batch("class", "--details", "reports").rows["class/dan.py"]
    assert "not-loaded" == row["verdict"]
    assert "digit_sum" in row["message"]
    assert "not-loaded" == json.loads(Path("reports/class/dan.py.json").read_text())["verdict"]


def test_a_learner_without_a_file_has_a_row(
    classroom: Callable[..., Path], batch: Callable[..., Ran]
) -> None:
    """An empty folder and one with a README: "missing file", the rest is graded (B02)."""
    root = classroom({"ann/digit_sum.py": RIGHT, "bob/README": "soon"})
    (root / "cem").mkdir()
    ran = batch()
    expected = {"class/ann/digit_sum.py": "passed", "class/bob": "not-graded"}
    assert {**expected, "class/cem": "not-graded"} == ran.verdicts()
    assert "Missing file" in ran.rows["class/cem"]["message"]
    assert ExitCode.NOT_GRADED == ran.exit_code


def test_what_cannot_be_read_has_a_row(
    classroom: Callable[..., Path], batch: Callable[..., Ran]
) -> None:
    """Links, pipes and files that are too large are told, and neither opened nor lost."""
    root = classroom({"ann.py": RIGHT, "big.py": "#" * (submission.MAX_BYTES + 1)})
    (root / "link.py").symlink_to(root / "ann.py")
    os.mkfifo(root / "pipe.py")
    ran = batch()
    graded = {name for name, verdict in ran.verdicts().items() if verdict != "not-graded"}
    assert {"class/ann.py"} == graded
    assert "1.0 MB" in ran.rows["class/big.py"]["message"]
    assert "symbolic link" in ran.rows["class/link.py"]["message"]
    assert "no ordinary file" in ran.rows["class/pipe.py"]["message"]


def test_a_link_put_in_place_of_a_file_is_not_followed(
    classroom: Callable[..., Path], batch: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between finding and reading a file may be exchanged; what it then points to stays closed."""
    root = classroom({"ann.py": RIGHT, "other.py": RIGHT})
    find = command.find

    def find_and_exchange(*arguments: Any) -> Any:
        found = find(*arguments)
        (root / "ann.py").unlink()
        (root / "ann.py").symlink_to(root / "other.py")
        return found

    monkeypatch.setattr(command, "find", find_and_exchange)
    assert {"class/ann.py": "not-graded", "class/other.py": "passed"} == batch().verdicts()


def test_names_from_everywhere_are_graded(
    classroom: Callable[..., Path], batch: Callable[..., Ran]
) -> None:
    """Spaces, brackets, dashes, semicolons: a name is a name (B06)."""
    names = ["my answer (2).py", "-rf.py", "a;b.py", "--out.py", "$HOME.py", "[b]x[/b].py"]
    classroom(dict.fromkeys(names, RIGHT))
    assert {f"class/{name}": "passed" for name in names} == batch().verdicts()


def test_attempts_are_rows_of_their_own(
    classroom: Callable[..., Path], batch: Callable[..., Ran]
) -> None:
    """Two attempts never mix: each row is one file's (B05)."""
    classroom({"ann/2024-05-01.py": WRONG, "ann/2024-05-02.py": RIGHT})
    expected = {"class/ann/2024-05-01.py": "failed", "class/ann/2024-05-02.py": "passed"}
    assert expected == batch().verdicts()


def test_thirty_files_of_one_name_are_thirty_files(
    classroom: Callable[..., Path], batch: Callable[..., Ran]
) -> None:
    """Each is loaded anew: none gets the answers of another that is called alike (B08)."""
    sources = [RIGHT, WRONG, RIGHT.replace("number > 0", "number > 9")]
    classroom({f"learner{n:02}/solution.py": sources[n % 3] for n in range(30)})
    ran = batch()
    passed = [ran.rows[f"class/learner{n:02}/solution.py"]["passed"] for n in range(30)]
    assert [3, 2, 1] * 10 == passed


def test_200_submissions_leave_no_file_open(
    classroom: Callable[..., Path], toys: Catalogue, batch: Callable[..., Ran]
) -> None:
    """All are graded by the same few processes; nothing piles up in the grader (B03)."""
    classroom({f"n{number:03}.py": RIGHT for number in range(200)})
    before = len(os.listdir("/proc/self/fd"))
    threads = threading.active_count()
    ran = batch("class", "--jobs", "2")
    assert 200 == list(ran.verdicts().values()).count("passed")
    assert before == len(os.listdir("/proc/self/fd"))
    assert threads == threading.active_count()


def test_their_own_grader_is_neither_used_nor_touched(
    classroom: Callable[..., Path], batch: Callable[..., Ran]
) -> None:
    """A learner's grader/, conftest.py, cases.toml and hints/ play no part (B14)."""
    bomb = "raise SystemExit('loaded')\n"
    own = ("grader/__init__.py", "conftest.py", "cases.toml", "hints/hints.toml", "json.py")
    root = classroom({"ann/digit_sum.py": RIGHT, **{f"ann/{name}": bomb for name in own}})
    before = {path: path.stat().st_mtime_ns for path in root.rglob("*")}
    assert {"class/ann/digit_sum.py": "passed"} == batch().verdicts()
    assert before == {path: path.stat().st_mtime_ns for path in root.rglob("*")}


def test_numpy_numbers_become_plain_ones(
    classroom: Callable[..., Path], batch: Callable[..., Ran]
) -> None:
    """What a learner returns is never what a report cannot hold (O13)."""
    classroom({"eve.py": NUMPY})
    row = batch("class", "--details", "reports").rows["class/eve.py"]
    assert ("passed", ["numpy-scalars"]) == (row["verdict"], row["notes"])
    json.loads(Path("reports/class/eve.py.json").read_text(), parse_constant=pytest.fail)


def test_a_formula_in_a_name_is_no_formula_in_the_table(
    classroom: Callable[..., Path], toys: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opened in a spreadsheet, names and messages are text."""
    root = classroom({"=cmd|' !A1'.py": "raise ValueError('x')\n", "@sum.py": RIGHT})
    monkeypatch.chdir(root)
    command.main([".", "--sandbox", "none", "--out", "../table.csv"], toys)
    with open("../table.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {"'=cmd|' !A1'.py", "'@sum.py"} == {row["name"] for row in rows}


def test_resuming_grades_what_is_new_or_changed(
    classroom: Callable[..., Path], batch: Callable[..., Ran]
) -> None:
    """Rows that hold stay as they are, byte by byte; others are made anew, none twice."""
    root = classroom({"ann.py": RIGHT, "bob.py": WRONG})
    first = batch()
    classroom({"bob.py": RIGHT, "cem.py": WRONG})
    with open(root.parent / "table.jsonl", "a", encoding="utf-8") as file:
        file.write('{"name": "class/cem.py", "verd')  # a machine stopped here
    second = batch("class", "--resume")
    assert first.rows["class/ann.py"] == second.rows["class/ann.py"]
    expected = {"class/ann.py": "passed", "class/bob.py": "passed", "class/cem.py": "failed"}
    assert expected == second.verdicts()
    assert ExitCode.FAILED == second.exit_code


@pytest.mark.parametrize("name", ["table.jsonl", "table.csv"])
def test_a_table_is_not_begun_anew_unasked(
    classroom: Callable[..., Path], toys: Catalogue, name: str
) -> None:
    """Hours of grading are not lost by a slip: it is refused before anything runs, with what helps.

    A table without any row, as an interrupted batch may leave, holds nothing to lose.
    """
    classroom({"ann.py": RIGHT})
    arguments = ["class", "--sandbox", "none", "--out", name]
    Path(name).touch()
    assert ExitCode.OK == command.main(arguments, toys)
    before = Path(name).read_bytes()
    with pytest.raises(UsageError, match=f"{name} holds a table already") as caught:
        command.main(arguments, toys)
    assert "--resume" in caught.value.hint and "another name" in caught.value.hint
    assert before == Path(name).read_bytes()
    assert ExitCode.OK == command.main([*arguments, "--resume"], toys)
    assert before == Path(name).read_bytes()


def test_lines_that_are_no_rows_are_not_lost_either(
    classroom: Callable[..., Path], toys: Catalogue
) -> None:
    """A table of another version, none of whose rows can be read, is somebody's all the same."""
    classroom({"ann.py": RIGHT})
    Path("table.jsonl").write_text('{"name": "ann", "grade": "A"}\n')
    with pytest.raises(UsageError, match="holds a table already"):
        command.main(["class", "--sandbox", "none", "--out", "table.jsonl"], toys)


def test_shares_join_to_the_whole(
    classroom: Callable[..., Path], batch: Callable[..., Ran]
) -> None:
    """The lines of all shares are the lines of one run, in some order."""
    classroom({f"n{number}.py": WRONG if number % 3 else RIGHT for number in range(12)})
    whole = batch().verdicts()
    parts = [batch("class", "--shard", f"{i}/3", table=f"part{i}.jsonl") for i in (1, 2, 3)]
    joined = {name: verdict for part in parts for name, verdict in part.verdicts().items()}
    assert whole == joined
    assert 12 == sum(len(part.rows) for part in parts)


@pytest.mark.parametrize(
    ("ending", "join"),
    [
        ("jsonl", "cat class-*.jsonl > class.jsonl"),
        (
            "csv",
            "head -n 1 class-1.csv > class.csv && tail -q -n +2 class-?.csv >> class.csv",
        ),
    ],
)
def test_joined_tables_are_a_table(
    classroom: Callable[..., Path],
    toys: Catalogue,
    capsys: pytest.CaptureFixture[str],
    ending: str,
    join: str,
) -> None:
    """Joined as README says, they can be resumed: nothing is graded, all of the class is told."""
    classroom({f"n{number}.py": WRONG if number % 3 else RIGHT for number in range(9)})
    for share in (1, 2, 3):
        options = ["--sandbox", "none", "--shard", f"{share}/3", "--jobs", "1"]
        command.main(["class", "--out", f"class-{share}.{ending}", *options], toys)
    subprocess.run(join, shell=True, check=True)
    capsys.readouterr()
    joined = f"class.{ending}"
    code = command.main(["class", "--sandbox", "none", "--out", joined, "--resume"], toys)
    told = capsys.readouterr()
    assert ExitCode.FAILED == code
    assert "0 to grade, 9 are graded already" in told.err
    assert "9 submissions: 3 passed, 6 failed" in told.out
    assert "     6  the base is always 10" in told.out.splitlines()


def test_further_cases_are_graded_and_hidden_ones_stay_hidden(
    classroom: Callable[..., Path], batch: Callable[..., Ran]
) -> None:
    """Cases of the instructor's own count; of hidden ones nothing is told but their number."""
    classroom({"ann.py": RIGHT, "bob.py": RIGHT.replace("total += digit", "total += digit % 9")})
    cases = Path("own.toml")
    cases.write_text(
        'format_version = 1\n[[case]]\nid = "secret-nine"\ntitle = "Nine"\nhidden = true\n'
        "args = { number = 190_009 }\nexpected = { total = 19 }\n",
        "utf-8",
    )
    ran = batch("class", "--exercise", "digit_sum", "--cases", str(cases), "--details", "reports")
    assert {"class/ann.py": "passed", "class/bob.py": "failed"} == ran.verdicts()
    text = Path("table.jsonl").read_text() + Path("reports/class/bob.py.json").read_text()
    assert not re.search("190_?009|secret-nine|Nine", text)


def test_the_names_of_arguments_tell_whose_cases_they_are(
    classroom: Callable[..., Path], batch: Callable[..., Ran], toys: Catalogue
) -> None:
    """Among several exercises, all files are graded as the one whose arguments the cases have."""
    classroom({"ann.py": RIGHT, "bob.py": "x = 1\n"})
    case = '[[case]]\nid = "{id}"\nargs = {{ {name} = 90 }}\nexpected = {{ total = {total} }}\n'
    for path, name, total in (("nine", "number", 9), ("eight", "number", 8), ("odd", "numb", 9)):
        text = case.format(id=path, name=name, total=total)
        Path(f"{path}.toml").write_text(f"format_version = 1\n{text}".replace("90", f"{total}0"))
    ran = batch("class", "--cases", "nine.toml", "--cases", "eight.toml")
    assert {"class/ann.py": "passed", "class/bob.py": "not-loaded"} == ran.verdicts()
    assert ["digit_sum"] * 2 == [row["exercise"] for row in ran.rows.values()]
    assert (5, 0) == (ran.rows["class/ann.py"]["total"], ran.rows["class/bob.py"]["total"])
    for unclear in (["odd.toml"], ["nine.toml", "--cases", "odd.toml"]):
        with pytest.raises(UsageError, match="Whose cases are these") as caught:
            command.main(["class", "--sandbox", "none", "--cases", *unclear], toys)
        assert "--exercise ID, one of: digit_sum, mean_of_rows" in caught.value.hint


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["class", "--jobs", "0"], "jobs"),
        (["class", "--shard", "0/3"], "shard"),
        (["class", "--shard", "4/3"], "shard"),
        (["class", "--shard", "3"], "shard"),
        (["class", "--resume"], "resume"),
        (["class", "--out", "table.txt"], "table.txt"),
        (["class", "--out", "class/ann.py"], "ann.py"),
        (["class", "--sandbox", "magic"], "magic"),
        (["class", "--exercise", "magic"], "magic"),
        (["class", "--cases", "own.toml"], "own.toml: there is no such file"),
        (["empty"], "nothing to grade"),
        ([], "PATH"),
    ],
)
def test_wrong_use_ends_before_anything_is_graded(
    classroom: Callable[..., Path], toys: Catalogue, arguments: list[str], words: str
) -> None:
    """What cannot work is said at once, and no file is touched."""
    classroom({"ann.py": RIGHT})
    Path("empty").mkdir()
    sandbox = [] if "--sandbox" in arguments else ["--sandbox", "none"]
    with pytest.raises((UsageError, ContentError)) as caught:
        command.main([*arguments, *sandbox], toys)
    assert words in f"{caught.value.message} {caught.value.hint}"
    assert RIGHT == Path("class/ann.py").read_text("utf-8")


def test_faulty_cases_end_the_batch_before_it_begins(
    classroom: Callable[..., Path], toys: Catalogue
) -> None:
    """The author's fault is not told a hundred times in a table of learners."""
    classroom({"ann.py": RIGHT})
    Path("own.toml").write_text("format_version = 1\n[[case]]\nid = 3\n", "utf-8")
    options = ["--sandbox", "none", "--exercise", "digit_sum", "--cases", "own.toml"]
    with pytest.raises(ContentError):
        command.main(["class", "--out", "table.csv", *options], toys)
    assert not Path("table.csv").exists()


def test_a_fault_of_ours_costs_one_row(
    classroom: Callable[..., Path], batch: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told as ours, and everybody else is graded."""
    classroom({"ann.py": RIGHT, "bob.py": WRONG, "cem.py": RIGHT})
    grade_one = Grading.grade

    def fail_for_bob(self: Grading, submitted: Any, *options: Any, **more: Any) -> Any:
        report = grade_one(self, submitted, *options, **more)
        if submitted.name == "bob.py":
            raise ZeroDivisionError("by a bug")
        return report

    monkeypatch.setattr(Grading, "grade", fail_for_bob)
    ran = batch("class", "--jobs", "1")
    expected = {"class/ann.py": "passed", "class/bob.py": "not-graded", "class/cem.py": "passed"}
    assert expected == ran.verdicts()
    assert "The grader itself failed" in ran.rows["class/bob.py"]["message"]
    assert ExitCode.NOT_GRADED == ran.exit_code


def test_reports_that_cannot_be_written_cost_their_rows(
    classroom: Callable[..., Path], batch: Callable[..., Ran]
) -> None:
    """A row without the report that was asked for is no success."""
    classroom({"ann.py": RIGHT})
    Path("reports").mkdir()
    Path("reports/class").touch()
    row = batch("class", "--details", "reports").rows["class/ann.py"]
    assert "not-graded" == row["verdict"] and "cannot be written" in row["message"]


# --- the real command line -----------------------------------------------------------------------

REAL = """\
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    kept = []
    for p, q, token in zip(draft_probs, target_probs, draft_tokens):
        print("::error::=1+1 \\x1b[31m[bold]")
        if p and not np.random.uniform() < q / p:
            break
        kept.append(token)
    return kept, len(kept)
"""


def test_rows_and_summary_on_standard_output_progress_on_the_other(
    classroom: Callable[..., Path], tmp_path: Path
) -> None:
    """Without --out people get lines; prints of submissions appear in neither stream (O02)."""
    classroom({"ann.py": REAL, "bob.py": "def speculative_decode(*a):\n    print('noise')\n"})
    ran = grade(tmp_path, "batch", "class", "--sandbox", "none")
    assert ExitCode.FAILED == ran.exit_code
    assert re.search(r"^failed +0/6  class/bob.py", ran.out, re.M)
    assert "2 submissions: " in ran.out
    assert "isolation: none" in ran.err and "2 of 2" in ran.err
    assert "noise" not in ran.out + ran.err and "\x1b" not in ran.out + ran.err
    assert "class/" not in ran.err


@pytest.mark.parametrize("language", ["C", "POSIX", "C.UTF-8"])
def test_any_name_in_any_language(
    classroom: Callable[..., Path], tmp_path: Path, language: str
) -> None:
    """Accents, emoji and undecodable bytes: graded, shown escaped, files valid UTF-8 (B07)."""
    root = classroom({"é😀.py": REAL})
    raw = Path(os.fsdecode(os.fsencode(root) + b"/a\xff\x1b.py"))
    raw.write_text(REAL, "utf-8")
    env = {"LC_ALL": language, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    options = ["--sandbox", "none", "--details", "reports", "--out", "table.csv"]
    ran = grade(tmp_path, "batch", "class", *options, env=env)
    assert "2 submissions" in ran.out
    text = (tmp_path / "table.csv").read_bytes().decode("utf-8")
    assert {"class/é😀.py", "class/a\\udcff\\x1b.py"} == {
        row["name"] for row in csv.DictReader(text.splitlines())
    }
    assert (tmp_path / "reports/class/é😀.py.json").exists()
    shown = grade(tmp_path, "batch", "class", "--sandbox", "none", env={**env, "LC_ALL": "C"})
    assert "class/a\\udcff\\x1b.py" in shown.out
    assert shown.out.isascii() or "é😀" in shown.out


def test_ctrl_c_leaves_whole_files_and_nothing_running(
    classroom: Callable[..., Path], tmp_path: Path, survivors: Callable[[str], list[str]]
) -> None:
    """Interrupted, it says so, ends with 130, and --resume goes on from there."""
    endless = REAL.replace("    kept = []\n", "    while True:\n        pass\n")
    classroom({"ann.py": REAL, "bob.py": endless.replace("pass", "'mark-of-bob'")})
    command_line = [sys.executable, "-m", "grader", "batch", "class", "--sandbox", "none"]
    options = ["--out", "table.jsonl", "--details", "reports", "--jobs", "1"]
    env = {**environment(tmp_path), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        [*command_line, *options, "--time-limit", "100"],
        cwd=tmp_path,
        env=env,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stderr is not None
        for line in run.stderr:
            if line.startswith("1 of 2"):
                break
        run.send_signal(signal.SIGINT)
        rest = run.stderr.read()
    assert ExitCode.INTERRUPTED == run.returncode
    assert "Interrupted: 1 of 2" in rest and "--resume" in rest
    assert "Traceback" not in rest
    assert ["class/ann.py"] == list(rows_of(tmp_path / "table.jsonl"))
    assert [] == survivors(str(tmp_path / "grade-"))
    assert [] == list(tmp_path.glob("grade-*"))
    assert [] == list(tmp_path.rglob("*.tmp"))


def test_a_reader_that_hangs_up_ends_it_quietly(
    classroom: Callable[..., Path], tmp_path: Path
) -> None:
    """`grade batch ... | head -1` is no error."""
    classroom({f"n{number}.py": REAL for number in range(4)})
    with subprocess.Popen(
        [sys.executable, "-m", "grader", "batch", "class", "--sandbox", "none"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        assert run.stdout is not None and run.stderr is not None
        run.stdout.close()
        assert b"Traceback" not in run.stderr.read()


def test_help_states_the_rules(tmp_path: Path) -> None:
    """What is graded, and how rows are named, is read where it is asked."""
    ran = grade(tmp_path, "batch", "--help")
    assert ExitCode.OK == ran.exit_code
    for words in ("what is graded:", "missing file", "--shard I/N", "exit codes"):
        assert words in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_laws_are_measured_in_a_batch_too(
    classroom: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The row says what the law is, the summary how many have the right one."""
    lawful = ROOT / "tests/data/lawful"
    sources = {
        name: (lawful / f"reference/redraw/{file}.py").read_text("utf-8")
        for name, file in {"ann.py": "solution", "bob.py": "mistakes/knows-the-seed"}.items()
    }
    classroom(sources)
    out = tmp_path / "table.jsonl"
    options = "--sandbox", "none", "--out", str(out), "class"
    assert ExitCode.FAILED == command.main(options, Catalogue(str(lawful)))
    rows = rows_of(out)
    assert {"class/ann.py": "right", "class/bob.py": "wrong"} == {
        n: r["law"] for n, r in rows.items()
    }
    told = "the distribution is wrong: hand[0] is 0 with probability 1 instead of 0.4: 0.6 too much"
    assert ("knows-the-seed", told) == (
        rows["class/bob.py"]["diagnosis"],
        rows["class/bob.py"]["message"],
    )
    assert "  50 %      1      the right distribution\n" in capsys.readouterr().out

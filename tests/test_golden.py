"""What learners really hand in: each folder under golden/ is a submission and what is said of it.

A folder holds the submission, `situation.toml` (what it is, and how it is called) and
`expected.toml` (the parts of the report that must hold). Adding a folder adds a test. The real
command line runs in a copy of the folder; its JSON report goes into a file beside that.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
ROOT = HERE.parent
FOLDERS = sorted(path.parent for path in GOLDEN.glob("*/situation.toml"))
EXERCISE = ROOT / "exercise" / "speculative_decode"
RIGHT = GOLDEN / "right-without-min" / "speculative_decode.py"

# Situations that a folder cannot hold, and the test that covers each.
ELSEWHERE = {
    "L17": "test_a_path_that_leads_to_no_submission_is_wrong_use",
    "L22": "test_the_untouched_starter_is_not_started",
    "O06": "test_failed_and_could_not_be_graded_have_different_exit_codes",
    "P02": "test_the_limit_holds_when_called_from_another_thread",
}

JSON_KEYS = {
    *("version", "exercise", "submission", "verdict", "message", "line", "passed", "total"),
    *("score", "max_score", "cases", "probes", "hidden", "diagnosis", "notes", "isolation"),
    *("versions", "seconds", "law"),
}
CASE_KEYS = {
    *("id", "title", "outcome", "reason", "score", "max_score", "call", "expected", "actual"),
    *("message", "line", "output", "notes"),
}
SITUATION_KEYS = {"ids", "what", "file", "args", "env"}
EXPECTED_KEYS = {
    *("exit_code", "verdict", "passed", "outcomes", "message", "message_contains", "line"),
    *("notes", "screen_contains", "screen_once", "screen_lacks", "case", "json"),
}
# A failing report must stay readable, whatever was returned, raised or printed.
SCREEN_LINES = 150
JSON_BYTES = 60_000


class Run(NamedTuple):
    """What one run of the command line came to: exit code, standard output and standard error."""

    exit_code: int
    out: str
    err: str


def environment(home: Path, **changes: str) -> dict[str, str]:
    """An environment that does not depend on the machine's: no colour, 80 columns, UTF-8."""
    dropped = ("PYTHON", "LC_", "LANG", "COLORTERM", "FORCE_COLOR", "CLICOLOR", "GITHUB_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    fixed = {"HOME": str(home), "XDG_STATE_HOME": str(home), "NO_COLOR": "1", "COLUMNS": "80"}
    return {**kept, **fixed, "LC_ALL": "C.UTF-8", **changes}


def start(
    folder: Path, *arguments: str, env: dict[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Start the command line in a folder, without a terminal and with nothing to read."""
    return subprocess.Popen(
        [sys.executable, "-m", "grader", *arguments],
        cwd=folder,
        env=environment(folder.parent, **(env or {})),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finish(process: subprocess.Popen[bytes], encoding: str = "utf-8") -> Run:
    """Wait for a run; its output must be text in the encoding that it was told to use."""
    out, err = process.communicate(timeout=120)
    return Run(process.returncode, out.decode(encoding), err.decode(encoding))


def grade(folder: Path, *arguments: str) -> Run:
    """Run the command line in a folder and wait for it."""
    return finish(start(folder, *arguments))


def strict_json(text: str) -> dict[str, Any]:
    """Read JSON as strict readers do: NaN and Infinity are no JSON."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    report: dict[str, Any] = json.loads(text, parse_constant=refuse)
    return report


def squeezed(text: str) -> str:
    """A screen text with its line breaks and indentation taken out."""
    return " ".join(text.split())


def names_below(folder: Path) -> list[str]:
    """Every path below a folder, relative to it."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def note_ids(report: dict[str, Any]) -> set[str]:
    """The ids of all notes, those of the cases and those of the whole."""
    notes = [*report["notes"], *(note for case in report["cases"] for note in case["notes"])]
    return {note["id"] for note in notes}


# --- the folders ---------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.name))
def test_golden_folder(folder: Path, tmp_path: Path) -> None:
    """The report of a golden folder says what its expected.toml asks for, in JSON and on screen."""
    situation = tomllib.loads((folder / "situation.toml").read_text("utf-8"))
    expected = tomllib.loads((folder / "expected.toml").read_text("utf-8"))
    assert SITUATION_KEYS >= set(situation), "a key that nothing looks at"
    assert EXPECTED_KEYS >= set(expected), "a key that nothing looks at"
    copy = tmp_path / "work"
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("situation.toml", "expected.toml"))
    before = names_below(copy)
    arguments = (*situation.get("args", ()), situation.get("file", "speculative_decode.py"))
    env = situation.get("env", {})

    process = start(copy, "--report", "json=../report.json", *arguments, env=env)
    run = finish(process, env.get("PYTHONIOENCODING", "utf-8"))
    text = (tmp_path / "report.json").read_text("utf-8")

    report = strict_json(text)
    assert len(text) <= JSON_BYTES
    check_sound(report, run)
    assert before == names_below(copy)
    check_report(report, run.exit_code, expected)
    check_screen(run.out, expected)


def check_sound(report: dict[str, Any], run: Run) -> None:
    """What holds of every report, whatever the submission is or does."""
    assert "" == run.err
    assert set(report) == JSON_KEYS
    assert all(set(case) == CASE_KEYS for case in report["cases"])
    assert report["verdict"] != "passed" or report["passed"] == report["total"]
    assert report["passed"] == sum(case["outcome"] == "passed" for case in report["cases"])
    assert (report["verdict"] == "passed") == (run.exit_code == 0)
    screen = run.out
    assert not re.search(r"[^\n -~\u00a1-\U0001ffff]", screen), "a control character got through"
    assert not re.search("[\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]", screen)
    assert len(screen.splitlines()) <= SCREEN_LINES
    assert "Traceback (most recent call last)" not in screen
    assert not re.search(r"grader[/\\]", screen), "the grader's own files are none of the learner's"


def check_report(report: dict[str, Any], exit_code: int, expected: dict[str, Any]) -> None:
    """Compare the JSON report with the expected parts of it."""
    assert expected["verdict"] == report["verdict"]
    assert expected["exit_code"] == exit_code
    if "outcomes" in expected:
        assert expected["outcomes"] == [case["outcome"] for case in report["cases"]]
    if "notes" in expected:
        assert set(expected["notes"]) <= note_ids(report)
    for key in ("passed", "message", "line"):
        if key in expected:
            assert expected[key] == report[key], key
    for words in expected.get("message_contains", ()):
        assert words in report["message"]
    cases = {case["id"]: case for case in report["cases"]}
    for wanted in expected.get("case", ()):
        assert_holds(wanted, cases[wanted["id"]])
    assert_holds(expected.get("json", {}), report)


def assert_holds(wanted: dict[str, Any], found: dict[str, Any]) -> None:
    """Assert that a part of the report has these values; NAME_contains asks for words in NAME."""
    for key, value in wanted.items():
        if key.endswith("_contains"):
            text = found[key.removesuffix("_contains")]
            missing = [words for words in value if words not in text]
            assert not missing, f"{missing} not in {key.removesuffix('_contains')}: {text!r}"
        elif isinstance(value, dict):
            assert_holds(value, found[key])
        else:
            assert value == found[key], key


def check_screen(screen: str, expected: dict[str, Any]) -> None:
    """Look for what the screen must, and must not, say; line breaks do not matter."""
    flat = squeezed(screen)
    for words in expected.get("screen_contains", ()):
        assert words in screen or words in flat, f"{words!r} is not on the screen:\n{screen}"
    for words in expected.get("screen_once", ()):
        assert 1 == screen.count(words), f"{words!r} is not once on the screen:\n{screen}"
    for words in expected.get("screen_lacks", ()):
        assert words not in screen, f"{words!r} is on the screen:\n{screen}"


def test_every_situation_is_covered() -> None:
    """Every situation that learners were seen in has a golden folder or a named test."""
    listed = (GOLDEN / "situations.txt").read_text("utf-8").splitlines()
    ids = {line for line in listed if not line.startswith("#")}
    covered = set(ELSEWHERE)
    for folder in FOLDERS:
        covered |= set(tomllib.loads((folder / "situation.toml").read_text("utf-8"))["ids"])
    assert ids == covered
    assert [] == [name for name in ELSEWHERE.values() if name not in globals()]


# --- situations that a folder cannot hold --------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["."], ["folder", "mine.py"]),
        ([], ["speculative_decode.py", "grade start"]),
        (["mine.txt"], ["mine.txt", "mine.py"]),
        (["missing.py"], ["missing.py", "mine.py"]),
        (["mein.py"], ["mein.py", "mine.py"]),
        (["sub/mine.py"], ["sub/mine.py"]),
        ([""], []),
        (["nul\udcff.py"], []),
        (["folder.py"], ["folder.py", "folder"]),
        (["broken-link.py"], ["broken-link.py"]),
        (["pipe.py"], ["pipe.py"]),
        (["--no-such-option", "mine.py"], ["--no-such-option"]),
        (["mine.py", "other.py"], ["other.py"]),
    ],
    ids=lambda value: "-".join(value).replace("\udcff", "xff") or "nothing",
)
@pytest.mark.parametrize("report", [[], ["--report", "json"]], ids=["screen", "json"])
def test_a_path_that_leads_to_no_submission_is_wrong_use(
    arguments: list[str], words: list[str], report: list[str], tmp_path: Path
) -> None:
    """A folder, a text file, no file: each ends with 2, the path tried and what is there."""
    folder = tmp_path / "work"
    folder.mkdir()
    shutil.copy(RIGHT, folder / "mine.py")
    (folder / "mine.txt").write_text("notes\n")
    (folder / "folder.py").mkdir()
    (folder / "broken-link.py").symlink_to("nowhere.py")
    os.mkfifo(folder / "pipe.py")
    run = grade(folder, *report, *arguments)
    assert 2 == run.exit_code
    assert "Traceback" not in run.err
    assert len(run.err.splitlines()) <= 12
    assert [] == [word for word in words if word not in squeezed(run.err)]


def test_the_file_of_the_exercise_is_found_when_none_is_named(tmp_path: Path) -> None:
    """`grade` alone grades the exercise's file in this folder."""
    folder = tmp_path / "work"
    folder.mkdir()
    shutil.copy(RIGHT, folder / "speculative_decode.py")
    run = grade(folder)
    assert 0 == run.exit_code
    assert "6 of 6" in run.out


@pytest.mark.parametrize("path", ["sub folder/mine.py", "./mine.py", "link.py", "../here/mine.py"])
def test_a_file_is_graded_wherever_it_lies(path: str, tmp_path: Path) -> None:
    """A file in a folder with a space, by a dotted path or by a link is graded like any other."""
    folder = tmp_path / "here"
    (folder / "sub folder").mkdir(parents=True)
    shutil.copy(RIGHT, folder / "mine.py")
    shutil.copy(RIGHT, folder / "sub folder" / "mine.py")
    (folder / "link.py").symlink_to("mine.py")
    run = grade(folder, path, "--report", "json")
    assert 0 == run.exit_code
    assert path == strict_json(run.out)["submission"]


@pytest.mark.parametrize("change", ["", "crlf", "bom", "trailing space", "no last line end"])
def test_the_untouched_starter_is_not_started(change: str, tmp_path: Path) -> None:
    """The starter is "not started", with the next step, also when an editor has re-saved it."""
    folder = tmp_path / "work"
    folder.mkdir()
    source = (EXERCISE / "starter.py").read_bytes()
    source = {
        "crlf": source.replace(b"\n", b"\r\n"),
        "bom": b"\xef\xbb\xbf" + source,
        "trailing space": source.replace(b"pass", b"pass  ") + b"\n\n",
        "no last line end": source.rstrip(b"\n"),
    }.get(change, source)
    (folder / "speculative_decode.py").write_bytes(source)
    as_json = start(folder, "speculative_decode.py", "--report", "json")
    on_screen = start(folder, "speculative_decode.py")
    json_run, screen_run = finish(as_json), finish(on_screen)
    report = strict_json(json_run.out)
    assert (1, 1) == (json_run.exit_code, screen_run.exit_code)
    assert ("not-started", 0) == (report["verdict"], report["passed"])
    assert "not started" in screen_run.out.lower()
    assert "FAIL" not in screen_run.out
    assert len(screen_run.out.splitlines()) <= 10


def test_failed_and_could_not_be_graded_have_different_exit_codes(tmp_path: Path) -> None:
    """A wrong answer ends with 1, one that cannot be run with 2, and JSON tells them apart too."""
    folder = tmp_path / "work"
    shutil.copytree(GOLDEN / "wrong-strictness", folder)
    wrong = grade(folder, "speculative_decode.py", "--report", "json")
    nothing = grade(folder, "gone.py", "--report", "json=report.json")
    assert (1, "failed") == (wrong.exit_code, strict_json(wrong.out)["verdict"])
    assert 2 == nothing.exit_code
    left = folder / "report.json"
    assert not left.exists() or strict_json(left.read_text())["verdict"] == "not-graded"


def test_a_file_of_ten_megabytes_is_refused_with_its_size(tmp_path: Path) -> None:
    """A file far larger than any answer is not read; the message says how large it is."""
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "huge.py").write_text(RIGHT.read_text() + "# padding\n" * 1_000_000)
    run = grade(folder, "huge.py")
    assert 2 == run.exit_code
    assert "huge.py" in run.err and "MB" in run.err


def test_the_limit_holds_when_called_from_another_thread() -> None:
    """An endless loop is stopped also when grading runs in a thread that gets no signals."""
    from grader import grading

    folder = GOLDEN / "loop-endless-swallows-everything"
    found: list[Any] = []

    def run() -> None:
        options = grading.Options(time_limit=0.3)
        found.append(grading.grade(str(folder / "speculative_decode.py"), options))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(timeout=60)
    assert not thread.is_alive()
    outcomes = [str(case.outcome) for case in found[0].cases]
    assert ["timed-out", "timed-out", "not-run", "not-run", "not-run", "not-run"] == outcomes


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_no_process_of_a_submission_survives(tmp_path: Path) -> None:
    """Children, also in sessions of their own and as daemons, are gone when the report is there."""
    folder = tmp_path / "work"
    folder.mkdir()
    mark = f"left-behind-{os.getpid()}"
    (folder / "leaves.py").write_text(
        f"""
import os
import subprocess
import sys

WAIT = [sys.executable, "-c", "import time; time.sleep(600)", "{mark}"]


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    subprocess.Popen(WAIT, start_new_session=True)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execv(WAIT[0], WAIT)
        os._exit(0)
    return [], 0
"""
    )
    run = grade(folder, "leaves.py", "--report", "json")
    outcomes = [case["outcome"] for case in strict_json(run.out)["cases"]]
    assert ["failed", "failed", "passed", "failed", "failed", "failed"] == outcomes
    assert [] == processes_with(mark)


def processes_with(mark: str) -> list[str]:
    """The ids of running processes whose command line holds a mark."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark.encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            continue  # it has ended since it was listed
    return found

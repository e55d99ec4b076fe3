"""The command line: exit codes, wrong use, streams that close or cannot show a letter, interrupts.

Most tests grade toys; `main` runs in a process of its own wherever streams or signals matter.
"""

from __future__ import annotations

import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from grader import cli, content, launch
from grader.errors import ExitCode

if TYPE_CHECKING:
    from collections.abc import Callable

TOY = Path(__file__).parent / "data" / "toy"
RIGHT = """
def digit_sum(number, base=10):
    total = 0
    while number > 0:
        number, digit = divmod(number, base)
        total += digit
    return total
"""
WRONG = RIGHT.replace("return total", "return total + 1")
STARTER = (TOY / "exercise" / "digit_sum" / "starter.py").read_text()

# Runs `main` as the command does, on the toy exercises.
ON_TOYS = (
    f"from grader import content; content.data_root = lambda: {str(TOY)!r}; "
    "from grader.__main__ import main; main()"
)


class Run(NamedTuple):
    """What one run came to."""

    code: int
    out: str
    err: str


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder that a learner works in."""
    path = tmp_path / "work"
    path.mkdir()
    return path


def environment(folder: Path, **changes: str) -> dict[str, str]:
    """An environment that depends on no terminal and no locale of this machine."""
    dropped = ("LC_", "LANG", "PYTHONIO", "PYTHONUTF8", "COLUMNS", "GITHUB_", "FORCE_", "NO_COLOR")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    temporary = folder.parent / "temporary"
    temporary.mkdir(exist_ok=True)
    fixed = {"LC_ALL": "C.UTF-8", "TMPDIR": str(temporary), "XDG_STATE_HOME": str(folder.parent)}
    return {**kept, **fixed, **changes}


def start(folder: Path, *arguments: str, real: bool = False, **options: Any) -> Any:
    """Start the command in a folder, on the toys or on the `real` exercise."""
    boot = ["-m", "grader"] if real else ["-c", ON_TOYS]
    env = environment(folder, **options.pop("env", {}))
    return subprocess.Popen(
        [sys.executable, *boot, *arguments],
        cwd=folder,
        env=env,
        **{
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            **options,
        },
    )


def grade(folder: Path, *arguments: str, **options: Any) -> Run:
    """Run the command in a folder and wait for it."""
    with start(folder, *arguments, **options) as process:
        out, err = process.communicate(timeout=60)
    text = [(part or b"").decode("utf-8") for part in (out, err)]
    return Run(process.returncode, *text)


def file(folder: Path, source: str = RIGHT, name: str = "digit_sum.py") -> str:
    """Write a submission and return its name."""
    (folder / name).write_text(source, "utf-8")
    return name


@pytest.fixture
def inside(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Run]:
    """A function that runs the command in this process, in the learner's folder, on the toys."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(content, "data_root", lambda: str(TOY))
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)

    def run(*arguments: str) -> Run:
        code = cli.run(arguments)
        return Run(code, *capsys.readouterr())

    return run


# --- exit codes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "arguments", "code"),
    [
        (RIGHT, [], 0),
        (WRONG, [], 1),
        (STARTER, [], 1),
        ("def digit_sum(:\n", [], 1),
        ("x = 1\n", [], 1),
        ("import os\nos._exit(0)\n", [], 1),
        ("def digit_sum(number, base=10):\n    import os\n    os._exit(0)\n", [], 1),
        ("def digit_sum(number, base=10):\n    raise SystemExit(0)\n", [], 1),
        ("raise KeyboardInterrupt\n", [], 1),
        ("def digit_sum(n, base=10):\n    while 1: pass\n", ["--time-limit", "0.1"], 1),
        (RIGHT, ["--no-such-option"], 2),
        (RIGHT, ["--exercise", "sums"], 2),
        (RIGHT, ["--case", "none"], 2),
        (RIGHT, ["--cases", "none.toml"], 2),
    ],
)
@pytest.mark.parametrize("report", [[], ["--report", "json"]], ids=["screen", "json"])
def test_exit_codes(
    inside: Callable[..., Run],
    folder: Path,
    source: str,
    arguments: list[str],
    code: int,
    report: Any,
) -> None:
    """Right is 0, not right is 1, wrong use is 2, whatever the submission does."""
    assert code == inside(file(folder, source), *arguments, *report).code


def test_what_could_not_be_graded_is_3(
    inside: Callable[..., Run], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no process can be started, and where the grader itself fails, no file is blamed."""

    def fail(*_: object) -> launch.Child:
        raise OSError("no more processes")

    name = file(folder)
    monkeypatch.setattr("grader.runner.ZygoteRunner._start_child", fail)
    run = inside(name)
    assert (3, "") == (run.code, run.out)
    assert "not your fault" in run.err
    monkeypatch.setattr(cli, "_command", lambda *_: 1 // 0)
    run = inside(name)
    assert 3 == run.code
    assert "ZeroDivisionError" in run.err


def test_the_highest_code_has_a_name() -> None:
    """The codes are fixed: others rely on them."""
    codes = {code.name: code.value for code in ExitCode}
    expected = {"OK": 0, "FAILED": 1, "USAGE": 2, "NOT_GRADED": 3, "INTERRUPTED": 130}
    assert expected == codes


# --- wrong use -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--no-such"], ["--no-such", "--help"]),
        (["digit_sum.py", "other.py"], ["other.py"]),
        (["missing.py"], ["missing.py", "digit_sum.py"]),
        (["digit_sum.py", "--report"], ["--report"]),
        (["digit_sum.py", "--report", "yaml"], ["yaml", "json"]),
        (["digit_sum.py", "--report", "json="], ["json=PATH"]),
        (["digit_sum.py", "--report", "json", "--report", "junit"], ["standard output"]),
        (["digit_sum.py", "--time-limit", "0"], ["--time-limit", "'0'"]),
        (["digit_sum.py", "--time-limit", "nan"], ["'nan'"]),
        (["digit_sum.py", "--time-limit", "inf"], ["'inf'"]),
        (["digit_sum.py", "--time-limit", "soon"], ["'soon'", "number above 0"]),
        (["digit_sum.py", "--max-score", "-1"], ["--max-score"]),
        (["digit_sum.py", "--exercise", "sums"], ["'sums'", "digit_sum, mean_of_rows"]),
        (["digit_sum.py", "--case", "none"], ["'none'", "several-digits"]),
        (["digit_sum.py", "--cases", "none.toml"], ["none.toml"]),
        (["digit_sum.py", "--tim", "1"], ["--tim"]),
        (["start"], ["exists here already", "grade digit_sum.py", "grade start mean_of_rows"]),
        (["start", "sums"], ["'sums'", "digit_sum, mean_of_rows"]),
        (["task", "digits_sum"], ["'digits_sum'", "Did you mean digit_sum?"]),
        (["task", "digit_sum", "more"], ["more"]),
    ],
    ids=lambda value: " ".join(value),
)
def test_wrong_use_is_told_in_a_sentence_or_two(
    inside: Callable[..., Run], folder: Path, arguments: list[str], words: list[str]
) -> None:
    """What is wrong and what to do, on standard error, without a traceback or our own names."""
    file(folder)
    run = inside(*arguments)
    assert (2, "") == (run.code, run.out)
    assert [] == [word for word in words if word not in run.err]
    assert run.err.startswith("grade: ")
    assert len(run.err.splitlines()) <= 4
    assert "Traceback" not in run.err
    assert "_positive" not in run.err


def test_names_of_files_do_no_harm_in_complaints(folder: Path) -> None:
    """Escapes in the names of files, also of those that are suggested, are shown as such."""
    file(folder, name="\x1b[31mred\u202e.py")
    run = grade(folder, "\x1b[31mread\udcff.py")
    assert (2, "") == (run.code, run.out)
    assert "\\x1b[31mread\\udcff.py" in run.err
    assert "\\x1b[31mred\\u202e.py" in run.err
    assert not re.search("[\x1b\u202e]", run.err)


@pytest.mark.parametrize(
    "arguments", [[], ["start"], ["task"], ["hint"], ["watch"], ["batch"], ["author", "check"]]
)
def test_every_command_has_help(inside: Callable[..., Run], arguments: list[str]) -> None:
    """--help prints a page and ends with 0."""
    run = inside(*arguments, "--help")
    assert (0, "") == (run.code, run.err)
    assert run.out.startswith("usage: grade")
    assert max(map(len, run.out.splitlines())) <= 100


def test_version_is_told(inside: Callable[..., Run]) -> None:
    """--version prints one line."""
    run = inside("--version")
    assert (0, 1) == (run.code, run.out.count("\n"))
    assert re.fullmatch(r"grade \d+\.\d+\.\d+\n", run.out)


def test_without_a_file_the_one_in_this_folder_is_graded(
    inside: Callable[..., Run], folder: Path
) -> None:
    """None or several are told with what to do."""
    none = inside()
    assert 2 == none.code
    assert "grade start" in none.err
    file(folder)
    assert 0 == inside().code
    file(folder, name="mean_of_rows.py")
    several = inside()
    assert 2 == several.code
    assert "digit_sum.py, mean_of_rows.py" in several.err


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("start", ["./start", "--exercise", "digit_sum"]),
        ("-x.py", ["--exercise", "digit_sum", "--", "-x.py"]),
        ("--help.py", ["--exercise", "digit_sum", "--", "--help.py"]),
        ("with space.py", ["with space.py"]),
        ("größe.py", ["größe.py"]),
        ("[red]x.py", ["[red]x.py"]),
        ("a\x1b[31mb.py", ["a\x1b[31mb.py"]),
        ("two\nlines.py", ["two\nlines.py"]),
        ("nul\udcff.py", ["nul\udcff.py"]),
    ],
    ids=ascii,
)
def test_files_of_any_name_are_graded(folder: Path, name: str, arguments: list[str]) -> None:
    """Commands, options, markup, escapes and bytes as names are only names."""
    (folder / name).write_text(RIGHT)
    run = grade(folder, *arguments)
    assert (0, "") == (run.code, run.err)
    assert "3 of 3" in run.out
    assert "\x1b" not in run.out


# --- start and task ------------------------------------------------------------------------------


def test_start_writes_the_starter_and_never_over_anything(
    inside: Callable[..., Run], folder: Path
) -> None:
    """The first time it writes; a file, a folder or a dangling link of the name stays as it is."""
    run = inside("start", "digit_sum")
    assert (0, "") == (run.code, run.err)
    assert STARTER == (folder / "digit_sum.py").read_text()
    for change in (lambda path: path.write_text("mine"), lambda path: None):
        change(folder / "digit_sum.py")
        again = inside("start", "digit_sum")
        assert (2, "") == (again.code, again.out)
        assert "exists here already" in again.err
    assert "mine" == (folder / "digit_sum.py").read_text()
    (folder / "digit_sum.py").unlink()
    (folder / "digit_sum.py").symlink_to("elsewhere.py")
    assert 2 == inside("start", "digit_sum").code
    assert ["digit_sum.py"] == os.listdir(folder)
    (folder / "digit_sum.py").unlink()
    (folder / "digit_sum.py").mkdir()
    assert 2 == inside("start", "digit_sum").code


def test_task_shows_the_statement(inside: Callable[..., Run]) -> None:
    """The task of an exercise is printed, as text."""
    run = inside("task", "digit_sum")
    assert (0, "") == (run.code, run.err)
    words = (TOY / "exercise" / "digit_sum" / "statement.md").read_text().split()
    assert words[1] in run.out


def test_from_the_starter_to_a_verdict(folder: Path) -> None:
    """The way of a learner on the real exercise: start, grade, task, an answer, a pass."""
    assert 0 == grade(folder, "start", real=True).code
    first = grade(folder, real=True)
    assert (1, "") == (first.code, first.err)
    assert "not started" in first.out.lower()
    assert "Next: grade task speculative_decode" in first.out
    task = grade(folder, "task", "speculative_decode", real=True)
    assert 0 == task.code
    assert "speculative_decode" in task.out
    source = (
        (folder / "speculative_decode.py")
        .read_text()
        .replace(
            "    pass",
            "    kept = []\n"
            "    for q, p, token in zip(draft_probs, target_probs, draft_tokens):\n"
            "        a = 1.0 if q == 0 else min(1.0, p / q)\n"
            "        if not np.random.uniform() < a:\n"
            "            break\n"
            "        kept.append(token)\n"
            "    return kept, len(kept)",
        )
    )
    (folder / "speculative_decode.py").write_text(source)
    right = grade(folder, real=True)
    assert (0, "") == (right.code, right.err)
    assert "6 of 6" in right.out
    assert ["speculative_decode.py"] == os.listdir(folder)
    assert [] == os.listdir(folder.parent / "temporary")


# --- reports -------------------------------------------------------------------------------------

LOUD = """
import os, sys
print('{"version": 1, "verdict": "passed"}')
os.write(1, b"\\xff\\x00\\x1b]0;title\\x07" * 1000)
def digit_sum(number, base=10):
    for i in range(3000):
        print('{"version": 1}', i, file=sys.stderr if i % 2 else sys.stdout)
    os.system("echo from a child; echo aside >&2")
    return 13
"""


def test_a_report_on_standard_output_is_one_document_whatever_is_printed(folder: Path) -> None:
    """Nothing of what the submission prints reaches the grader's own streams."""
    run = grade(folder, file(folder, LOUD), "--report", "json")
    assert (1, "") == (run.code, run.err)
    report = json.loads(run.out)
    assert ("failed", 3) == (report["verdict"], report["total"])
    assert run.out.isascii()
    assert "more lines cut" in report["cases"][0]["output"]


def test_a_report_file_says_not_graded_until_it_is_replaced(folder: Path) -> None:
    """While the submission runs, the file says so; at the end it holds the result, alone."""
    os.mkfifo(folder / "pipe")
    os.mkfifo(folder / "go-on")
    told = f"open({str(folder / 'pipe')!r}, 'w').close()\n"
    waiting = f"{told}open({str(folder / 'go-on')!r}).close()\n{RIGHT}"
    name = file(folder, waiting)
    with start(folder, name, "--report", "json=report.json") as process:
        (folder / "pipe").read_text()  # the submission is loading
        before = json.loads((folder / "report.json").read_text())
        (folder / "go-on").write_text("")
        process.communicate(timeout=60)
    after = json.loads((folder / "report.json").read_text())
    assert ("not-graded", "passed") == (before["verdict"], after["verdict"])
    assert 0 == process.returncode
    assert {"digit_sum.py", "pipe", "go-on", "report.json"} == set(os.listdir(folder))


def test_a_report_that_cannot_be_written_leaves_nothing_behind(folder: Path) -> None:
    """A folder in the way, or a folder that is missing, is wrong use."""
    (folder / "taken").mkdir()
    for path in ("taken", "missing/report.json", "digit_sum.py"):
        run = grade(folder, file(folder), "--report", f"json={path}")
        assert 2 == run.code
        assert path in run.err
    assert {"digit_sum.py", "taken"} == set(os.listdir(folder))
    assert RIGHT == (folder / "digit_sum.py").read_text()


# --- streams -------------------------------------------------------------------------------------


def gone() -> int:
    """The writing end of a pipe whose reader has gone."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


@pytest.mark.parametrize(("source", "code"), [(RIGHT, 0), (WRONG, 1)])
@pytest.mark.parametrize("arguments", [[], ["--report", "json"]], ids=["screen", "json"])
@pytest.mark.parametrize("colour", ["1", ""], ids=["colour", "plain"])
def test_a_reader_that_has_gone_is_no_error_and_changes_no_verdict(
    folder: Path, source: str, code: int, arguments: list[str], colour: str
) -> None:
    """With `| head` nothing is complained about; the exit code is that of the verdict."""
    out = gone()
    env = {"FORCE_COLOR": colour} if colour else {}
    run = grade(folder, file(folder, source), *arguments, stdout=out, env=env)
    os.close(out)
    assert (code, "") == (run.code, run.err)


def test_a_reader_that_goes_while_the_task_is_shown_is_no_error(folder: Path) -> None:
    """The same holds for texts."""
    out = gone()
    run = grade(folder, "task", "digit_sum", stdout=out)
    os.close(out)
    assert (0, "") == (run.code, run.err)


def closed(*descriptors: int) -> Callable[[], None]:
    """A function that closes descriptors in the process that is started."""
    return lambda: [os.close(descriptor) for descriptor in descriptors] and None


@pytest.mark.parametrize(
    "descriptors", [[0], [1], [2], [0, 1, 2], [1, 2]], ids=lambda value: "".join(map(str, value))
)
@pytest.mark.parametrize(("source", "code"), [(RIGHT, 0), (WRONG, 1)])
def test_closed_streams_change_no_verdict(
    folder: Path, descriptors: list[int], source: str, code: int
) -> None:
    """A caller without standard streams still gets the exit code."""
    run = grade(folder, file(folder, source), preexec_fn=closed(*descriptors))
    assert (code, "") == (run.code, run.err)


def test_a_full_disk_is_not_the_learners_fault(folder: Path) -> None:
    """What cannot be written is told, and the file counts as not graded."""
    with open("/dev/full", "w") as full:
        run = grade(folder, file(folder), stdout=full)
    assert 3 == run.code
    assert "No space left" in run.err


NAMES = """
def digit_sum(number, größe=10):
    \"\"\"Größe → Summe.\"\"\"
    print("Größe → ✓ 中文")
    übrig = größe
    return übrig / 0
"""


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "POSIX", "PYTHONIOENCODING": "ascii:strict"},
        {"TERM": "dumb"},
        {"COLUMNS": "20"},
        {"COLUMNS": "not a number"},
        {"FORCE_COLOR": "1", "PYTHONIOENCODING": "ascii"},
    ],
    ids=str,
)
def test_letters_that_cannot_be_shown_do_no_harm(folder: Path, env: dict[str, str]) -> None:
    """On any terminal and in any locale there is a whole report, and the file is read as UTF-8."""
    with start(folder, file(folder, NAMES, "größe.py"), env=env) as process:
        out, err = process.communicate(timeout=60)
    encoding = env.get("PYTHONIOENCODING", "utf-8").partition(":")[0]
    text = out.decode("ascii" if env.get("LC_ALL") == "C" else encoding)
    assert (1, b"") == (process.returncode, err)
    assert "0 of 3" in re.sub(r"\x1b\[[\d;]*m", "", text)
    assert "ZeroDivisionError" in text


@pytest.mark.parametrize(
    ("env", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
    ],
    ids=str,
)
def test_a_pipe_gets_colour_only_when_it_is_asked_for(
    folder: Path, env: dict[str, str], coloured: bool
) -> None:
    """FORCE_COLOR colours a pipe, NO_COLOR wins; without colour the words are the same."""
    name = file(folder, WRONG)
    run = grade(folder, name, env=env)
    assert coloured == ("\x1b[" in run.out)
    plain = grade(folder, name, env={"NO_COLOR": "1"}).out
    assert plain.split() == re.sub(r"\x1b\[[\d;]*m", "", run.out).split()


@pytest.mark.parametrize(("env", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)], ids=str)
def test_a_terminal_gets_colour_unless_it_wants_none(
    folder: Path, env: dict[str, str], coloured: bool
) -> None:
    """On a terminal the report is coloured, and the terminal's modes stay as they were."""
    import termios

    control, terminal = pty.openpty()
    before = termios.tcgetattr(terminal)
    env = {"TERM": "xterm-256color", **env}
    with start(folder, file(folder, WRONG), stdout=terminal, stdin=terminal, env=env) as process:
        process.communicate(timeout=60)
    assert before == termios.tcgetattr(terminal)
    os.close(terminal)
    out = b""
    try:
        while chunk := os.read(control, 1 << 16):
            out += chunk
    except OSError:
        pass  # how a terminal says that nobody writes any more
    os.close(control)
    assert 1 == process.returncode
    assert coloured == (b"\x1b[" in out)
    assert b"0 of 3" in re.sub(rb"\x1b\[[\d;]*m", b"", out)


# --- where it is called --------------------------------------------------------------------------


def test_nothing_is_written_where_a_learner_works(folder: Path) -> None:
    """A read-only folder is graded in, and neither it nor the temporary folder is changed."""
    name = file(folder)
    (folder / name).chmod(0o444)
    folder.chmod(0o555)
    for arguments in ((name,), (name, "--report", "json"), ("task", "digit_sum")):
        assert 0 == grade(folder, *arguments).code
    folder.chmod(0o755)
    assert [name] == os.listdir(folder)
    assert [] == os.listdir(folder.parent / "temporary")


@pytest.mark.parametrize("real", [True, False], ids=["as a module", "as a command"])
def test_a_folder_that_was_deleted_meanwhile_is_no_traceback(folder: Path, real: bool) -> None:
    """In a folder that is gone nothing may be gradable, but that is said in a sentence."""
    inner = folder / "inner"
    inner.mkdir()
    path = str(folder / file(folder))
    run = grade(inner, path, preexec_fn=lambda: os.rmdir(inner), real=real)
    assert run.code in (0, 3)
    assert "Traceback" not in run.err


@pytest.mark.parametrize(
    ("limit", "size"),
    [
        (resource.RLIMIT_NOFILE, 8),
        (resource.RLIMIT_NOFILE, 20),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_AS, 400 << 20),
        (resource.RLIMIT_CPU, 20),
        (resource.RLIMIT_CORE, 0),
    ],
)
def test_the_callers_limits_blame_no_learner(folder: Path, limit: int, size: int) -> None:
    """Under tight limits a right file passes or could not be graded, and never fails."""
    run = grade(folder, file(folder), preexec_fn=lambda: resource.setrlimit(limit, (size, size)))
    assert run.code in (0, 3), run
    assert "Traceback" not in run.err


@pytest.mark.parametrize("temporary", ["/no/such/folder", "", "."])
def test_an_unusable_temporary_folder_blames_no_learner(folder: Path, temporary: str) -> None:
    """Wherever TMPDIR leads, a right file passes, and nothing is left behind."""
    run = grade(folder, file(folder), env={"TMPDIR": temporary})
    assert (0, "") == (run.code, run.err)
    assert ["digit_sum.py"] == os.listdir(folder)


# --- interrupts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["load", "call"])
def test_an_interrupt_ends_everything_with_130(
    folder: Path, survivors: Callable[[str], list[str]], where: str
) -> None:
    """Ctrl-C while a submission runs: one word, a report that says so, and no process is left."""
    os.mkfifo(folder / "pipe")
    hang = f"open({str(folder / 'pipe')!r}, 'w').close(); time.sleep(600)\n"
    source = (
        f"import time\n{hang}"
        if where == "load"
        else (
            f"import subprocess, sys, time\ndef digit_sum(number, base=10):\n"
            f"    subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'],\n"
            f"                     start_new_session=True)\n    {hang}"
        )
    )
    arguments = (file(folder, source), "--time-limit", "600", "--report", "json=report.json")
    with start(folder, *arguments, start_new_session=True) as process:
        (folder / "pipe").read_text()
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (130, b"grade: Interrupted.\n") == (process.returncode, err)
    report = json.loads((folder / "report.json").read_text())
    assert "not-graded" == report["verdict"]
    assert [] == survivors(str(folder.parent / "temporary"))
    assert [] == os.listdir(folder.parent / "temporary")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_killed_grader_leaves_no_process(
    folder: Path, survivors: Callable[[str], list[str]], number: signal.Signals
) -> None:
    """However the grader dies, what it started ends by itself, and so does its folder."""
    os.mkfifo(folder / "pipe")
    hang = f"import time\nopen({str(folder / 'pipe')!r}, 'w').close()\ntime.sleep(600)\n"
    with start(folder, file(folder, hang)) as process:
        (folder / "pipe").read_text()
        process.send_signal(number)
        process.communicate(timeout=60)
    assert process.returncode != 0
    assert [] == survivors(str(folder.parent / "temporary"))
    assert [] == os.listdir(folder.parent / "temporary")


def test_nothing_of_the_environment_is_shown_to_the_submission(folder: Path) -> None:
    """A token in the caller's environment reaches neither the submission nor its children."""
    source = """
import os, subprocess
def digit_sum(number, base=10):
    return [dict(os.environ), subprocess.check_output(["/usr/bin/env"]).decode()]
"""
    env = {"API_TOKEN": "token-of-the-caller", "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    run = grade(folder, file(folder, source), "--report", "json", env=env)
    assert 1 == run.code
    assert "OPENBLAS" in json.loads(run.out)["cases"][0]["actual"]
    assert "token-of-the-caller" not in run.out

"""`grade watch` as its users meet it: whole sessions, into a pipe and on a terminal."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import termios
from typing import TYPE_CHECKING

import pytest

from tests.command import run
from tests.conftest import TOY
from tests.watch.sessions import CLEAR, GRADE, OnTerminal, Piped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.watch.channel import Channel

RIGHT = """
def digit_sum(number, base=10):
    return number % base + digit_sum(number // base, base) if number else 0
"""
SEVEN = "def digit_sum(number, base=10): return 7"
PARENT = "import os\ndef digit_sum(number, base=10): return os.getppid()"
CASE = """
format_version = 1

[[case]]
id = "more"
title = "one more case"
args = {{ number = 12 }}
expected = {{ total = {total} }}
"""
OLD = 1_600_000_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that holds a right answer."""
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "digit_sum.py").write_text(RIGHT)
    return folder


@pytest.fixture
def piped(folder: Path) -> Iterator[Callable[..., Piped]]:
    """A function that starts a session without a terminal."""
    sessions = []

    def start(*arguments: str, **more: object) -> Piped:
        sessions.append(Piped(folder, *(arguments or ["digit_sum.py"]), **more))  # type: ignore[arg-type]
        return sessions[-1]

    yield start
    for session in sessions:
        session.close()


@pytest.fixture
def on_terminal(folder: Path) -> Iterator[Callable[..., OnTerminal]]:
    """A function that starts a session on a terminal."""
    sessions = []

    def start(*arguments: str, **more: object) -> OnTerminal:
        sessions.append(OnTerminal(folder, *(arguments or ["digit_sum.py"]), **more))  # type: ignore[arg-type]
        return sessions[-1]

    yield start
    for session in sessions:
        session.close()


def returning(number: int) -> str:
    """A file whose report tells it from others, and which is of one length."""
    return f"def digit_sum(number, base=10): return {number:04}".replace("return 0", "return  ")


def rename_over(path: Path, text: str) -> None:
    """Save as careful editors do."""
    draft = path.with_name(".draft")
    draft.write_text(text)
    draft.replace(path)


def returned(block: str) -> str:
    """What the first case got back, in a block or on a screen."""
    return block.partition("returned")[2].split()[0]


# --- saves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("saved_by", ["rename", "writing"])
def test_graded_at_once_and_at_every_save(
    piped: Callable[..., Piped], folder: Path, saved_by: str
) -> None:
    """W01: the second and the tenth save as well as the first, each with a block of its own."""
    session = piped()
    assert "3 of 3 passed" in session.block()
    save = rename_over if saved_by == "rename" else (lambda path, text: path.write_text(text))
    for number in range(8001, 8011):
        save(folder / "digit_sum.py", returning(number))
        assert str(number) == returned(session.block())


def test_two_saves_that_only_their_content_tells_apart(
    piped: Callable[..., Piped], folder: Path
) -> None:
    """W02: of equal size, with equal time of change; no cache of an earlier save is used."""
    session = piped()
    session.block()
    path = folder / "digit_sum.py"
    for number in (8001, 8002, 8003):
        path.write_text(returning(number))
        os.utime(path, (OLD, OLD))
        assert str(number) == returned(session.block())


def test_what_is_no_change_starts_no_run(piped: Callable[..., Piped], folder: Path) -> None:
    """W03, W07: saves without a change, other files, and what our own run writes, start no run.

    Whatever these would start comes before the block of the change at the end.
    """
    path = folder / "digit_sum.py"
    cache = folder / "cache"
    path.write_text(f"open({str(cache)!r}, 'a').write('run ')\n{SEVEN}")
    session = piped()
    assert "7" == returned(session.block())
    rename_over(path, path.read_text())
    path.write_text(path.read_text())
    path.touch()
    path.read_text()
    (folder / "other.py").write_text(RIGHT)
    (folder / "digit_sum.py~").write_text(RIGHT)
    assert cache.read_text().startswith("run ")
    rename_over(path, returning(8001))
    assert "8001" == returned(session.block())
    session.signal(signal.SIGTERM)
    session.end()
    assert "" == session.unread


def test_twenty_saves_while_an_older_run_hangs(
    piped: Callable[..., Piped], folder: Path, channel: Channel
) -> None:
    """W04: the older run is cancelled, and one run follows, of the last content.

    Without the cancel, the older run would take ten minutes.
    """
    path = folder / "digit_sum.py"
    path.write_text(f"def digit_sum(number):\n {channel.source('called')}\n while True: pass")
    session = piped("digit_sum.py", "--time-limit", "600")
    channel.wait()
    session.signal(signal.SIGSTOP)  # so that this machine's load cannot part the saves
    for number in range(8001, 8021):
        rename_over(path, f"{channel.source(f'run-{number}')}\n{returning(number)}")
    session.signal(signal.SIGCONT)
    assert "8020" == returned(session.block())
    assert {"run-8020"} == set(channel.now().split())


def test_never_two_runs_at_once(
    piped: Callable[..., Piped], folder: Path, channel: Channel
) -> None:
    """W04: saves during runs that take long; a file that only one run can hold shows the rest."""
    path = folder / "digit_sum.py"
    lock = folder / "lock"
    lock.touch()
    holds = (
        f"import fcntl\nlock = open({str(lock)!r}, 'r+')\n"
        "try: fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)\n"
        "except OSError: word = 'two at once'\n"
        "else: word = 'alone'\n"
        f"with open({str(channel.path)!r}, 'w') as channel: channel.write(word)\n"
        "while True: pass\n"
    )
    session = piped("digit_sum.py", "--time-limit", "600")
    session.block()
    for number in range(5):
        path.write_text(f"{holds}# {number}")
        assert "alone" == channel.wait()
    path.write_text(SEVEN)
    assert "7" == returned(session.block())


def test_deleted_and_back(piped: Callable[..., Piped], folder: Path) -> None:
    """The session says that the file is gone, and goes on when it is back, unchanged or not."""
    session = piped()
    session.block()
    path = folder / "digit_sum.py"
    for text in (RIGHT, SEVEN):
        path.unlink()
        assert "There is no file digit_sum.py." in session.block()
        path.write_text(text)
        assert "graded at" in session.block()


def test_the_file_with_further_cases(piped: Callable[..., Piped], folder: Path) -> None:
    """A change of the --cases file is graded with what it holds now; a fault in it is told."""
    cases = folder / "cases.toml"
    cases.write_text(CASE.format(total=3))
    session = piped("digit_sum.py", "--cases", "cases.toml")
    assert "4 of 4 passed" in session.block()
    cases.write_text(CASE.format(total=4))
    block = session.block()
    assert "3 of 4 passed" in block and "now failing: 4" in block
    cases.write_text(CASE.format(total=4).replace("title", "titel"))
    block = session.block()
    assert "cases.toml:6" in block and "titel" in block and "waiting for a change" in block
    cases.write_text(CASE.format(total=3))
    assert "now passing: 4" in session.block()


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["my file.py", "other/digit_sum.py", "-odd.py", "link.py"])
def test_any_path(piped: Callable[..., Piped], folder: Path, name: str) -> None:
    """A path with spaces, one into another folder, one like an option, a symbolic link."""
    (folder / "other").mkdir()
    path = folder / name
    if name == "link.py":
        path.symlink_to(folder / "digit_sum.py")
        path = folder / "digit_sum.py"
    path.write_text(SEVEN)
    session = piped("--exercise", "digit_sum", "--", name)
    assert session.block().startswith(f"{name} ")
    rename_over(path, returning(8001))
    assert "8001" == returned(session.block())


def test_the_folder_is_removed_and_made_again(piped: Callable[..., Piped], folder: Path) -> None:
    """As by a change of branch, with the session inside of it."""
    session = piped()
    session.block()
    folder.rename(folder.with_name("elsewhere"))
    assert "There is no file digit_sum.py." in session.block()
    folder.mkdir()
    (folder / "digit_sum.py").write_text(SEVEN)
    assert "7" == returned(session.block())


def test_a_file_that_becomes_too_large(piped: Callable[..., Piped], folder: Path) -> None:
    """It is told, and not graded, until it has a size of source code again."""
    session = piped()
    session.block()
    (folder / "digit_sum.py").write_text("#" * (1 << 21))
    assert "digit_sum.py is 2.1 MB" in session.block()
    (folder / "digit_sum.py").write_text(SEVEN)
    assert "7" == returned(session.block())


def test_from_the_starter_to_a_pass(piped: Callable[..., Piped], folder: Path) -> None:
    """What changed is told in words: from not started, over a slip, to a pass."""
    path = folder / "digit_sum.py"
    path.write_bytes((TOY / "exercise" / "digit_sum" / "starter.py").read_bytes())
    session = piped()
    assert "Not started" in session.block()
    path.write_text(SEVEN + "\ndef digit_sum(number, base=10): return 0")
    assert "; now passing: 2\n" in session.block()
    path.write_text("def digit_sum(:")
    assert "; it does not load any more\n" in session.block()
    path.write_text(RIGHT)
    assert "; it loads now; now passing: 1 and 3\n" in session.block()
    path.write_text(RIGHT + "\n")
    assert "; the same cases pass as before\n" in session.block()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.py"], "There is no file nowhere.py."),
        (["digit_sum.py", "--cases", "nowhere.toml"], "There is no file nowhere.toml."),
        (["digit_sum.py", "--exercise", "digit_sun"], "There is no exercise 'digit_sun'."),
        (["digit_sum.py", "--time-limit", "0"], "is no number above 0"),
        (["."], ". is a folder, not a file."),
    ],
)
def test_what_no_save_can_mend(folder: Path, arguments: list[str], words: str) -> None:
    """A wrong command line ends at once with 2 instead of waiting for ever."""
    done = run(folder, [*GRADE, "watch", *arguments])
    assert (2, "") == (done.exit_code, done.out)
    assert words in done.err


# --- the child -----------------------------------------------------------------------------------


def test_the_child_stays_warm(piped: Callable[..., Piped], folder: Path, channel: Channel) -> None:
    """All submissions are forks of the same process, also after a run that was cancelled."""
    path = folder / "digit_sum.py"
    path.write_text(PARENT)
    session = piped("digit_sum.py", "--time-limit", "600")
    parent = returned(session.block())
    path.write_text(f"def digit_sum(number):\n {channel.source('called')}\n while True: pass")
    channel.wait()
    path.write_text(f"{channel.source('loading')}\nwhile True: pass")
    channel.wait()
    path.write_text(PARENT)
    assert parent.isdecimal()
    assert parent == returned(session.block())


# --- without a terminal --------------------------------------------------------------------------


def test_no_keyboard(piped: Callable[..., Piped], folder: Path) -> None:
    """Nothing to read, or nothing open, does not end a session without a terminal."""
    closed = ["sh", "-c", 'exec "$@" <&-', "sh", *GRADE]
    keys, ours = os.pipe()
    os.write(ours, b"q")
    os.close(ours)
    sessions = [piped(), piped(command=closed), piped(stdin=keys)]
    os.close(keys)
    for session in sessions:
        assert "graded at" in session.block()
    (folder / "digit_sum.py").write_text(SEVEN)
    for session in sessions:
        block = session.block()
        assert "7" == returned(block)
        assert "keys" not in block and "\x1b" not in block


def test_a_reader_that_has_enough(piped: Callable[..., Piped]) -> None:
    """`grade watch | head` ends with `head`, quietly, and not only at the next save."""
    errors, theirs = os.pipe()
    session = piped(errors=theirs)
    os.close(theirs)
    session.block()
    session.hang_up()
    assert 0 == session.process.wait(30)
    with open(errors, "rb") as file:
        assert b"" == file.read()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_ended_by_a_signal(
    piped: Callable[..., Piped],
    folder: Path,
    channel: Channel,
    number: signal.Signals,
    survivors: Callable[[str], list[str]],
) -> None:
    """Also while a submission hangs: the exit code is the shell's for it, no process is left."""
    (folder / "digit_sum.py").write_text(f"{channel.source('loading')}\nwhile True: pass")
    session = piped("digit_sum.py", "--time-limit", "600")
    channel.wait()
    session.signal(number)
    assert 128 + number == session.end()
    assert ("grade: Interrupted.\n" if number == signal.SIGINT else "") == session.unread
    assert [] == survivors(str(folder.parent))


def test_a_signal_that_is_ignored(piped: Callable[..., Piped], folder: Path) -> None:
    """Under nohup, a session outlives its terminal."""
    session = piped(command=["sh", "-c", "trap '' HUP; exec \"$@\"", "sh", *GRADE])
    session.block()
    session.signal(signal.SIGHUP)
    (folder / "digit_sum.py").write_text(SEVEN)
    assert "7" == returned(session.block())


# --- on a terminal -------------------------------------------------------------------------------


def test_the_keys(on_terminal: Callable[..., OnTerminal], folder: Path) -> None:
    """`h` shows the next hint, `r` runs again, `q` leaves; without Enter, without an echo."""
    (folder / "digit_sum.py").write_text(SEVEN)
    session = on_terminal()
    screen = session.screen()
    assert screen.startswith("digit_sum.py ")
    assert "graded at" in screen and "keys: h next hint, r run again, q quit" in screen
    assert session.single_keys()
    session.press("h")
    session.until("Hint 1 of 4")
    session.press("H")
    session.until("Hint 2 of 4")
    session.press("r")
    session.until("the same cases pass as before")
    session.press("q")
    assert 0 == session.end()
    assert session.before == session.settings()


def test_the_rest_of_a_long_report(on_terminal: Callable[..., OnTerminal], folder: Path) -> None:
    """The top is shown, and the space bar shows what comes next."""
    (folder / "digit_sum.py").write_text(SEVEN)
    session = on_terminal()
    screen = session.screen()
    assert "FAIL  1" in screen and "digit_sum(13, 2)" not in screen
    assert "space" in screen.splitlines()[-1]
    session.press(" ")
    assert "digit_sum(13, 2)" in session.until("q quit(?s:.*)\n")


def test_hint_for_a_file_that_is_gone(on_terminal: Callable[..., OnTerminal], folder: Path) -> None:
    """There is none, and the screen says why."""
    session = on_terminal()
    session.screen()
    (folder / "digit_sum.py").unlink()
    assert "There is no file digit_sum.py." in session.screen()
    session.press("h")
    session.until("There is no hint: nothing was graded.")


def test_keys_during_a_run(
    on_terminal: Callable[..., OnTerminal], folder: Path, channel: Channel
) -> None:
    """While a file hangs, the screen says so; `h` waits, `r` begins anew, `q` ends."""
    path = folder / "digit_sum.py"
    session = on_terminal("digit_sum.py", "--time-limit", "600")
    session.screen()
    hangs = f"{channel.source('loading')}\nwhile True: pass"
    path.write_text(hangs)
    session.until(r"grading digit_sum.py \.\.\. \(above: the last result\)\nkeys")
    channel.wait()
    session.press("h")
    session.press("r")
    channel.wait()
    path.write_text(SEVEN)
    assert "FAIL" in session.screen()
    session.until("Hint 1 of 4")
    path.write_text(hangs)
    channel.wait()
    session.press("q")
    assert 0 == session.end()
    assert session.before == session.settings()


def test_keys_that_send_several_letters(on_terminal: Callable[..., OnTerminal]) -> None:
    """F2 sends a Q, Home an H: they neither end the session nor use up a hint. Ctrl-D ends it."""
    session = on_terminal()
    session.screen()
    for key in ("\x1bOQ", "\x1b[H", "\x1b[1;5D"):
        session.press(key)
        session.press("r")
        assert "Hint" not in session.screen()
    session.press("\x04")
    assert 0 == session.end()


def hanging(where: str, channel: Channel) -> str:
    """A file that hangs there, and says so."""
    if where == "loading":
        return f"{channel.source('loading')}\nwhile True: pass"
    return f"def digit_sum(number):\n {channel.source('called')}\n while True: pass"


@pytest.mark.parametrize("where", ["nowhere", "loading", "call"])
@pytest.mark.parametrize("end", ["Ctrl-C", signal.SIGTERM, signal.SIGHUP], ids=str)
def test_the_terminal_is_left_as_it_was(
    on_terminal: Callable[..., OnTerminal],
    folder: Path,
    channel: Channel,
    survivors: Callable[[str], list[str]],
    where: str,
    end: str | signal.Signals,
) -> None:
    """Whatever ends a session, and whatever it is doing: settings are restored, nothing is left."""
    if where != "nowhere":
        (folder / "digit_sum.py").write_text(hanging(where, channel))
    session = on_terminal("digit_sum.py", "--time-limit", "600")
    session.until("grading")
    channel.wait() if where != "nowhere" else session.screen()
    assert session.single_keys()
    if isinstance(end, signal.Signals):
        session.signal(end)
        assert 128 + end == session.end()
    else:
        session.press("\x03")
        assert 130 == session.end()
        assert session.unread.endswith("grade: Interrupted.\n")
    assert session.before == session.settings()
    assert [] == survivors(str(folder.parent))


def test_the_terminal_is_closed(
    on_terminal: Callable[..., OnTerminal], folder: Path, survivors: Callable[[str], list[str]]
) -> None:
    """A window that is closed takes its session with it."""
    session = on_terminal()
    session.screen()
    session.hang_up()
    assert 129 == session.process.wait(30)
    assert [] == survivors(str(folder.parent))


def test_stopped_and_continued(on_terminal: Callable[..., OnTerminal], folder: Path) -> None:
    """Ctrl-Z gives the terminal back as it was; fg draws the screen anew."""
    (folder / "digit_sum.py").write_text(SEVEN)
    session = on_terminal(job=True)
    screen = session.screen()
    for _ in range(2):
        session.press("\x1a")
        assert "stopped\n" == session.job_is()
        assert session.before == session.settings()
        (folder / "digit_sum.py").write_text(SEVEN)  # no change
        session.continue_job()
        assert screen == session.screen()
        assert session.single_keys()
        session.press("r")
        screen = session.screen()
    session.press("\x03")
    assert "ended 130\n" == session.job_is()
    assert session.before == session.settings()


def test_ctrl_z_where_nobody_could_continue_it(on_terminal: Callable[..., OnTerminal]) -> None:
    """Without a shell above it, a session does not stop for ever."""
    session = on_terminal()
    session.screen()
    session.press("\x1a")
    session.press("q")
    assert 0 == session.end()
    assert session.before == session.settings()


def test_the_width_of_now(on_terminal: Callable[..., OnTerminal]) -> None:
    """After a change of size, the next report has the new width."""
    session = on_terminal()
    assert 80 == len(session.screen().splitlines()[0])
    session.resize(50, 24)
    session.press("r")
    assert 50 == len(session.screen().splitlines()[0])


def test_colours(on_terminal: Callable[..., OnTerminal]) -> None:
    """They are there unless NO_COLOR says no."""
    with_colour = on_terminal(env={"NO_COLOR": ""})
    assert "\x1b[" in with_colour.screen()
    without = on_terminal(env={"NO_COLOR": "1"})
    assert "\x1b[" not in without.screen()


def test_an_ascii_terminal(on_terminal: Callable[..., OnTerminal], folder: Path) -> None:
    """Whatever is shown can be shown."""
    (folder / "digit_sum.py").write_text("def digit_sum(number): return '\N{SNOWMAN}'")
    session = on_terminal(env={"PYTHONIOENCODING": "ascii"})
    assert session.screen().isascii()
    session.press("h")
    assert session.until("Hint 1 of [^~]*keys").isascii()


def test_a_dumb_terminal(on_terminal: Callable[..., OnTerminal]) -> None:
    """Blocks without keys where the screen cannot be cleared; Ctrl-C ends it."""
    session = on_terminal(env={"TERM": "dumb"})
    block = session.until(r"graded at [^\n]*\n\n")
    assert "\x1b" not in block and "keys" not in block
    assert session.before == session.settings()
    session.press("\x03")
    assert 130 == session.end()


def test_a_screen_elsewhere(piped: Callable[..., Piped]) -> None:
    """With the output into a pipe, the keyboard is left alone: somebody else may need it."""
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    session = piped(stdin=theirs)
    assert "\x1b" not in session.block()
    assert before == termios.tcgetattr(theirs)
    os.write(ours, b"q\n")
    session.signal(signal.SIGINT)
    assert 130 == session.end()
    os.close(ours)
    os.close(theirs)


def test_the_shells_lines_stay(on_terminal: Callable[..., OnTerminal]) -> None:
    """What was on the screen is scrolled out of it, not wiped, before the first report."""
    session = on_terminal()
    assert session.until("keys").startswith("\n" * 23 + CLEAR)
    assert "\x1b[3J" not in session.screen()


def test_the_help_names_the_keys(folder: Path) -> None:
    """`grade watch --help` tells what a session can do."""
    done = subprocess.run([*GRADE, "watch", "--help"], cwd=folder, capture_output=True, text=True)
    assert 0 == done.returncode
    assert "Keys: h hint, r run again, q quit." in done.stdout

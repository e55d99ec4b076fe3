"""What a session looks like: blocks of text, and a screen as a terminal would show it."""

from __future__ import annotations

import io
import os
import pty
import termios
from typing import TYPE_CHECKING

import pytest

from grader.render import screen, terminal
from grader.results import Report, Verdict
from grader.watch.changes import Changes
from grader.watch.view import ScreenView, TextView
from tests.render import reports
from tests.watch.emulator import Emulator

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grader.catalogue import Catalogue

KEYS = "keys: h next hint, r run again, q quit"
REPORTS = [
    make()
    for make in (
        reports.passed,
        reports.wrong_values,
        reports.same_error,
        reports.not_started,
        reports.syntax_error,
        reports.wrong_elsewhere,
        reports.long_table,
    )
]


class Stream(io.StringIO):
    """A stream whose file is a terminal of a given size."""

    encoding = "utf-8"

    def __init__(self, descriptor: int) -> None:
        super().__init__()
        self.descriptor = descriptor

    def fileno(self) -> int:
        """The terminal's descriptor."""
        return self.descriptor


class Shown:
    """A view, and the screen on which it draws."""

    def __init__(self, descriptor: int, catalogue: Catalogue, path: str) -> None:
        self.stream = Stream(descriptor)
        self.view = ScreenView(path, catalogue.hints, self.stream, now=lambda: "12:34:56")
        self.resize(80, 24)

    def resize(self, columns: int, rows: int) -> None:
        """Make it another terminal, with the output of a shell on it."""
        termios.tcsetwinsize(self.stream.descriptor, (rows, columns))
        self.emulator = Emulator(columns, rows or 24)
        self.emulator.feed("$ ls\nmy.py\n$ grade watch my.py\n")

    def now(self) -> list[str]:
        """The lines on the screen."""
        self.emulator.feed(self.stream.getvalue())
        self.stream.seek(0)
        self.stream.truncate()
        return self.emulator.shown

    def all(self) -> list[str]:
        """The lines on the screen, and before them what scrolled out of it."""
        now = self.now()
        return [*(line.rstrip() for line in self.emulator.scrolled), *now]


@pytest.fixture
def shown(toys: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shown]:
    """A session on a terminal of 80 columns and 24 rows."""
    for name in ("COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    ours, theirs = pty.openpty()
    yield Shown(theirs, toys, str(tmp_path / "my.py"))
    os.close(ours)
    os.close(theirs)


def plain(report: Report, width: int = 80) -> list[str]:
    """The lines of a report."""
    return terminal.plain(screen.lines(report, width=width)).rstrip("\n").split("\n")


def test_a_report_that_finds_room(shown: Shown) -> None:
    """Report, time, changes and keys, one below the other."""
    shown.view.report(reports.passed(), Changes((2, 3), (4,)))
    below = ["", "graded at 12:34:56; now passing: 2 and 3; now failing: 4", KEYS]
    assert plain(reports.passed()) + below == shown.now()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (Changes(), ""),
        (Changes(none=True), "; the same cases pass as before"),
        (Changes(loads=False), "; it does not load any more"),
        (Changes((1,), loads=True), "; it loads now; now passing: 1"),
        (Changes(failing=(1, 2, 6)), "; now failing: 1, 2 and 6"),
    ],
)
def test_what_has_changed_in_words(shown: Shown, changes: Changes, words: str) -> None:
    """The line that tells the time tells what has changed."""
    shown.view.report(reports.passed(), changes)
    assert f"graded at 12:34:56{words}" == shown.now()[-2]


@pytest.mark.parametrize("size", [(80, 24), (50, 24), (20, 12), (120, 60)])
@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.verdict)
def test_the_top_is_seen_and_space_leads_through_the_rest(
    shown: Shown, report: Report, size: tuple[int, int]
) -> None:
    """Each line is shown in order, once; the first screen begins with the first."""
    columns, rows = size
    shown.resize(columns, rows)
    shown.view.report(report, Changes())
    lines = [
        line[at : at + columns]
        for line in plain(report, min(columns, 100))
        for at in range(0, max(len(line), 1), columns)
    ]
    now = shown.now()
    assert len(now) < rows  # the cursor stands below
    assert lines[:1] == now[:1]
    for _ in range(100):
        if not any("more line" in line for line in shown.now()[-4:]):
            break
        shown.view.more()
    everything = shown.all()
    start = len(everything) - len(lines) - everything[::-1].index("")
    assert [line.rstrip() for line in lines] == everything[start - 1 :][: len(lines)]


def test_what_a_cut_report_comes_to(shown: Shown) -> None:
    """The name of the mistake is at the end of a report; it is shown while the end is not."""
    report = reports.wrong_values()
    assert report.diagnosis is not None
    shown.view.report(report, Changes())
    title = f"This looks like: {report.diagnosis.title}."
    *_, empty, diagnosis, news, keys = shown.now()
    assert ("", title, "graded at 12:34:56") == (empty, diagnosis, news)
    assert keys.startswith(f"{KEYS}, space ") and keys.endswith(" more lines")
    while "space" in shown.now()[-1]:
        shown.view.more()
    assert 1 == shown.now().count(title)


def test_nothing_is_lost_that_was_there_before(shown: Shown) -> None:
    """The shell's lines scroll out of the screen; what scrolls out can be scrolled back to."""
    shown.view.report(reports.passed(), Changes())
    assert ["$ ls", "my.py", "$ grade watch my.py"] == shown.all()[:3]
    shown.view.report(reports.not_started(), Changes())
    assert plain(reports.not_started())[0] == shown.now()[0]
    assert ["$ ls", "my.py", "$ grade watch my.py"] == shown.all()[:3]


def test_while_a_run_is_under_way(shown: Shown) -> None:
    """The status says so at once, and that what stands above is of before."""
    shown.view.running("my.py")
    assert ["", "grading my.py ...", KEYS] == shown.now()
    shown.view.report(reports.passed(), Changes())
    shown.view.running("my.py")
    below = ["", "grading my.py ... (above: the last result)", KEYS]
    assert plain(reports.passed()) + below == shown.now()


def test_a_problem(shown: Shown) -> None:
    """A problem takes the screen, line by line, and says that the watch goes on."""
    shown.view.report(reports.wrong_values(), Changes())
    shown.view.problem("cases.toml:3: no such key\ncases.toml:9: no such case")
    below = ["", "tried at 12:34:56; waiting for a change", KEYS]
    expected = ["cases.toml:3: no such key", "cases.toml:9: no such case", *below]
    assert expected == shown.now()
    shown.view.hint(None)
    added = ["", "There is no hint: nothing was graded.", *below]
    assert expected[:2] + added == shown.now()


def failing(toys: Catalogue) -> Report:
    """A report on a toy that has hints."""
    return reports.not_started()._replace(exercise="digit_sum", verdict=Verdict.NOT_STARTED)


def hint_numbers(shown: Shown, toys: Catalogue, count: int) -> list[str]:
    """Ask for so many hints; return their headings."""
    shown.resize(80, 60)
    shown.view.report(failing(toys), Changes())
    for _ in range(count):
        shown.view.hint(failing(toys))
    return [line for line in shown.now() if line.startswith("Hint ")]


def test_hints_follow_below_the_report(shown: Shown, toys: Catalogue) -> None:
    """Each press of the key shows one more, with time and keys at the end of the screen."""
    headings = ["Hint 1 of 2: The idea", "Hint 2 of 2: The shape of the loop"]
    assert headings == hint_numbers(shown, toys, 2)
    now = shown.now()
    assert plain(failing(toys)) == now[: len(plain(failing(toys)))]
    assert ["graded at 12:34:56", KEYS] == now[-2:]
    assert 1 == now.count(KEYS)


def test_hints_that_cannot_be_remembered(
    shown: Shown, toys: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that cannot be written does not hold the session at the first hint."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file" / "no folder"))
    headings = ["Hint 1 of 2: The idea", "Hint 2 of 2: The shape of the loop"]
    assert headings == hint_numbers(shown, toys, 2)


def test_a_hint_on_a_cut_report(shown: Shown, toys: Catalogue) -> None:
    """The hint comes next, and the rest of the report can still be had."""
    report = reports.wrong_values()._replace(exercise="digit_sum", diagnosis=None)
    shown.view.report(report, Changes())
    left = shown.now()[-1]
    shown.view.hint(report)
    assert any(line.startswith("Hint 1") for line in shown.now())
    assert left == shown.now()[-1]


def test_the_next_report_has_the_width_of_now(shown: Shown) -> None:
    """A terminal may change its size between two reports."""
    for columns in (50, 100):
        shown.resize(columns, 60)
        shown.view.report(reports.passed(), Changes())
        assert plain(reports.passed(), columns) == shown.now()[:-3]


def test_drawn_anew(shown: Shown) -> None:
    """After a stop, the screen is what it was, whatever the shell has left on it."""
    shown.view.report(reports.wrong_values(), Changes((1,)))
    before = shown.now()
    shown.emulator.feed("[1]+  Stopped\n$ fg\n")
    shown.view.again()
    assert before == shown.now()


def test_a_terminal_that_does_not_tell_its_size(shown: Shown) -> None:
    """Without a height, all of a report is written at 80 columns."""
    shown.resize(80, 0)
    termios.tcsetwinsize(shown.stream.descriptor, (0, 0))
    shown.view.report(reports.wrong_values(), Changes())
    written = shown.stream.getvalue()
    assert "\n".join(plain(reports.wrong_values())) in written
    assert "space" not in written


def test_a_screen_of_ascii(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the terminal cannot show is never sent to it."""
    monkeypatch.setattr(Stream, "encoding", "ascii")
    shown.view.running("m\N{LATIN SMALL LETTER U WITH DIAERESIS}.py")
    shown.view.problem("There is no file m\N{LATIN SMALL LETTER U WITH DIAERESIS}.py.")
    shown.view.report(reports.wrong_values(), Changes())
    assert shown.stream.getvalue().isascii()


def test_colours_are_the_terminals_business(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """With colour, the screen holds the same text."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown.view.report(reports.wrong_values(), Changes())
    before = shown.now()
    monkeypatch.setenv("FORCE_COLOR", "1")
    shown.view.report(reports.wrong_values(), Changes())
    assert "\x1b[1m" in shown.stream.getvalue()
    assert before == shown.now()


def test_blocks(toys: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a terminal: one block for each run, the same words, no keys, no escapes."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    stream = io.StringIO()
    view = TextView("my.py", toys.hints, stream, now=lambda: "12:34:56")
    view.running("my.py")
    view.report(reports.passed(), Changes((1,)))
    view.problem("There is no file my.py.")
    told = [
        *plain(reports.passed()),
        "",
        "graded at 12:34:56; now passing: 1",
        "",
        "There is no file my.py.",
        "",
        "tried at 12:34:56; waiting for a change",
        "",
        "",
    ]
    assert told == stream.getvalue().split("\n")

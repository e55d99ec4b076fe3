"""What a session runs and shows, event by event; then for any order of events."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from grader.results import CaseResult, Outcome, Report, Verdict
from grader.submission import Submission
from grader.watch.changes import Changes, changes
from grader.watch.files import Snapshot
from grader.watch.session import Changed, Finished, Key, Resumed, Session, Stopped

GONE = Changed(Snapshot(None, "gone"))
CANCELLED = Finished(None)


def saved(content: str) -> Changed:
    """A save of this content."""
    return Changed(Snapshot(Submission("my.py", content.encode())))


def report_of(submitted: Submission, *passing: int, cases: int = 0) -> Report:
    """The report on a submission; its heading is the content."""
    results = tuple(
        CaseResult(
            id=f"case-{number}",
            number=number,
            title="",
            outcome=Outcome.PASSED if number in passing else Outcome.FAILED,
            points=1,
            call="",
            expected="",
        )
        for number in range(1, cases + 1)
    )
    return Report("toy", submitted.source.decode(), "my.py", Verdict.FAILED, cases=results)


def done(content: str) -> Finished:
    """The end of a run of this content."""
    return Finished(report_of(Submission("my.py", content.encode())))


class Screen:
    """A view that keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, object]] = []

    def running(self, name: str) -> None:
        """A run has begun."""
        self.told.append(("running", name))

    def report(self, report: Report, changes: Changes) -> None:
        """A report is shown."""
        self.told.append(("report", report.heading))

    def problem(self, message: str) -> None:
        """A problem is shown."""
        self.told.append(("problem", message))

    def hint(self, report: Report | None) -> None:
        """A hint is shown."""
        self.told.append(("hint", report and report.heading))

    def more(self) -> None:
        """More is shown."""
        self.told.append(("more", None))

    def again(self) -> None:
        """All is drawn anew."""
        self.told.append(("again", None))


class Runs:
    """Runs that end when the test says so; two at once are an error."""

    def __init__(self) -> None:
        self.started: list[str] = []
        self.active = ""
        self.cancels = 0

    def start(self, submitted: Submission) -> None:
        """Begin a run."""
        assert not self.active, "two runs at once"
        self.active = submitted.source.decode()
        self.started.append(self.active)

    def cancel(self) -> None:
        """Note the wish."""
        assert self.active, "nothing to cancel"
        self.cancels += 1


class Played(NamedTuple):
    """A session with what it runs and what it shows."""

    session: Session
    runs: Runs
    screen: Screen

    def play(self, *events: object) -> list[tuple[str, object]]:
        """Hand over events; return what is shown for them."""
        before = len(self.screen.told)
        for event in events:
            if isinstance(event, Finished):
                self.runs.active = ""
            assert self.session.handle(event)  # type: ignore[arg-type]
        return self.screen.told[before:]


@pytest.fixture
def played() -> Played:
    """A new session."""
    runs, screen = Runs(), Screen()
    return Played(Session(runs, screen), runs, screen)


def test_graded_at_once_and_after_a_save(played: Played) -> None:
    """Each content is run, and its report shown."""
    assert [("running", "my.py"), ("report", "one")] == played.play(saved("one"), done("one"))
    assert [("running", "my.py"), ("report", "two")] == played.play(saved("two"), done("two"))


def test_twenty_saves_during_a_run(played: Played) -> None:
    """W04: the run under way is cancelled; one more follows, of the last content."""
    played.play(saved("old"))
    played.play(*(saved(f"save {number}") for number in range(20)))
    assert [("running", "my.py"), ("report", "save 19")] == played.play(CANCELLED, done("save 19"))
    assert ["old", "save 19"] == played.runs.started


def test_a_run_that_ended_before_its_cancel(played: Played) -> None:
    """The report of older content is not shown, even if the run got to its end."""
    played.play(saved("one"), saved("two"))
    assert [("running", "my.py")] == played.play(done("one"))
    assert [("report", "two")] == played.play(done("two"))


def test_a_cancel_that_meets_the_next_run(played: Played) -> None:
    """A run that is cancelled though nobody wanted that is run again: the last content counts."""
    played.play(saved("one"), saved("two"), done("one"))
    assert [("running", "my.py"), ("report", "two")] == played.play(CANCELLED, done("two"))


def test_deleted_during_a_run(played: Played) -> None:
    """The problem stays on the screen; the run's report is not shown."""
    assert [("problem", "gone")] == played.play(saved("one"), GONE, done("one"))[1:]
    assert [("running", "my.py"), ("report", "one")] == played.play(saved("one"), done("one"))


def test_no_report_for_a_reason(played: Played) -> None:
    """What the grader says instead of a report is shown, and the session goes on."""
    shown = played.play(saved("one"), Finished(None, "No such exercise."))
    assert ("problem", "No such exercise.") == shown[-1]
    assert ("report", "two") == played.play(saved("two"), done("two"))[-1]


def test_run_again(played: Played) -> None:
    """`r` runs the same content again, and during a run begins anew."""
    played.play(saved("one"), done("one"))
    assert [("running", "my.py"), ("report", "one")] == played.play(Key("r"), done("one"))
    played.play(Key("r"), Key("r"))
    assert 1 == played.runs.cancels
    assert [("running", "my.py"), ("report", "one")] == played.play(CANCELLED, done("one"))


def test_run_again_without_a_file(played: Played) -> None:
    """`r` has nothing to run while the file is gone."""
    assert [] == played.play(saved("one"), done("one"), GONE, Key("r"))[3:]
    assert ["one"] == played.runs.started


def test_hint(played: Played) -> None:
    """`h` asks for a hint on the report that is shown, each time."""
    played.play(saved("one"), done("one"))
    assert [("hint", "one"), ("hint", "one")] == played.play(Key("h"), Key("h"))


def test_hint_during_a_run(played: Played) -> None:
    """`h` during a run is answered after it, once, on the new report."""
    shown = played.play(saved("one"), Key("h"), Key("h"), saved("two"), CANCELLED, done("two"))
    assert [("running", "my.py")] * 2 + [("report", "two"), ("hint", "two")] == shown
    assert [("running", "my.py"), ("report", "two")] == played.play(saved("two"), done("two"))


def test_hint_for_a_problem(played: Played) -> None:
    """`h` at a problem gives no hint on an older report."""
    played.play(saved("one"), done("one"))
    assert [("problem", "gone"), ("hint", None)] == played.play(GONE, Key("h"))
    played.play(saved("one"))  # a run that the next event cancels
    assert [("problem", "gone"), ("hint", None)] == played.play(GONE, Key("h"))


def test_hint_for_a_file_that_goes_during_the_run(played: Played) -> None:
    """A hint that was asked for is not given much later, when the file is back."""
    played.play(saved("one"), Key("h"), GONE, CANCELLED)
    assert ("report", "one") == played.play(saved("one"), done("one"))[-1]


@pytest.mark.parametrize("event", [Key("q"), Stopped()])
def test_the_end(played: Played, event: Key | Stopped) -> None:
    """`q` ends the session, as does the end of the input or of the output; also during a run."""
    assert not played.session.handle(event)
    played.play(saved("one"))
    assert not played.session.handle(event)


def test_other_keys(played: Played) -> None:
    """Space leads on; going on after a stop draws anew; other keys do nothing."""
    played.play(saved("one"), done("one"))
    assert [("more", None), ("again", None)] == played.play(Key(" "), Key("x"), Resumed())


# --- what has changed ----------------------------------------------------------------------------

FILE = Submission("my.py", b"")


def changed(*reports: Report) -> Changes:
    """What has changed with the last of these reports."""
    shown: list[Changes] = []

    class Watching(Screen):
        def report(self, report: Report, changes: Changes) -> None:
            shown.append(changes)

    runs, screen = Runs(), Watching()
    played = Played(Session(runs, screen), runs, screen)
    for report in reports:
        played.play(saved("any"), Finished(report))
    return shown[-1]


def test_first_report_changes_nothing() -> None:
    """Without an earlier report there is nothing to compare with."""
    assert Changes() == changed(report_of(FILE, 1, cases=3))


def test_cases_that_pass_and_fail_now() -> None:
    """The numbers are those of the new report, in order."""
    before, after = report_of(FILE, 1, 2, cases=4), report_of(FILE, 2, 3, 4, cases=4)
    assert Changes((3, 4), (1,)) == changed(before, after)


def test_the_same_cases() -> None:
    """It is told when nothing has changed, for the screen looks as it did."""
    assert Changes(none=True) == changed(*[report_of(FILE, 1, cases=3)] * 2)


def test_from_the_starter_to_a_pass() -> None:
    """What was not started passed nothing."""
    starter = report_of(FILE)._replace(verdict=Verdict.NOT_STARTED)
    assert Changes((1, 2)) == changed(starter, report_of(FILE, 1, 2, cases=2))
    assert Changes() == changed(report_of(FILE, 1, cases=2), starter)


def test_a_file_that_does_not_load() -> None:
    """A slip is told; when it is mended, cases are compared with those before it."""
    broken = report_of(FILE)._replace(verdict=Verdict.NOT_LOADED)
    one, two = report_of(FILE, 1, cases=2), report_of(FILE, 1, 2, cases=2)
    assert Changes(loads=False) == changed(one, broken)
    assert Changes() == changed(one, broken, broken)
    assert Changes((2,), loads=True) == changed(one, broken, two)
    assert Changes(loads=True) == changed(one, broken, one)


def test_cases_that_come_and_go() -> None:
    """A new case is told when it passes; one that is gone is no failure."""
    one, three = report_of(FILE, 1, cases=1), report_of(FILE, 1, 3, cases=3)
    assert Changes((3,)) == changes(one, one, three)
    assert Changes(none=True) == changes(three, three, one)


def test_cases_of_another_exercise_are_not_compared() -> None:
    """A file that is turned into another exercise's has cases of other meaning."""
    one = report_of(FILE, 1, cases=2)._replace(exercise="one")
    other = report_of(FILE, 1, 2, cases=2)._replace(exercise="other")
    assert Changes() == changed(one, other)
    broken = report_of(FILE)._replace(verdict=Verdict.NOT_LOADED, exercise="")
    assert Changes(loads=True) == changed(one, broken, other)
    less = report_of(FILE, 2, cases=2)._replace(exercise="other")
    assert Changes((1,)) == changed(one, less, other)


# --- any order of events -------------------------------------------------------------------------


class AnyOrder(RuleBasedStateMachine):
    """Saves, keys and ends of runs in any order, cancels answered in time or too late."""

    def __init__(self) -> None:
        super().__init__()
        self.runs, self.screen = Runs(), Screen()
        self.session = Session(self.runs, self.screen)
        self.last = GONE
        self.saves = 0
        self.owed = 0  # cancels that no run has answered yet

    def handle(self, event: object) -> None:
        """Hand over an event; look at what is shown for it."""
        told, cancels = len(self.screen.told), self.runs.cancels
        assert self.session.handle(event)  # type: ignore[arg-type]
        self.owed += self.runs.cancels - cancels
        for kind, content in self.screen.told[told:]:
            if kind in ("report", "hint") and content is not None:
                assert self.content() == content, "shown, but not the last content"

    def content(self) -> str:
        """The content that was saved last."""
        submitted = self.last.snapshot.submitted
        return submitted.source.decode() if submitted else ""

    @rule(again=st.booleans())
    def save(self, again: bool) -> None:
        """Save something else, or the same again."""
        self.saves += not (again and self.content())
        self.last = saved(f"save {self.saves}")
        self.handle(self.last)

    @rule()
    def delete(self) -> None:
        """Remove the file."""
        self.last = GONE
        self.handle(GONE)

    @rule(name=st.sampled_from("hr x"))
    def press(self, name: str) -> None:
        """Press a key."""
        self.handle(Key(name))

    @rule()
    def resume(self) -> None:
        """Go on after a stop."""
        self.handle(Resumed())

    @precondition(lambda self: self.runs.active)
    @rule(fails=st.booleans())
    def finish(self, fails: bool) -> None:
        """The run gets to its end; a cancel that it did not answer is left for the next one."""
        content, self.runs.active = self.runs.active, ""
        self.handle(Finished(None, f"problem of {content}") if fails else done(content))

    @precondition(lambda self: self.runs.active and self.owed)
    @rule(all_of_them=st.booleans())
    def answer_cancel(self, all_of_them: bool) -> None:
        """The run ends because of a cancel, its own or one for an earlier run."""
        self.owed = 0 if all_of_them else self.owed - 1
        self.runs.active = ""
        self.handle(CANCELLED)

    @invariant()
    def wanted_is_under_way_or_shown(self) -> None:
        """Whenever nothing runs, what is there is the last content's."""
        if self.runs.active or not self.screen.told:
            return
        shown = [told for told in self.screen.told if told[0] in ("report", "problem")]
        if not self.content():
            assert not shown or shown[-1] == ("problem", "gone")
        else:
            content = self.content()
            assert shown[-1] in [("report", content), ("problem", f"problem of {content}")]

    def teardown(self) -> None:
        """It comes to rest after at most one run for each cancel, and one more."""
        for _ in range(self.owed + 2):
            if self.runs.active and self.owed:
                self.answer_cancel(all_of_them=False)
            elif self.runs.active:
                self.finish(fails=False)
        assert not self.runs.active
        self.wanted_is_under_way_or_shown()


AnyOrder.TestCase.settings = settings(max_examples=150, stateful_step_count=30, deadline=None)
test_any_order = AnyOrder.TestCase

"""What a screen says and leaves out, for reports of every kind."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.render import screen, terminal
from grader.render.layout import Style, size
from grader.results import (
    CaseResult,
    Counterexample,
    Diagnosis,
    Hidden,
    Note,
    Outcome,
    Output,
    Place,
    Probes,
    Report,
    Table,
    Verdict,
)
from tests.render import reports


def shown(report: Report, width: int = 80, **options: object) -> str:
    """The screen as text."""
    lines = screen.lines(report, width=width, **options)  # type: ignore[arg-type]  # passed on
    return terminal.plain(lines)


def reworded(text: str) -> str:
    """The text with its line breaks taken out, to look for sentences in."""
    return " ".join(text.split())


# --- any report ----------------------------------------------------------------------------------

WORDS = st.text(alphabet="abcdefgh", min_size=1, max_size=8)
PROSE = st.lists(WORDS, max_size=12).map(" ".join)
ANY_TEXT = st.text(st.characters(exclude_categories=("C", "Zl", "Zp")), max_size=60)
NUMBERS = st.lists(st.integers(0, 999), max_size=30)


def outputs(texts: st.SearchStrategy[str]) -> st.SearchStrategy[Output]:
    """What calls printed, in lines of such texts."""
    lines = st.lists(texts, max_size=30).map("\n".join)
    return st.builds(Output, lines, st.integers(0, 99), lines)


@st.composite
def tables(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> Table:
    """Decision tables of up to thirty rows."""
    count = draw(st.integers(0, 30))
    titles = tuple(draw(st.lists(texts, min_size=1, max_size=6)))
    rows = tuple(tuple(draw(texts) for _ in titles) for _ in range(count))
    examined = tuple(draw(st.booleans()) for _ in range(count))
    difference = draw(st.none() | st.integers(0, count - 1)) if count else None
    return Table(titles, rows, examined, difference)


@st.composite
def any_reports(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> Report:
    """Reports with such texts in every place that takes text."""
    places = st.builds(Place, st.integers(1, 999), texts, st.none() | st.integers(0, 70), texts)
    words = st.sampled_from(["abc", "x"])
    notes = st.lists(st.builds(Note, words, texts), max_size=2).map(tuple)
    values = NUMBERS.map(lambda numbers: f"({numbers}, {len(numbers)})")
    cases = tuple(
        CaseResult(
            id=str(number),
            number=number,
            title=draw(texts),
            outcome=draw(st.sampled_from(Outcome)),
            points=draw(st.integers(0, 2)),
            call=f"function({draw(NUMBERS)}, {draw(NUMBERS)})",
            expected=draw(values),
            actual=draw(values | st.just("")),
            reason=draw(texts),
            why=draw(texts),
            message=draw(texts),
            place=draw(st.none() | places),
            output=draw(outputs(texts)),
            notes=draw(notes),
            table=draw(st.none() | tables(texts)),
        )
        for number in range(1, draw(st.integers(0, 4)) + 1)
    )
    example = Counterexample(f"function({draw(NUMBERS)})", draw(values), draw(values), draw(texts))
    return Report(
        exercise="x",
        heading=draw(texts),
        submission=draw(WORDS),
        verdict=draw(st.sampled_from(Verdict)),
        message=draw(texts),
        advice=draw(texts),
        place=draw(st.none() | places),
        cases=cases,
        probes=Probes(1, 2, draw(st.none() | st.just(example))),
        hidden=Hidden(draw(st.integers(0, 3)), 3),
        diagnosis=draw(st.none() | st.builds(Diagnosis, WORDS, texts, texts, st.booleans())),
        notes=draw(notes),
        output=draw(outputs(texts)),
        isolation=draw(WORDS | st.just("none")),
    )


@settings(deadline=None, max_examples=40)
@given(any_reports(PROSE), st.integers(30, 200), st.booleans())
def test_no_line_is_wider_than_the_screen(report: Report, width: int, show_output: bool) -> None:
    """Text that can be broken keeps to the width, from 30 columns to 200."""
    lines = screen.lines(report, width=width, show_output=show_output, next_command="grade hint")

    assert [] == [line for line in lines if size(line) > width]


@settings(deadline=None, max_examples=40)
@given(
    any_reports(ANY_TEXT), st.integers(20, 120), st.sampled_from(["ascii", "cp1252", "shift_jis"])
)
def test_every_screen_can_be_encoded(report: Report, width: int, encoding: str) -> None:
    """Whatever the texts hold, the screen holds only what its encoding knows."""
    text = shown(report, width, encoding=encoding, show_output=True)

    assert text == text.encode(encoding).decode(encoding)


@settings(deadline=None, max_examples=40)
@given(any_reports(ANY_TEXT), st.integers(20, 120))
def test_lines_hold_no_control_characters(report: Report, width: int) -> None:
    """A line is one line: no newline, tab or other control character is in a span."""
    for line in screen.lines(report, width=width, show_output=True):
        assert "Cc" not in {unicodedata.category(char) for _, text in line for char in text}


# --- what is said --------------------------------------------------------------------------------


def test_words_carry_the_meaning() -> None:
    """Each outcome has a word of its own beside its mark."""
    outcomes = {1: Outcome.FAILED, 2: Outcome.RAISED, 3: Outcome.TIMED_OUT, 4: Outcome.CRASHED}
    outcomes[5] = Outcome.NOT_RUN
    report = reports.with_cases({number: {"outcome": how} for number, how in outcomes.items()})
    text = shown(report, encoding="ascii")
    listed = [line[5:14].strip() for line in text.splitlines()[1:7]]

    assert ["FAIL", "raised", "timed out", "crashed", "not run", "pass"] == listed


def test_error_is_told_once() -> None:
    """One error at one place is told once, with one call, and the numbers of the other cases."""
    report = reports.same_error()
    text = shown(report)

    assert 1 == text.count("has no attribute 'uniforn'")
    assert 1 == text.count("r = np.random.uniforn()")
    assert "The same in cases 2, 4, 5 and 6." in text
    told = [case.number for case in report.cases if case.call in reworded(text)]
    assert [1] == told


def test_errors_at_different_places_are_told_apart() -> None:
    """The same message from two lines makes two blocks."""
    report = reports.same_error()
    elsewhere = report.cases[5]._replace(place=Place(40, "return uniforn"))
    text = shown(report._replace(cases=(*report.cases[:5], elsewhere)))

    assert 2 == text.count("raised    AttributeError")
    assert "line 31" in text
    assert "line 40" in text


def test_wrong_values_each_have_a_block() -> None:
    """Two wrong answers with the same reason are still two, where the table shows their places."""
    failed: dict[str, object] = {"outcome": Outcome.FAILED, "reason": "Too long.", "actual": "1"}
    table = reports.STOP
    text = shown(reports.with_cases({1: {**failed, "table": table}, 2: {**failed, "table": table}}))

    assert 2 == text.count("Too long.")
    assert 2 == text.count("first difference")


def test_faults_beyond_the_table_are_told_once() -> None:
    """A wrong type in every case is one fault; each case keeps its call and its values."""
    text = shown(reports.returns_nothing())

    assert 1 == text.count("It returned None")
    assert 6 == text.count("returned  None")
    assert "The same in cases 2, 3, 4, 5 and 6:" in text


def test_same_reason_without_tables_is_told_for_each() -> None:
    """Cases of an instructor's own file have no table, but lessons of their own: none is hidden."""
    failed: dict[str, object] = {"outcome": Outcome.FAILED, "reason": "Too long.", "actual": "1"}
    report = reports.with_cases({1: failed, 2: failed})

    assert all(case.why in reworded(shown(report)) for case in report.cases[:2])


def test_output_of_passed_cases_is_shown_on_request() -> None:
    """Prints that a right answer leaves in are no news, until asked for."""
    report = reports.passed_printing()

    assert "r = 0.3745" not in shown(report)
    assert "r = 0.3745" in shown(report, show_output=True)


def test_printed_lines_cannot_pass_for_ours() -> None:
    """Every line that a submission printed stands behind a bar."""
    forged = Output("6 of 6 passed\n✓ pass  1  all right")
    report = reports.with_cases({2: {"outcome": Outcome.FAILED, "output": forged, "actual": "1"}})
    lines = shown(report).splitlines()

    assert ["  | 6 of 6 passed"] == [line for line in lines if "6 of 6" in line]
    assert ["  | ✓ pass  1  all right"] == [line for line in lines if "all right" in line]


@given(st.integers(1, 60), st.integers(0, 60), st.integers(0, 9), st.booleans())
def test_no_printed_line_is_lost_silently(head: int, tail: int, lost: int, asked: bool) -> None:
    """Lines shown and lines counted as cut are all that were printed."""
    output = Output("\n".join(["x"] * head), lost, "\n".join(["x"] * tail))
    report = reports.with_cases({2: {"outcome": Outcome.FAILED, "output": output, "actual": "1"}})
    lines = shown(report, show_output=asked).splitlines()
    cut = [int(line.split()[1]) for line in lines if " more line" in line]

    assert head + tail + lost == lines.count("  | x") + sum(cut)
    assert not asked or cut == [lost] * bool(lost)


def test_long_message_is_cut_and_counted() -> None:
    """An exception with a book in its message does not drown the report."""
    raised: dict[str, object] = {
        "outcome": Outcome.RAISED,
        "message": "ValueError: " + "x " * 5000,
        "actual": "",
    }
    text = shown(reports.with_cases({2: raised}))

    assert "(9612 more characters)" in reworded(text)
    assert len(text) < 2000


@pytest.mark.parametrize("width", [30, 40, 80])
@pytest.mark.parametrize(
    "source", ["\tr = f(x, y)", "    ä = 概率(x, y)  # 概率", "y" + " + x" * 90]
)
def test_caret_stands_below_its_column(source: str, width: int) -> None:
    """The caret is below the character meant, with tabs, wide characters, and in a long line."""
    for column, char in enumerate(source, 1):
        if char not in "xy":
            continue
        place = Place(3, source, column)
        report = reports.report(Verdict.NOT_LOADED, message="No.", place=place, cases=())
        *_, code, caret = shown(report, width, encoding="utf-8").splitlines()
        before = code.replace("概率", "wide")[: len(caret) - 1]

        assert char == code.replace("概率", "wide")[len(before)]
        assert size([(Style.TEXT, code)]) <= width


def test_file_that_does_not_load_has_one_message() -> None:
    """Cases that never ran are not listed: the message and its place are all."""
    report = reports.syntax_error()._replace(cases=reports.endless_loop().cases)
    text = shown(report)

    assert 1 == text.count("SyntaxError")
    assert "not run" not in text
    assert "keeps all three" not in text


def test_starter_is_met_with_no_failure() -> None:
    """The untouched starter is no failure yet: no mark, no FAIL, but what to do."""
    text = shown(reports.not_started(), next_command="grade hint")

    assert "FAIL" not in text
    assert "✗" not in text
    assert "Write your code" in text


def test_hidden_cases_are_counted_and_nothing_else() -> None:
    """Who passes all visible cases reads just that, with the count of the hidden ones."""
    assert "all visible cases passed; hidden: 2 of 3 passed" in shown(reports.hidden_fails())
    some = reports.wrong_values()._replace(hidden=Hidden(1, 3))
    assert "4 of 6 visible cases passed; hidden: 1 of 3 passed" in shown(some)


def test_score_is_shown_when_it_is_not_the_count() -> None:
    """Points other than one per case are worth a word."""
    assert "score" not in shown(reports.passed())
    scaled = reports.wrong_values()._replace(score=13.5, max_score=20)
    assert "4 of 6 passed; score 13.5 of 20" in shown(scaled)


def test_six_of_six_can_still_be_wrong() -> None:
    """A probe that differs is told with its call, in the same breath as the count."""
    report = reports.wrong_elsewhere()
    assert "6 of 6 cases passed, but wrong on: speculative_decode([1.0]," in reworded(shown(report))
    assert "but wrong on speculative_decode([1.0]," in shown(report, 100)


def test_all_visible_passed_and_wrong_elsewhere() -> None:
    """With hidden cases the sentence still reads, and their count has a line of its own."""
    report = reports.wrong_elsewhere()._replace(hidden=Hidden(3, 3), score=9, max_score=9)
    text = shown(report)

    assert "all visible cases passed, but wrong on:" in text
    assert "hidden: 3 of 3 passed" in text.splitlines()


def test_counterexample_that_is_no_simpler_stays_away() -> None:
    """A call is offered as simpler only when it is shorter than those that failed."""
    report = reports.simpler_call()
    empty: dict[str, object] = {"outcome": Outcome.FAILED, "actual": "([], 1)"}
    failing = reports.with_cases({3: empty}, probes=report.probes)

    assert "A simpler call that goes wrong:" in shown(report)
    assert "simpler" not in shown(failing)


def test_counterexample_without_a_value_says_what_happened() -> None:
    """A call that raises returned nothing, so nothing is called returned."""
    example = Counterexample("f(1)", "2", "raises ValueError")
    text = shown(reports.wrong_elsewhere()._replace(probes=Probes(0, 1, example)))

    assert "instead   raises ValueError" in text
    assert "returned" not in text


def test_note_of_several_cases_is_told_once() -> None:
    """What holds for several cases is said once, and for which."""
    note = Note("arguments-changed", "It changes its argument.")
    failed: dict[str, object] = {"outcome": Outcome.FAILED, "actual": "1", "notes": (note,)}
    text = shown(reports.with_cases({1: failed, 2: failed, 3: {"notes": (note,)}}))

    assert 1 == text.count("It changes its argument.")
    assert "Note (cases 1, 2 and 3): " in text


def test_note_that_the_cases_have_is_not_repeated_for_the_file() -> None:
    """A note of the whole report that its cases show already is not shown twice."""
    note = Note("numpy-scalars", "NumPy numbers.")
    text = shown(reports.with_cases({1: {"notes": (note,)}}, notes=(note,)))

    assert 1 == text.count("NumPy numbers.")


def test_isolation_is_named_unless_there_is_none() -> None:
    """The sandbox is named when there is one."""
    assert "Isolation" not in shown(reports.passed())
    assert "Isolation: user" in shown(reports.passed()._replace(isolation="user"))


def test_last_line_says_what_comes_next() -> None:
    """The command to type next is the last thing to read, in one piece to be copied."""
    command = "grade hint a/long/path/to/speculative_decode.py"
    text = shown(reports.wrong_values(), 30, next_command=command)

    assert f"Next: {command}" == text.splitlines()[-1]


def test_the_first_wrong_law_has_its_title_as_the_others_have() -> None:
    """In the headline and above a table: of several laws, each says which one it is."""
    second = reports.WRONG_COUNT._replace(title="A thousand tokens")
    report = reports.law_wrong()._replace(laws=(reports.WRONG_LAW, second))
    text = reworded(shown(report))
    assert "but the distribution is wrong (Three tokens, one drafted): tokens[0] is" in text
    assert "law A thousand tokens" in text
    assert 1 == text.count("Three tokens, one drafted")

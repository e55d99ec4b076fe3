"""The next hint: nudges for the mistake or the case that failed, then the ladder, one at a time."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader import grading, hint_store
from grader.hint_records import Hint, Hints, Mistake
from grader.hinting import next_hint
from grader.hints import Step, next_step, sequence
from grader.law_records import LawResult
from grader.render.hint import hint_lines
from grader.render.plain import plain
from grader.results import (
    CaseResult,
    Counterexample,
    Diagnosis,
    Hidden,
    Outcome,
    Place,
    Probes,
    Report,
    Verdict,
)
from tests.command import grade

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.catalogue import Catalogue
    from grader.runner import ZygoteRunner
    from tests.command import Run

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "reference/speculative_decode"

LADDER = (Hint("idea", "Think.", "The idea"), Hint("loop", "Loop.", "The loop"))
HINTS = Hints(
    ladder=LADDER,
    topics={
        "stop": (Hint("stop.1", "When?"), Hint("stop.2", "And then?")),
        "zeros": (Hint("zeros.1", "Zero?"),),
        "loading": (Hint("loading.1", "Does it load?"),),
        "law": (Hint("law.1", "How often does each come?"),),
    },
    mistakes={"no-stop": Mistake("no-stop", "it goes on", "It does.", ("Where?", "Why?"))},
    groups={"all-kept": Mistake("all-kept", "all is kept", "All.", ("Which?",), ("a", "b"))},
    follow_ups=("And now?", "What else?"),
)


def case(id: str, outcome: Outcome, topic: str = "") -> CaseResult:
    """A judged case."""
    return CaseResult(id, 1, id, outcome, 1, "f()", "1", topic=topic)


def report(*cases: CaseResult, verdict: Verdict = Verdict.FAILED, diagnosis: str = "") -> Report:
    """A report on a file, with the diagnosis of this id."""
    found = Diagnosis(diagnosis, "it goes on", "It does.", certain=True) if diagnosis else None
    return Report("toy", "A toy", "my.py", verdict, cases=cases, diagnosis=found)


def ids(found: Report) -> list[str]:
    """The ids of all hints for a report, in order."""
    return [hint.id for hint in sequence(found, HINTS)]


@pytest.fixture(autouse=True)
def _own_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(hint_store, "_unsaved", {})


# --- the order -----------------------------------------------------------------------------------


def test_the_nudges_of_the_mistake_come_first() -> None:
    """A named mistake tells more than the case that failed."""
    found = report(case("a", Outcome.FAILED, "stop"), diagnosis="no-stop")
    assert ["no-stop.1", "no-stop.2", "idea", "loop"] == ids(found)


def test_a_group_has_nudges_as_well() -> None:
    """The common cause of several mistakes is nudged at like one."""
    assert ["all-kept.1", "idea", "loop"] == ids(report(diagnosis="all-kept"))


def test_without_a_name_the_first_failed_case_has_its_topic() -> None:
    """Cases that passed have no say."""
    found = report(
        case("a", Outcome.PASSED, "zeros"),
        case("b", Outcome.FAILED, "stop"),
        case("c", Outcome.FAILED, "zeros"),
    )
    assert ["stop.1", "stop.2", "idea", "loop"] == ids(found)


def test_a_wrong_value_tells_more_than_an_exception() -> None:
    """Where one case raises and a later one is wrong, the wrong one is nudged at."""
    found = report(case("a", Outcome.RAISED, "zeros"), case("b", Outcome.FAILED, "stop"))
    assert ["stop.1", "stop.2", "idea", "loop"] == ids(found)
    assert ["zeros.1", "idea", "loop"] == ids(report(case("a", Outcome.TIMED_OUT, "zeros")))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (report(verdict=Verdict.NOT_LOADED), ["loading.1", "idea", "loop"]),
        (report(verdict=Verdict.NOT_STARTED), ["idea", "loop"]),
        (report(case("a", Outcome.FAILED, "unknown")), ["idea", "loop"]),
        (report(case("a", Outcome.FAILED)), ["idea", "loop"]),
        (report(case("a", Outcome.PASSED, "stop")), ["idea", "loop"]),
        (report(diagnosis="gone"), ["idea", "loop"]),
    ],
    ids=["not loaded", "not started", "unknown topic", "no topic", "a probe", "unknown mistake"],
)
def test_there_is_always_the_ladder(found: Report, expected: list[str]) -> None:
    """Whatever there are no nudges for begins with the idea."""
    assert expected == ids(found)


def test_the_next_step_is_the_first_that_was_not_shown() -> None:
    """Hints come one by one; after the last one it stays."""
    assert Step(LADDER[0], 1, 2) == next_step(LADDER, [])
    assert Step(LADDER[1], 2, 2) == next_step(LADDER, ["idea", "of another time"])
    assert Step(LADDER[0], 1, 2) == next_step(LADDER, ["loop"])
    assert Step(LADDER[1], 2, 2) == next_step(LADDER, ["idea", "loop"])
    assert next_step((), []) is None


# --- what is shown -------------------------------------------------------------------------------


def shown(found: Report, *, everything: bool = False, path: str = "my.py") -> str:
    """The text of the next hint."""
    lines = next_hint(found, HINTS, path, width=60, everything=everything, again="grade hint my.py")
    return plain(lines)


def test_each_call_shows_the_next_hint_until_the_last_one_stays() -> None:
    """Asking again leads on, and in the end says that there is no more."""
    found = report(case("a", Outcome.FAILED, "zeros"))
    assert "0 of 1 cases passed.\n\nHint 1 of 3\nZero?\n\nNext: grade hint my.py\n" == shown(found)
    assert "Hint 2 of 3: The idea\nThink.\n" in shown(found)
    last = shown(found)
    assert last.endswith("Hint 3 of 3: The loop\nLoop.\n\nThat was the last hint.\n")
    assert last == shown(found)


def test_a_new_mistake_brings_new_nudges_and_goes_on_with_the_ladder() -> None:
    """What was shown before is not shown again when the file gets another mistake."""
    for _ in range(2):
        shown(report(case("a", Outcome.FAILED, "zeros")))
    other = report(case("a", Outcome.FAILED, "zeros"), diagnosis="no-stop")
    assert "Hint 1 of 4\nWhere?" in shown(other)
    assert "Hint 2 of 4\nWhy?" in shown(other)
    assert "Hint 4 of 4: The loop" in shown(other)


def test_all_hints_can_be_shown_at_once() -> None:
    """All of them, in order; they count as shown."""
    found = report(case("a", Outcome.FAILED, "stop"))
    text = shown(found, everything=True)
    heads = ["Hint 1 of 4", "Hint 2 of 4", "Hint 3 of 4: The idea", "Hint 4 of 4: The loop"]
    assert heads == re.findall(r"^Hint .*", text, flags=re.MULTILINE)
    assert ["stop.1", "stop.2", "idea", "loop"] == hint_store.shown("my.py", "toy")


def test_a_file_that_passes_gets_questions_to_go_on_with() -> None:
    """There is nothing to hint at, and nothing is remembered."""
    assert (
        "my.py passes: there is nothing to hint at.\n\nTo go on with:\n- And now?\n- What else?\n"
    ) == shown(report(verdict=Verdict.PASSED))
    assert [] == hint_store.shown("my.py", "toy")


def test_an_exercise_without_hints_says_so() -> None:
    """No hint is no error."""
    lines = next_hint(report(), Hints(), "my.py", width=60)
    assert "0 of 0 cases passed.\nThere is no hint for this.\n" == plain(lines)


def test_the_state_of_a_file_that_does_not_load_has_its_place() -> None:
    """The hint speaks of the line that the message names, so the message names it."""
    found = report(verdict=Verdict.NOT_LOADED)._replace(
        message="SyntaxError: invalid syntax", place=Place(3, "x = ="), advice="Look there."
    )
    text = shown(found)
    assert text.startswith("SyntaxError: invalid syntax. At line 3. Look there.\n\nHint 1 of 3\n")


def test_the_state_names_the_call_that_is_wrong_beside_the_cases() -> None:
    """Six of six is not right when a further call is wrong."""
    found = report(case("a", Outcome.PASSED))
    found = found._replace(probes=Probes(1, 2, Counterexample("f(2)", "1", "2")))
    assert shown(found).startswith("1 of 1 cases passed, but wrong on f(2).\n")


WRONG_LAW = LawResult("one", "One", "exact", False, "tokens[0] is 0 with probability 1")


def test_a_wrong_law_beside_passed_cases_is_the_topic() -> None:
    """Where a case fails as well, that is the simpler thing to begin with."""
    passed, failed = case("a", Outcome.PASSED, "zeros"), case("b", Outcome.FAILED, "stop")
    laws = (WRONG_LAW,)
    assert ["law.1", "idea", "loop"] == ids(report(passed)._replace(laws=laws))
    assert ["stop.1", "stop.2", "idea", "loop"] == ids(report(passed, failed)._replace(laws=laws))


def test_the_state_says_how_the_law_is_wrong_beside_the_cases() -> None:
    """All cases passed, and still something is to be hinted at."""
    found = report(case("a", Outcome.PASSED))._replace(laws=(WRONG_LAW,))
    told = "1 of 1 cases passed, but the distribution is wrong: tokens[0] is 0 with probability 1."
    assert told in flat(plain(hint_lines(found, (), width=200)))


def test_the_state_claims_nothing_about_hidden_cases() -> None:
    """Where there are hidden cases, those counted are called visible."""
    found = report(case("a", Outcome.PASSED))._replace(hidden=Hidden(0, 1))
    assert shown(found).startswith("1 of 1 visible cases passed.\n")


def test_a_hint_leaves_a_narrow_screen_and_ascii_alone() -> None:
    """No line is longer than the screen is wide, in any character set."""
    found = report(case("a", Outcome.FAILED, "stop"), diagnosis="no-stop")
    for encoding in ("utf-8", "ascii"):
        lines = next_hint(found, HINTS, "my.py", width=20, encoding=encoding, everything=True)
        text = plain(lines)
        assert max(map(len, text.splitlines())) <= 20
        text.encode(encoding)


def test_two_exercises_have_hints_of_their_own(
    toys: Catalogue, zygote: ZygoteRunner, write: Callable[..., str]
) -> None:
    """The same file's hints are remembered for each exercise that it is graded as."""
    path = write("def digit_sum(number, base=10): ...\n\n\ndef mean_of_rows(rows, scale): ...\n")
    heads = []
    for exercise in ("digit_sum", "mean_of_rows", "digit_sum"):
        options = grading.Options(exercise=exercise)
        found = grading.grade(path, options, runner=zygote, catalogue=toys)
        text = plain(next_hint(found, toys.hints(found.exercise), path, width=80))
        heads += re.findall(r"^Hint (\d)", text, flags=re.MULTILINE)
    assert ["1", "1", "2"] == heads


# --- the command, on the exercise ----------------------------------------------------------------


def hint(folder: Path, source: str, *arguments: str, name: str = "my.py") -> Run:
    """Run `grade hint` on a source."""
    (folder / name).write_text(source)
    run = grade(folder, "hint", name, *arguments)
    assert "" == run.err
    return run


def flat(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


def test_seeding_for_each_token_is_named_with_its_number(tmp_path: Path) -> None:
    """The hint on re-seeding says that every draw is 0.3745, and fails the first example."""
    source = (REFERENCE / "mistakes/seed-in-the-loop.py").read_text()
    run = hint(tmp_path, source)
    assert 0 == run.exit_code
    assert "every token is compared with the same draw, 0.3745" in flat(run.out)
    report = grading.grade(str(tmp_path / "my.py"))
    assert ("rejects-second-draft", Outcome.FAILED) == report.cases[0][0:4:3]


def test_a_skipped_draw_is_named_and_a_case_catches_it(tmp_path: Path) -> None:
    """One draw per examined token even when certain: a shipped case fails, the hint says so."""
    source = (REFERENCE / "mistakes/no-draw-when-certain.py").read_text()
    run = hint(tmp_path, source)
    assert "no draw is made when acceptance is certain" in flat(run.out)
    assert "one for each examined token" in flat(run.out)
    report = grading.grade(str(tmp_path / "my.py"))
    assert Outcome.FAILED in [case.outcome for case in report.cases]


def test_the_last_hint_has_steps_but_no_code(tmp_path: Path) -> None:
    """A learner who has used every hint has the procedure in words, not the solution."""
    source = (REFERENCE / "mistakes/less-or-equal.py").read_text()
    everything = hint(tmp_path, source, "--all")
    last = hint(tmp_path, source)
    assert last.out == hint(tmp_path, source).out
    assert "8. Return a tuple: the list, then its length." in flat(last.out)
    assert "That was the last hint. The decision table" in flat(last.out)
    solution = (REFERENCE / "solution.py").read_text()
    code = {line.strip() for line in solution.splitlines() if line.startswith("    ")}
    assert [] == [line for line in code if len(line) > 12 and line in everything.out + last.out]


def test_hints_can_be_begun_anew(tmp_path: Path) -> None:
    """--reset forgets, and shows the first hint again."""
    source = (REFERENCE / "mistakes/less-or-equal.py").read_text()
    first, second = hint(tmp_path, source), hint(tmp_path, source)
    assert first.out != second.out
    assert first.out == hint(tmp_path, source, "--reset").out
    assert second.out == hint(tmp_path, source).out


def test_the_starter_is_hinted_at_from_the_idea(tmp_path: Path) -> None:
    """A file that was not begun gets the task's place and the first step of the ladder."""
    starter = (ROOT / "exercise/speculative_decode/starter.py").read_text()
    run = hint(tmp_path, starter, name="speculative_decode.py")
    assert 0 == run.exit_code
    assert "Not started: this is still the starter." in flat(run.out)
    assert "`grade task speculative_decode` shows the task." in flat(run.out)
    assert "Hint 1 of 7: Why accept with min(1, target / draft)" in run.out
    assert run.out.endswith("Next: grade hint speculative_decode.py\n")


@pytest.mark.parametrize(
    ("source", "state"),
    [
        ("def speculative_decode(:\n    pass\n", "SyntaxError: invalid syntax. At line 1."),
        (
            "import torch\ndef speculative_decode(): ...\n",
            "ModuleNotFoundError: No module named 'torch'. At line 1.",
        ),
        ("def speculative_decoder(): ...\n", "my.py defines no function speculative_decode."),
    ],
)
def test_a_file_that_cannot_be_called_is_hinted_at_first_where_it_stops(
    source: str, state: str, tmp_path: Path
) -> None:
    """The state names the problem and its line; the first nudge is about loading."""
    run = hint(tmp_path, source)
    assert 0 == run.exit_code
    assert flat(run.out).startswith(state)
    assert "No case was tried" in flat(run.out)


def test_a_right_file_gets_the_follow_ups(tmp_path: Path) -> None:
    """After all passed there are the statement's two questions, and no hint."""
    run = hint(tmp_path, (REFERENCE / "solution.py").read_text())
    assert 0 == run.exit_code
    assert "my.py passes" in run.out and "Hint" not in run.out
    assert 2 == run.out.count("\n- ")


def test_without_a_file_the_exercises_is_taken_and_a_wrong_path_is_wrong_use(
    tmp_path: Path,
) -> None:
    """`grade hint` alone hints at the exercise's file; without one, or with a wrong path, 2."""
    assert 2 == grade(tmp_path, "hint").exit_code
    assert 2 == grade(tmp_path, "hint", "gone.py").exit_code
    starter = (ROOT / "exercise/speculative_decode/starter.py").read_text()
    (tmp_path / "speculative_decode.py").write_text(starter)
    assert "Hint 1 of 7" in grade(tmp_path, "hint").out


def test_an_unwritable_memory_shows_the_same_hint_again(tmp_path: Path) -> None:
    """Where nothing can be remembered, nothing fails."""
    source = (REFERENCE / "mistakes/less-or-equal.py").read_text()
    (tmp_path / "my.py").write_text(source)
    env = {"XDG_STATE_HOME": "/dev/null"}
    runs = [grade(tmp_path, "hint", "my.py", env=env) for _ in range(2)]
    assert (0, "") == runs[0][::2] == runs[1][::2]
    assert runs[0].out == runs[1].out

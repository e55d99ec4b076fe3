"""The bank of known mistakes and the probes keep their promises; texts keep their tone."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader import content, submission
from grader.authoring.check import check
from grader.catalogue import Catalogue
from grader.grading import Grading
from grader.results import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.hint_records import Hints
    from grader.model import Exercise
    from grader.results import Report
    from grader.runner import ZygoteRunner

ROOT = Path(__file__).resolve().parents[1]
ID = "speculative_decode"
REFERENCE = ROOT / "reference" / ID
MISTAKES = sorted((REFERENCE / "mistakes").glob("*.py"))
RIGHT = sorted(
    [
        *(ROOT / "tests/right_answers").glob("*.py"),
        *(ROOT / "tests/data/right_variants").glob("*.py"),
    ]
)
# A right program may round otherwise, but not by this much.
LEAST_DOUBT = 0.003


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """The exercises of this repository."""
    return Catalogue(str(ROOT))


@pytest.fixture(scope="module")
def exercise(catalogue: Catalogue) -> Exercise:
    """The exercise with its cases and probes."""
    return catalogue.exercise(ID)


@pytest.fixture(scope="module")
def hints(catalogue: Catalogue) -> Hints:
    """All learner texts."""
    return catalogue.hints(ID)


@pytest.fixture(scope="module")
def grading(catalogue: Catalogue, zygote: ZygoteRunner) -> Grading:
    """Grades as `grade FILE` does, on one warm runner."""
    return Grading(catalogue, zygote)


@pytest.fixture(scope="module")
def reports(grading: Grading) -> dict[str, Report]:
    """The report on every known mistake, by its id."""
    return {path.stem: grading.grade(submission.read(str(path))) for path in MISTAKES}


# --- mistakes ------------------------------------------------------------------------------------


def test_check_finds_nothing(zygote: ZygoteRunner) -> None:
    """Generated files are fresh, and nothing else is to be mended either: no warning, no stray."""
    assert [] == check(str(ROOT), ID, zygote).problems


def test_every_mistake_fails(reports: dict[str, Report]) -> None:
    """Each of the many known mistakes is caught by a case or a probe."""
    assert len(reports) >= 80
    assert {Verdict.FAILED} == {report.verdict for report in reports.values()}


def test_every_mistake_is_diagnosed_as_itself_or_its_group(
    reports: dict[str, Report], hints: Hints
) -> None:
    """The way of every submission ends at the mistake's own name, or at the one of its group."""
    named = {mistake: report.diagnosis for mistake, report in reports.items()}
    wrong = {
        mistake: diagnosis and diagnosis.id
        for mistake, diagnosis in named.items()
        if diagnosis is None
        or (diagnosis.id != mistake and mistake not in hints.groups[diagnosis.id].members)
    }
    assert {} == wrong


def test_most_mistakes_have_a_name_of_their_own(reports: dict[str, Report]) -> None:
    """Groups are the exception: six in seven mistakes are told apart from all others."""
    alone = [mistake for mistake, r in reports.items() if r.diagnosis and r.diagnosis.id == mistake]
    assert 7 * len(alone) >= 6 * len(reports)


def test_mistakes_are_programs_without_comments() -> None:
    """A mistake looks like a learner's file: its story is in mistakes.toml alone."""
    told = [path.stem for path in MISTAKES if '"""' in path.read_text() or "# " in path.read_text()]
    assert [] == told


# --- what is right -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_right_program_has_no_diagnosis(path: Path, grading: Grading) -> None:
    """A right program of any style passes all cases and probes and is called nothing."""
    report = grading.grade(submission.read(str(path)))
    assert (Verdict.PASSED, None) == (report.verdict, report.diagnosis)
    assert report.probes.total == report.probes.agreed >= 40


def test_there_are_many_right_programs() -> None:
    """The folders of right programs are where the test above looks for them."""
    assert len(RIGHT) >= 75


def test_the_reference_passes_and_is_called_nothing(grading: Grading) -> None:
    """The solution passes everything."""
    report = grading.grade(submission.read(str(REFERENCE / "solution.py")))
    assert (Verdict.PASSED, None, 6) == (report.verdict, report.diagnosis, report.passed)


def test_the_starter_is_not_started(exercise: Exercise, grading: Grading) -> None:
    """The starter as it is handed out is no attempt."""
    starter = submission.from_bytes("speculative_decode.py", exercise.starter.encode())
    assert Verdict.NOT_STARTED == grading.grade(starter).verdict


# --- probes --------------------------------------------------------------------------------------


def test_no_right_program_can_fail_a_probe(exercise: Exercise) -> None:
    """No probe has a pair of zeros, or a draw so near its ratio that rounding could decide."""
    found = []
    for probe in exercise.probes:
        for row in probe.rows:
            cells = row.cells
            if cells["draft"] == 0 == cells["target"]:
                found.append((probe.id, "zeros"))
            if row.examined and abs(cells["draw"] - cells["acceptance"]) < LEAST_DOUBT:  # type: ignore[operator]
                found.append((probe.id, "draw"))
    assert [] == found
    assert sum(row.examined for probe in exercise.probes for row in probe.rows) > 70


def test_no_probability_of_a_probe_is_tiny(exercise: Exercise) -> None:
    """A right program that adds a tiny number to avoid dividing by 0 passes."""
    numbers = {
        number
        for probe in exercise.probes
        for values in probe.args[:2]
        for number in values  # type: ignore[attr-defined]
    }
    assert min(numbers - {0}) >= 0.008


def test_probes_go_from_simple_to_rich(exercise: Exercise) -> None:
    """The first probes are about one token, and no probe is longer than a learner can follow."""
    sizes = [len(probe.args[2]) for probe in exercise.probes]  # type: ignore[arg-type]
    assert {1} == set(sizes[:9])
    assert max(sizes) <= 12
    assert 40 <= len(sizes) <= 60


# --- texts ---------------------------------------------------------------------------------------


def texts(hints: Hints) -> Iterator[tuple[str, str]]:
    """Every sentence that a learner may read about going wrong, with its id."""
    for hint in hints.ladder:
        yield hint.id, hint.text
    for nudges in hints.topics.values():
        for nudge in nudges:
            yield nudge.id, nudge.text
    for mistake in (*hints.mistakes.values(), *hints.groups.values()):
        for text in (mistake.title, mistake.explanation, *mistake.nudges):
            yield mistake.id, text


def test_no_text_holds_code_of_the_solution(hints: Hints) -> None:
    """No hint, nudge or explanation can be typed into the file: no call, loop or comparison."""
    code = re.compile(
        r"append\(|zip\(|range\(|len\(|min\(1|uniform\(\)|seed\(42\)\s*\n|\bbreak\b|\bfor \w+ in\b|"
        r"\breturn \w+,|\b\w+ (<|<=|>=|==) \w|\+=|:\n"
    )
    found = {(id, match[0]) for id, text in texts(hints) if (match := code.search(text))}
    assert set() == found


def test_texts_are_sentences(hints: Hints) -> None:
    """Every text but a title ends like a sentence, has no double space and no line too long."""
    bad = []
    titles = {m.title for m in (*hints.mistakes.values(), *hints.groups.values())}
    for id, text in texts(hints):
        if text not in titles and text[-1] not in ".?!":
            bad.append((id, "end", text))
        if "  " in text or text != text.strip() or len(text) > 900:
            bad.append((id, "shape", text))
    assert [] == bad


def test_titles_complete_the_sentence(hints: Hints) -> None:
    """A title goes on after "This looks like:": a small letter or a name, short, no full stop."""
    bad = [
        mistake.title
        for mistake in (*hints.mistakes.values(), *hints.groups.values())
        if len(mistake.title) > 100
        or mistake.title[-1] in ".:;,"
        or not (
            mistake.title[0].islower()
            or re.match(r"(K|-1|True|Python's|an? IndexError)\b", mistake.title)
        )
    ]
    assert [] == bad


def test_nudges_go_from_little_to_more(hints: Hints) -> None:
    """Each mistake and topic has at least two nudges, and none of them twice."""
    for mistake in (*hints.mistakes.values(), *hints.groups.values()):
        assert len(mistake.nudges) == len(set(mistake.nudges)) >= 2, mistake.id
    for topic, nudges in hints.topics.items():
        assert len(nudges) == len({nudge.text for nudge in nudges}) >= 2, topic


def test_titles_differ(hints: Hints) -> None:
    """Two mistakes with one title are members of one group, which may carry it too."""
    counts = Counter(mistake.title for mistake in hints.mistakes.values())
    assert [] == [title for title, count in counts.items() if count > 1]


def test_every_topic_of_a_case_and_of_the_grader_has_nudges(
    exercise: Exercise, hints: Hints
) -> None:
    """Whatever fails there is a nudge: for each case, for loading, for the result's shape."""
    wanted = {case.topic for case in exercise.cases} | {"loading", "result-shape"}
    assert set() == wanted - set(hints.topics)
    assert "" not in wanted


def test_content_is_read_without_toml(exercise: Exercise) -> None:
    """The files in the repository are the ones that sync last saw: the fast way is taken."""
    assert content.load_exercise(str(ROOT), ID) == exercise

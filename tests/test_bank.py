"""Every exercise keeps its promises: known mistakes are caught and named, texts keep their tone."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader import content, submission
from grader.authoring import measured
from grader.authoring.check import check
from grader.catalogue import Catalogue
from grader.grading import Grading, Options
from grader.results import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.hint_records import Hints
    from grader.model import Exercise
    from grader.results import Report
    from grader.runner import ZygoteRunner

ROOT = Path(__file__).resolve().parents[1]
IDS = content.exercise_ids(str(ROOT))


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """The exercises of this repository."""
    return Catalogue(str(ROOT))


@pytest.fixture(scope="module")
def grading(catalogue: Catalogue, zygote: ZygoteRunner) -> Grading:
    """Grades as `grade FILE` does, on one warm runner."""
    return Grading(catalogue, zygote)


@pytest.fixture(scope="module", params=IDS)
def exercise(request: pytest.FixtureRequest, catalogue: Catalogue) -> Exercise:
    """Each exercise, with its cases and probes."""
    return catalogue.exercise(request.param)


@pytest.fixture(scope="module")
def hints(exercise: Exercise, catalogue: Catalogue) -> Hints:
    """All learner texts of the exercise."""
    return catalogue.hints(exercise.id)


@pytest.fixture(scope="module")
def reports(exercise: Exercise, grading: Grading) -> dict[str, Report]:
    """The report on every known mistake of the exercise, by its id."""
    options = Options(exercise=exercise.id)
    paths = sorted((reference(exercise) / "mistakes").glob("*.py"))
    return {path.stem: grading.grade(submission.read(str(path)), options) for path in paths}


def reference(exercise: Exercise) -> Path:
    """The folder of the exercise's reference."""
    return ROOT / "reference" / exercise.id


def test_every_exercise_is_here() -> None:
    """Each folder is found."""
    assert len(IDS) >= 3
    assert sorted(IDS) == sorted(path.name for path in (ROOT / "exercise").iterdir())


def test_check_finds_nothing(exercise: Exercise, zygote: ZygoteRunner) -> None:
    """Generated files are fresh, and nothing else is to be mended either: no warning, no stray."""
    assert [] == check(str(ROOT), exercise.id, zygote).problems


def test_content_is_read_without_toml(exercise: Exercise) -> None:
    """The files in the repository are the ones that sync last saw: the fast way is taken."""
    assert content.load_exercise(str(ROOT), exercise.id) == exercise


# --- mistakes ------------------------------------------------------------------------------------


def test_every_mistake_fails(reports: dict[str, Report]) -> None:
    """Each of the many known mistakes is caught by a case, a probe or a law."""
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


def test_the_law_of_a_mistake_is_as_recorded(
    exercise: Exercise, reports: dict[str, Report]
) -> None:
    """Grading each finds what sync, which measures but what changed, has kept of it."""
    kept = measured.load(str(ROOT), exercise.id)
    found = {
        (mistake, law.id): measured.known(law)
        for mistake, report in reports.items()
        for law in report.laws
        if law.agrees is not None
    }
    assert bool(found) == bool(kept) == exercise.has_laws
    wrong = [at for at, law in found.items() if law.agrees is not kept[at[0]].laws[at[1]].agrees]
    assert [] == wrong
    for (mistake, law_id), law in found.items():
        before = kept[mistake].laws[law_id]
        if before.found and law.method == "exact":
            assert set(before.found) == set(law.found)
            for part, shares in before.found.items():
                assert shares == pytest.approx(law.found[part], abs=1e-8), mistake


def test_mistakes_are_programs_without_comments(exercise: Exercise) -> None:
    """A mistake looks like a learner's file: its story is in mistakes.toml alone."""
    sources = {p.stem: p.read_text("utf-8") for p in (reference(exercise) / "mistakes").glob("*")}
    assert [] == [id for id, text in sources.items() if '"""' in text or "# " in text]


# --- reference and starter -----------------------------------------------------------------------


def test_the_reference_passes_and_is_called_nothing(exercise: Exercise, grading: Grading) -> None:
    """The solution passes everything."""
    solution = submission.read(str(reference(exercise) / "solution.py"))
    report = grading.grade(solution, Options(exercise=exercise.id))
    assert (Verdict.PASSED, None, 6) == (report.verdict, report.diagnosis, report.passed)
    assert [True] * len(report.laws) == [law.agrees for law in report.laws]
    assert bool(report.laws) == exercise.has_laws


def test_the_starter_is_not_started(exercise: Exercise, grading: Grading) -> None:
    """The starter as it is handed out is no attempt."""
    starter = submission.from_bytes(exercise.filename, exercise.starter.encode())
    assert Verdict.NOT_STARTED == grading.grade(starter).verdict


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
        r"append\(|zip\(|range\(|len\(|sum\(|min\(1|maximum\(|uniform\(\)|choice\(|seed\(42\)\s*\n|"
        r"\*\*|\bbreak\b|\bfor \w+ in\b|\breturn \w+,|\b\w+ (<|>|<=|>=|==) \w|\+=|:\n"
    )
    found = {(id, match[0]) for id, text in texts(hints) if (match := code.search(text))}
    assert set() == found


def test_texts_are_sentences(hints: Hints) -> None:
    """Every text but a title ends like a sentence, has no double space and is not too long."""
    bad = []
    titles = {m.title for m in (*hints.mistakes.values(), *hints.groups.values())}
    for id, text in texts(hints):
        if text not in titles and text[-1] not in ".?!":
            bad.append((id, "end", text))
        if "  " in text or text != text.strip() or len(text) > 1100:
            bad.append((id, "shape", text))
    assert [] == bad


def test_titles_complete_the_sentence(hints: Hints) -> None:
    """A title goes on after "This looks like:": a small letter or a name, short, no full stop."""
    begins = re.compile(r"[a-z]|(K|-1|True|Python's|Gumbel|1 and c|1e-\d+ is)\b|E\(k\)")
    bad = [
        mistake.title
        for mistake in (*hints.mistakes.values(), *hints.groups.values())
        if len(mistake.title) > 100
        or mistake.title[-1] in ".:;,"
        or not begins.match(mistake.title)
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
    wanted = {case.topic for case in exercise.cases}
    wanted |= {"loading", "raised", "timed-out", "result-shape"}
    wanted |= {"law"} if exercise.has_laws else set()
    assert set() == wanted - set(hints.topics)
    assert "" not in wanted

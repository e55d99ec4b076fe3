"""From a file to what a report says of its law: measured, judged, named, and when nobody looks."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

import grader.law
from grader.catalogue import Catalogue
from grader.content import ContentProblems
from grader.grading import Options, grade
from grader.law import Measured
from grader.results import Report, Verdict
from tests.readme import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from grader.law_records import LawResult
    from grader.runner import ZygoteRunner

    Grade = Callable[..., Report]

LAWFUL = ROOT / "tests/data/lawful"
REFERENCE = LAWFUL / "reference/redraw"
RIGHT = (REFERENCE / "solution.py").read_text("utf-8")


def mistake(name: str) -> str:
    """The source of a known mistake."""
    return (REFERENCE / f"mistakes/{name}.py").read_text("utf-8")


@pytest.fixture(scope="module")
def lawful() -> Catalogue:
    """The catalogue of the exercise with a law."""
    return Catalogue(str(LAWFUL))


@pytest.fixture
def graded(zygote: ZygoteRunner, lawful: Catalogue, write: Callable[..., str]) -> Grade:
    """A function that grades a source as a submission to the exercise with a law."""

    def run(source: str, name: str = "redraw.py", **options: object) -> Report:
        chosen = Options()._replace(**options)  # type: ignore[arg-type]
        return grade(write(source, name), chosen, runner=zygote, catalogue=lawful)

    return run


def only(report: Report) -> LawResult:
    """The one law of a report."""
    (law,) = report.laws
    return law


def test_a_right_file_has_exactly_the_target_distribution(graded: Grade) -> None:
    """It passes, and its table shows no difference."""
    report = graded(RIGHT)
    law = only(report)
    assert Verdict.PASSED is report.verdict
    assert (True, "exact", "exactly the target distribution") == (
        law.agrees,
        law.method,
        law.sentence,
    )
    assert 1e-12 > max(table.gap for table in law.tables)
    assert () == report.notes


def test_all_cases_passed_and_the_law_wrong_is_failed(graded: Grade) -> None:
    """Who writes the draws of the seed down passes every call; the law gives them away."""
    report = graded(mistake("knows-the-seed"))
    assert (Verdict.FAILED, 3, 3, 3, 3) == (
        report.verdict,
        report.passed,
        report.total,
        report.score,
        report.max_score,
    )
    assert report.probes.agreed == report.probes.total
    assert report.wrong_law is only(report)
    assert "hand[0] is 0 with probability 1 instead of 0.4: 0.6 too much" == only(report).sentence


def test_a_wrong_law_names_the_mistake_where_the_answers_do_not(graded: Grade) -> None:
    """A known law in another style, with other draws, is known by its law alone."""
    source = """
        import numpy as np

        def redraw(dealt, wishes, cards):
            rng = np.random.default_rng(7)
            return [int(rng.random() * len(row)) for row in wishes], 0
    """
    assert graded(source).diagnosis is None  # the count is another: no known mistake
    source = source.replace("return [", "hand = [").replace(
        ", 0\n", "\n            return hand, sum(a == b for a, b in zip(hand, cards))\n"
    )
    report = graded(source)
    assert report.diagnosis is not None
    assert ("all-alike", True) == (report.diagnosis.id, report.diagnosis.certain)
    assert "each kind of card is equally likely" == report.diagnosis.title


def test_the_answers_name_the_mistake_first(graded: Grade) -> None:
    """What is known by all its answers needs no law to be named."""
    report = graded(mistake("counts-all"))
    assert report.diagnosis is not None
    assert "counts-all" == report.diagnosis.id
    assert only(report).sentence.startswith("the output is right, but how many are kept is not")


@pytest.mark.parametrize("id", ["counts-all", "backwards"], ids=["wrong law", "right law"])
def test_a_name_that_the_law_contradicts_is_not_given(graded: Grade, id: str) -> None:
    """Who answers every call as a known mistake does, and has another law, has made another one."""
    source = mistake(id)
    other = source.replace("def redraw(", "def of_mistake(") + (
        "\n\ndef redraw(dealt, wishes, cards):\n"
        "    hand, kept = of_mistake(dealt, wishes, cards)\n"
        "    return hand, 0 if cards == [2, 2] else kept\n"
    )
    report = graded(other)
    assert graded(source).passed == report.passed
    assert (Verdict.FAILED, None) == (report.verdict, report.diagnosis)


def test_results_without_draws_are_explained(graded: Grade) -> None:
    """Who passes every call with draws written down is told that no draw has a say."""
    report = graded(mistake("knows-the-seed"))
    assert "no-draws" in [note.id for note in report.notes]


def test_the_right_law_in_another_order_of_draws_is_told(graded: Grade) -> None:
    """The cases fail, and the note says what is right all the same."""
    report = graded(mistake("backwards"))
    assert (Verdict.FAILED, True) == (report.verdict, only(report).agrees)
    assert ["other-draws"] == [note.id for note in report.notes if not note.about_draws]


def test_another_generator_has_the_right_law(graded: Grade) -> None:
    """A right program on a generator of its own fails the seeded cases alone."""
    source = RIGHT.replace("np.random.seed(7)", "rng = np.random.default_rng(7)")
    report = graded(source.replace("np.random.choice", "rng.choice"))
    assert (Verdict.FAILED, True) == (report.verdict, only(report).agrees)
    assert "other-draws" in [note.id for note in report.notes]


@pytest.mark.parametrize(
    "source",
    [
        "def redraw(dealt, wishes, cards):\n    while True: pass\n",
        "import os\ndef redraw(dealt, wishes, cards):\n    os._exit(0)\n",
        "def redraw(dealt, wishes, cards):\n    return None\n",
        "def redraw(dealt, wishes, cards):\n    return wishes[99]\n",
    ],
    ids=["never ends", "crashes", "returns nothing", "raises"],
)
def test_nobody_looks_at_the_law_of_what_returns_nothing(graded: Grade, source: str) -> None:
    """Calls that do not end, or return no result at all, have no law."""
    report = graded(source, timeouts=1, time_limit=0.3)
    assert (Verdict.FAILED, ()) == (report.verdict, report.laws)


def test_a_file_that_is_not_run_has_no_law(graded: Grade) -> None:
    """Neither the starter nor a file that does not load is measured."""
    starter = (LAWFUL / "exercise/redraw/starter.py").read_text("utf-8")
    assert ((), ()) == (graded(starter).laws, graded("def").laws)


def test_a_law_that_cannot_be_measured_changes_nothing(
    graded: Grade, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The verdict is that of the cases, and a note says why nothing is known."""
    unknown = Measured("", reason="its calls take too long")
    monkeypatch.setattr(grader.law, "measure", lambda *_: unknown)
    report = graded(RIGHT)
    assert (Verdict.PASSED, None) == (report.verdict, only(report).agrees)
    assert ["law-not-measured"] == [note.id for note in report.notes]
    assert "it could not be measured (its calls take too long)" in report.notes[0].text


def test_a_sampled_law_is_named_by_nothing(graded: Grade, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shares are no exact law: who has them is told what differs, and gets no name for it."""
    shares = ((([0, 1], 2), 0.5), (([1, 0], 2), 0.5))
    monkeypatch.setattr(
        grader.law, "measure", lambda *_: Measured("sampled", (shares,), 20_000, "so")
    )
    report = graded(RIGHT)
    assert (Verdict.FAILED, None) == (report.verdict, report.diagnosis)
    assert "which is no chance in 20,000 samples" in only(report).sentence


def test_one_case_alone_is_shown_with_the_law(graded: Grade) -> None:
    """As with further calls, what is judged beside the cases is judged all the same."""
    report = graded(mistake("knows-the-seed"), only="two-cards")
    assert (Verdict.FAILED, 1) == (report.verdict, report.total)


def test_a_notebook_has_a_law_too(graded: Grade) -> None:
    """Its cells are loaded for the law as for the cases."""
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": RIGHT}]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    report = graded(json.dumps(notebook), "redraw.ipynb")
    assert (Verdict.PASSED, True) == (report.verdict, only(report).agrees)


def test_faulty_laws_are_the_authors_fault(
    zygote: ZygoteRunner, tmp_path: Path, write: Callable[..., str]
) -> None:
    """Without the record of the laws nobody is graded by half."""
    root = shutil.copytree(LAWFUL, tmp_path / "lawful")
    (root / "exercise/redraw/laws.json").unlink()
    with pytest.raises(ContentProblems, match="grade author sync"):
        grade(write(RIGHT, "redraw.py"), runner=zygote, catalogue=Catalogue(str(root)))


def test_exercises_without_laws_measure_nothing(
    zygote: ZygoteRunner, toys: Catalogue, write: Callable[..., str]
) -> None:
    """The report has no law, and says nothing of any."""
    path = write("def digit_sum(number, base=10):\n    return 7\n")
    assert () == grade(path, runner=zygote, catalogue=toys).laws

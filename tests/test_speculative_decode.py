"""The exercise speculative_decode keeps its promises: right programs pass, probes are fair."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader import submission
from grader.catalogue import Catalogue
from grader.grading import Grading
from grader.results import Verdict

if TYPE_CHECKING:
    from grader.model import Exercise
    from grader.runner import ZygoteRunner

ROOT = Path(__file__).resolve().parents[1]
ID = "speculative_decode"
RIGHT = sorted(
    [
        *(ROOT / "tests/right_answers").glob("*.py"),
        *(ROOT / "tests/data/right_variants").glob("*.py"),
    ]
)
# What a right answer is told beside its verdict; all others of that folder are told nothing.
NOTES = {
    "context_manager": {"not-used"},
    "draws_up_front": {"more-draws"},
    "numpy_integers": {"numpy-scalars"},
    "private_generator": {"not-used"},
    "vectorised_argmin": {"more-draws"},
    "vectorised_cumprod": {"more-draws"},
}
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
def grading(catalogue: Catalogue, zygote: ZygoteRunner) -> Grading:
    """Grades as `grade FILE` does, on one warm runner."""
    return Grading(catalogue, zygote)


# --- what is right -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_right_program_has_no_diagnosis(path: Path, grading: Grading) -> None:
    """A right program of any style passes all cases and probes and is called nothing."""
    report = grading.grade(submission.read(str(path)))
    assert (Verdict.PASSED, None) == (report.verdict, report.diagnosis)
    assert report.probes.total == report.probes.agreed >= 40
    told = {note.id for note in (*report.notes, *(n for case in report.cases for n in case.notes))}
    assert path.parent.name != "right_answers" or NOTES.get(path.stem, set()) == told


def test_there_are_many_right_programs() -> None:
    """The folders of right programs are where the test above looks for them."""
    assert len(RIGHT) >= 75
    assert set(NOTES) <= {path.stem for path in RIGHT}


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

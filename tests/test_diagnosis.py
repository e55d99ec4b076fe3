"""A known mistake is named when all answers equal its own; in doubt nothing is claimed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import content, submission
from grader.catalogue import Catalogue
from grader.diagnosis import (
    answer,
    answers,
    confirmed,
    contradicted,
    diagnose,
    diagnose_by_law,
    name,
    same,
    steady_fact,
    suspicion,
)
from grader.grading import Grading, Options
from grader.hint_records import Fingerprints, Mistake
from grader.law_records import LawEntry, LawResult, Laws, LawTable
from grader.model import Case, Exercise, Limits, Parameter, ResultPart
from grader.results import (
    Crashed,
    Diagnosis,
    DictValue,
    Foreign,
    GeneratorUse,
    LearnerError,
    NotRun,
    NumpyArray,
    NumpyScalar,
    Observation,
    Outcome,
    Raised,
    Returned,
    TimedOut,
    Verdict,
)

if TYPE_CHECKING:
    from grader.runner import ZygoteRunner

SEEDED = Path(__file__).parent / "data" / "seeded"
MISTAKES = SEEDED / "reference/toss/mistakes"

CASES = tuple(Case(id, (number,), number, draws=1) for number, id in enumerate("abc"))
PROBES = (Case("p", (7,), 7, draws=1), Case("q", (8,), 8, draws=0))
EXERCISE = Exercise(
    "toy",
    "A toy",
    "toy",
    (Parameter("number", "int"),),
    (ResultPart("result", "int"),),
    Limits(),
    CASES,
    PROBES,
    seed=42,
)
FINGERPRINTS = Fingerprints(
    calls=("a", "b", "c", "p", "q"),
    answers=("0", "1", "raises ValueError", "None"),
    mistakes={
        "zero": (0, 0, 0, 0, 0),
        "naught": (0, 0, 0, 0, 0),
        "nil": (0, 0, 0, 0, 0),
        "one": (1, 1, 1, 1, 1),
        "raises": (2, 2, 2, 2, 2),
        "nothing": (3, 3, 3, 3, 3),
        "right": (0, 1, 1, 1, 1),
    },
    names={
        id: Mistake(id, f"it is {id}", "It is.", generator=fact)
        for id, fact in {"one": "", "raises": "", "nothing": "", "clock": "other-seed"}.items()
    },
    groups={
        "few": Mistake("few", "always zero", "It is.", members=("zero", "naught", "nil")),
        "many": Mistake("many", "a number", "It is.", members=("zero", "naught", "nil", "one")),
    },
)


def returned(*values: object, kind: str = "seeded") -> list[Observation]:
    """What is seen of calls that return these values, with the draws of the rule."""
    calls = [*CASES, *PROBES]
    return [
        Observation(Returned(value), generator=GeneratorUse(kind, case.draws))
        for value, case in zip(values, calls, strict=True)
    ]


def named(*values: object) -> str | None:
    """The id of what is diagnosed of calls that return these values."""
    found = diagnose(EXERCISE, returned(*values), FINGERPRINTS)
    return found.id if found else None


# --- answers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (([1], 1), "([1], 1)"),
        ([[1], 1], "[[1], 1]"),
        (([1.0], 1), "([1.0], 1)"),
        (([1], True), "([1], True)"),
        (None, "None"),
        ("1", "'1'"),
        (-0.0, "-0.0"),
        (([NumpyScalar("int64", 1)], NumpyScalar("int64", 1)), "([1], 1)"),
        (DictValue((("a", NumpyScalar("float64", 0.5)),)), "{'a': 0.5}"),
        ((NumpyArray("int64", (2,), [1, 2]), 2), "(np.array([1, 2]), 2)"),
    ],
)
def test_an_answer_is_the_value_as_text_with_its_types(value: object, expected: str) -> None:
    """Types count, NumPy's numbers count as Python's: the same mistake, in other number types."""
    assert expected == answer(EXERCISE, Observation(Returned(value)))


def test_an_object_of_any_type_is_an_answer_by_its_type() -> None:
    """A generator is another answer than a coroutine."""
    texts = {
        answer(EXERCISE, Observation(Returned(Foreign(name))))
        for name in ("generator", "coroutine")
    }
    assert 2 == len(texts) and None not in texts


def test_an_exception_is_an_answer_by_its_type_alone() -> None:
    """What the message says, and where it was raised, differs between programs."""
    first, second = (LearnerError("ValueError", text) for text in ("bad", "worse"))
    assert answer(EXERCISE, Observation(Raised(first))) == answer(
        EXERCISE, Observation(Raised(second))
    )
    other = Observation(Raised(LearnerError("KeyError", "bad")))
    assert answer(EXERCISE, other) != answer(EXERCISE, Observation(Raised(first)))


@pytest.mark.parametrize("ending", [TimedOut(2.0), Crashed("killed"), NotRun("two time-outs")])
def test_a_call_without_an_end_is_no_answer(ending: TimedOut | Crashed | NotRun) -> None:
    """With one such call there are no answers at all, and nothing is named."""
    assert answer(EXERCISE, Observation(ending)) is None
    seen = [*returned(1, 1, 1, 1, 1)[:4], Observation(ending)]
    assert answers(EXERCISE, seen) is None
    assert diagnose(EXERCISE, seen, FINGERPRINTS) is None
    assert suspicion(EXERCISE, seen, FINGERPRINTS) is None


# --- floats with a tolerance ---------------------------------------------------------------------

SCORED = EXERCISE._replace(
    result=(ResultPart("best", "int"), ResultPart("score", "float", tolerance=1e-9)), seed=None
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(6, 2.46964)", "(6, 2.4696400000000005)"),
        ("(0, 1.0)", "(0, 1.0000000009)"),
        ("(3, 0.0)", "(3, -1e-17)"),
        ("(3, 1e+16)", "(3, 1.0000000000000002e+16)"),
        ("(3, 1.0995116277760001e+12)", "(3, 1099511627776.0)"),
        ("[0.1, [0.2]]", "[0.1, [0.19999999999999998]]"),
        ("(1, nan)", "(1, nan)"),
        ("(1, -inf)", "(1, -inf)"),
    ],
)
def test_answers_that_differ_by_rounding_are_the_same(one: str, other: str) -> None:
    """Floats count as equal within the tolerance, however large they are but for rounding."""
    assert same(SCORED, one, other) and same(SCORED, other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(6, 2.46964)", "(6, 2.469640002)"),
        ("(6, 24.0)", "(6, 24.00000001)"),
        ("(6, 2.5)", "(7, 2.5)"),
        ("(6, 2.5)", "(6.0, 2.5)"),
        ("(6, 2.5)", "[6, 2.5]"),
        ("(6, 2.5)", "(6, -2.5)"),
        ("(6, 2.5)", "(6, nan)"),
        ("(6, inf)", "(6, -inf)"),
        ("(6, 2.5)", "(6, 2.5, 2.5)"),
        ("raises ValueError", "raises ZeroDivisionError"),
    ],
)
def test_other_numbers_types_and_shapes_are_other_answers(one: str, other: str) -> None:
    """Ints and words are compared exactly, and floats beyond the tolerance are others."""
    assert not same(SCORED, one, other) and not same(SCORED, other, one)


def test_without_a_tolerance_answers_are_compared_as_they_stand() -> None:
    """An exercise that allows none has exact answers."""
    assert not same(EXERCISE, "0.30000000000000004", "0.3")
    assert same(EXERCISE, "0.3", "0.3")


def test_an_int_that_passes_for_a_float_is_that_float() -> None:
    """The answer 1 where 1.0 is wanted is no other answer; where an int is wanted, 1.0 is one."""

    def text(value: object) -> str | None:
        return answer(SCORED, Observation(Returned(value)))

    assert "(0, 1.0)" == text((0, 1)) == text((NumpyScalar("int64", 0), NumpyScalar("int64", 1)))
    assert "(0.0, 1.0)" == text((0.0, 1))
    assert "[0, 1]" == text([0, 1])
    assert f"(0, {10**400})" == text((0, 10**400))
    rows = SCORED._replace(result=(ResultPart("rows", "list[list[float]]"),))
    assert "[[1.0, 0.5], [2.0]]" == answer(rows, Observation(Returned([[1, 0.5], [2]])))


def test_a_mistake_is_named_though_its_floats_differ_in_the_last_digit() -> None:
    """Rounding names no other mistake and hides none; a right answer stays without a name."""
    cases = tuple(case._replace(expected=(0, 1.5)) for case in CASES)
    scored = SCORED._replace(cases=cases, probes=())
    fingerprints = FINGERPRINTS._replace(
        calls=("a", "b", "c"),
        answers=("(0, 1.5)", "(1, 0.3)", "(1, 0.31)"),
        mistakes={"one": (0, 1, 1), "raises": (0, 1, 2)},
    )

    def found(*values: object) -> str | None:
        seen = [Observation(Returned(value)) for value in values]
        named = diagnose(scored, seen, fingerprints)
        return named and named.id

    assert "one" == found((0, 1.5), (1, 0.1 + 0.2), (1, 0.3))
    assert "raises" == found((0, 1.5 + 1e-12), (1, 0.3), (1, 0.31 - 1e-12))
    assert found((0, 1.5), (1, 0.3), (1, 0.305)) is None
    assert found((0, 1.5 + 1e-12), (0, 1.5), (0, 1.5)) is None


# --- names ---------------------------------------------------------------------------------------


def test_the_mistake_with_all_these_answers_is_named() -> None:
    """Equal on every case and every probe: that mistake, for certain."""
    found = diagnose(EXERCISE, returned(1, 1, 1, 1, 1), FINGERPRINTS)
    assert found is not None
    assert ("one", "it is one", "It is.", True) == tuple(found)


@pytest.mark.parametrize("position", range(5))
def test_one_other_answer_is_enough_to_name_nothing(position: int) -> None:
    """There is no name for what is nearly a known mistake."""
    values = [1, 1, 1, 1, 1]
    values[position] = 2
    assert named(*values) is None


def test_mistakes_that_answer_alike_are_named_by_their_group() -> None:
    """The smallest group that holds all of them tells most; it is no certain name."""
    found = diagnose(EXERCISE, returned(0, 0, 0, 0, 0), FINGERPRINTS)
    assert found is not None
    assert ("few", False) == (found.id, found.certain)


def test_mistakes_that_answer_alike_without_a_group_are_not_named() -> None:
    """One of several is no name."""
    groups = {"few": FINGERPRINTS.groups["few"]._replace(members=("zero", "naught"))}
    fingerprints = FINGERPRINTS._replace(groups=groups)
    assert diagnose(EXERCISE, returned(0, 0, 0, 0, 0), fingerprints) is None


def test_exceptions_and_wrong_types_are_named_too() -> None:
    """A mistake may show in what is raised, or in what is returned instead of a number."""
    error = Observation(Raised(LearnerError("ValueError", "no")))
    found = diagnose(EXERCISE, [error] * 5, FINGERPRINTS)
    assert found is not None and "raises" == found.id
    assert "nothing" == named(None, None, None, None, None)


def test_what_agrees_everywhere_is_right_whatever_the_fingerprints_say() -> None:
    """Even a known mistake with the right answers gives a right program no name."""
    assert named(0, 1, 2, 7, 8) is None
    right = FINGERPRINTS._replace(
        answers=("0", "1", "2", "7", "8"), mistakes={"one": (0, 1, 2, 3, 4)}
    )
    assert diagnose(EXERCISE, returned(0, 1, 2, 7, 8), right) is None


def test_answers_recorded_for_other_calls_name_nothing() -> None:
    """Fingerprints that are older than the cases are of no use."""
    for calls in (("a", "b", "c", "q", "p"), ("a", "b", "c", "p"), ()):
        stale = FINGERPRINTS._replace(calls=calls)
        assert diagnose(EXERCISE, returned(1, 1, 1, 1, 1), stale) is None


def test_a_mistake_without_a_name_is_not_named() -> None:
    """Recorded answers whose words are gone claim nothing."""
    stale = FINGERPRINTS._replace(names={})
    assert diagnose(EXERCISE, returned(1, 1, 1, 1, 1), stale) is None
    assert name(frozenset(), FINGERPRINTS.names, FINGERPRINTS.groups) is None


@given(st.lists(st.integers(0, 9) | st.none() | st.text(max_size=2), min_size=5, max_size=5))
def test_only_recorded_answers_are_named(values: list[object]) -> None:
    """Whatever is returned: a name is given exactly when some mistake has these very answers."""
    texts = [answer(EXERCISE, seen) for seen in returned(*values)]
    known = {
        tuple(FINGERPRINTS.answers[index] for index in indices)
        for indices in FINGERPRINTS.mistakes.values()
    } - {("0", "1", "1", "1", "1")}
    assert (named(*values) is not None) == (tuple(texts) in known)


@pytest.mark.parametrize(
    "body",
    [
        "return sum(sum(row) / len(row) for row in rows) / len(rows) if rows else 0",
        "return sum(sum(row) / len(row) / len(rows) for row in rows)",
        "return np.mean([np.mean(row) for row in rows]) if len(rows) else 0",
    ],
)
def test_a_mistake_about_floats_is_named_in_every_style(body: str, zygote: ZygoteRunner) -> None:
    """Another order of operations, another type of number, 0 for 0.0: the same known mistake."""
    source = (
        f"import numpy as np\ndef mean_of_rows(rows, scale):\n    rows = list(rows)\n    {body}"
    )
    grading = Grading(Catalogue(str(SEEDED.parent / "toy")), zygote)
    report = grading.grade(submission.from_bytes("mean_of_rows.py", source.encode()))
    assert report.diagnosis is not None and "forgets-scale" == report.diagnosis.id


# --- laws ----------------------------------------------------------------------------------------


def law(*shares: float, method: str = "exact", agrees: bool = False) -> LawResult:
    """A law in which these are the probabilities of 0, 1, 2."""
    entries = tuple(LawEntry(str(value), 0.25, share) for value, share in enumerate(shares))
    return LawResult("one", "One", method, agrees, "wrong", (LawTable("kept[0]", entries),))


def known(**mistakes: dict[str, float]) -> Laws:
    """The laws of known mistakes."""
    return Laws((), {name: {"one": {"kept[0]": shares}} for name, shares in mistakes.items()})


KNOWN = known(
    one={"0": 0.125, "1": 0.875},
    zero={"0": 1.0},
    naught={"0": 1.0},
    raises={"0": 0.5, "1": 0.5},
    nothing={"0": 0.5, "1": 0.5},
)


def named_by_law(*found: LawResult) -> str | None:
    """The id of what is diagnosed of these laws."""
    diagnosis = diagnose_by_law(found, KNOWN, FINGERPRINTS)
    return diagnosis.id if diagnosis else None


def test_the_mistake_with_this_law_is_named() -> None:
    """Rounding does not matter, nor what never comes; another probability does."""
    assert "one" == named_by_law(law(0.125, 0.875, 0.0))
    assert "one" == named_by_law(law(0.125 + 5e-7, 0.875 - 5e-7))
    assert named_by_law(law(0.125 + 2e-6, 0.875 - 2e-6)) is None
    assert named_by_law(law(0.125, 0.875 - 1e-5, 1e-5)) is None


def test_mistakes_with_the_same_law_are_named_by_their_group_or_not_at_all() -> None:
    """As with answers: silent when in doubt."""
    assert "few" == named_by_law(law(1.0))
    assert named_by_law(law(0.5, 0.5)) is None


def test_of_a_mistake_and_the_same_that_also_crashes_the_first_is_named() -> None:
    """The law has no call on which they differ; who raises where the other answers makes two."""
    answers = {
        **FINGERPRINTS.mistakes,
        "one-and-crashes": (1, 1, 2, 1, 1),
        "other": (1, 1, 0, 1, 1),
    }
    found = FINGERPRINTS._replace(mistakes=answers)
    shares = {"0": 0.125, "1": 0.875}
    both = known(one=shares, **{"one-and-crashes": shares})
    diagnosis = diagnose_by_law([law(0.125, 0.875)], both, found)
    assert diagnosis is not None and "one" == diagnosis.id
    three = known(one=shares, other=shares)
    assert diagnose_by_law([law(0.125, 0.875)], three, found) is None


def test_only_an_exact_wrong_law_is_named() -> None:
    """Samples come close to many laws, and who is right makes no mistake."""
    assert named_by_law(law(0.125, 0.875, method="sampled")) is None
    assert named_by_law(law(0.125, 0.875, agrees=True)) is None
    assert named_by_law() is None


def test_every_law_must_be_the_mistakes() -> None:
    """A law that the mistake has not, or of another part, names nothing."""
    other = law(0.125, 0.875)._replace(id="other")
    assert named_by_law(law(0.125, 0.875), other) is None
    more = law(0.125, 0.875)
    assert named_by_law(more._replace(tables=(*more.tables, LawTable("len(kept)", ())))) is None


def is_contradicted(id: str, *found: LawResult, right: tuple[str, ...] = ()) -> bool:
    """Whether laws show that a diagnosis is wrong; `right` are mistakes that have the right law."""
    laws = KNOWN._replace(right=right)
    return contradicted(Diagnosis(id, "", "", certain=True), found, laws, FINGERPRINTS)


def test_a_name_is_wrong_where_the_exact_law_is_another() -> None:
    """Equal answers to a few calls prove nothing; samples, or a mistake without a law, neither."""
    assert is_contradicted("one", law(0.25, 0.75))
    assert is_contradicted("one", law(0.25, 0.75, agrees=True))
    assert not is_contradicted("one", law(0.125, 0.875))
    assert not is_contradicted("one", law(0.25, 0.75, method="sampled"))
    assert not is_contradicted("one", law(0.25, 0.75)._replace(id="other"))
    assert not is_contradicted("two", law(0.25, 0.75))
    assert not is_contradicted("one")


def test_a_mistake_with_the_right_law_is_another_than_one_with_a_wrong_law() -> None:
    """It has no law of its own to compare with: what it must not have is a wrong one."""
    assert is_contradicted("two", law(0.25, 0.75), right=("two",))
    assert is_contradicted("two", law(0.25, 0.75, agrees=True), law(0.0, 1.0), right=("two",))
    assert not is_contradicted("two", law(0.25, 0.75, agrees=True), right=("two",))
    assert not is_contradicted("two", law(0.25, 0.75, method="sampled"), right=("two",))
    assert not is_contradicted("two", right=("two",))


def test_a_group_is_wrong_where_no_member_has_the_law() -> None:
    """One of them that may have been made is enough."""
    assert not is_contradicted("few", law(0.25, 0.75))  # one member has no law
    found, every = law(0.25, 0.75), known(zero={"0": 1.0}, naught={"0": 1.0}, nil={"1": 1.0})
    few = Diagnosis("few", "", "", certain=False)
    assert contradicted(few, [found], every, FINGERPRINTS)
    assert not contradicted(few, [law(0.0, 1.0)], every, FINGERPRINTS)


# --- mistakes whose answers change ---------------------------------------------------------------


def test_a_fact_counts_when_it_holds_on_every_call_with_draws() -> None:
    """Calls for which the rule draws nothing have no say; a single other call is enough."""
    calls = [*CASES, *PROBES]
    other = returned(0, 0, 0, 0, 0, kind="other")
    assert "other-seed" == steady_fact(EXERCISE, calls, other)
    mixed = [*other[:3], *returned(0, 0, 0, 0, 0)[3:]]
    assert "" == steady_fact(EXERCISE, calls, mixed)
    assert "other-seed" == steady_fact(EXERCISE, calls, [*other[:4], mixed[4]])


def test_few_calls_are_not_enough_for_a_fact() -> None:
    """Two calls with draws say nothing yet."""
    few = EXERCISE._replace(cases=CASES[:2], probes=())
    seen = returned(0, 0, 0, 0, 0, kind="other")[:2]
    assert "" == steady_fact(few, few.cases, seen)


def test_a_mistake_is_suspected_by_its_fact_and_confirmed_by_other_answers() -> None:
    """Only a second run that answers differently makes a name of a suspicion."""
    first = returned(5, 0, 0, 0, 0, kind="other")
    suspected = suspicion(EXERCISE, first, FINGERPRINTS)
    assert suspected is not None and "clock" == suspected.id
    assert confirmed(EXERCISE, suspected, first, first) is None
    found = confirmed(EXERCISE, suspected, first, returned(6, 0, 0, 0, 0, kind="other"))
    assert found is not None and ("clock", True) == (found.id, found.certain)
    assert confirmed(EXERCISE, suspected, first, [Observation(Crashed("killed"))] * 5) is None


def test_without_a_fact_nothing_is_suspected() -> None:
    """Draws as the rule's, or a fact that no mistake has."""
    assert suspicion(EXERCISE, returned(5, 0, 0, 0, 0), FINGERPRINTS) is None
    assert suspicion(EXERCISE, returned(5, 0, 0, 0, 0, kind="unseeded"), FINGERPRINTS) is None


# --- the way of a submission ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def grading(zygote: ZygoteRunner) -> Grading:
    """Grades submissions to the small exercise with a seed."""
    return Grading(Catalogue(str(SEEDED)), zygote)


def diagnosis(grading: Grading, source: str, **options: object) -> Diagnosis | None:
    """What a source is called."""
    chosen = Options()._replace(**options)  # type: ignore[arg-type]
    report = grading.grade(submission.from_bytes("toss.py", source.encode()), chosen)
    assert Verdict.FAILED == report.verdict
    return report.diagnosis


RIGHT = (SEEDED / "reference/toss/solution.py").read_text()
GOES_ON = (MISTAKES / "goes-on.py").read_text()


@pytest.mark.parametrize(
    ("mistake", "expected"),
    [
        ("goes-on", "goes-on"),
        ("at-most", "at-most"),
        ("keeps-all", "no-toss"),
        ("keeps-a-copy", "no-toss"),
        ("fresh-generator", "fresh-generator"),
    ],
)
def test_each_kind_of_mistake_is_named_in_a_report(
    mistake: str, expected: str, grading: Grading
) -> None:
    """By its answers, by its group, or by its draws when the answers change."""
    found = diagnosis(grading, (MISTAKES / f"{mistake}.py").read_text())
    assert found is not None and expected == found.id


def test_another_style_of_the_same_mistake_has_the_same_name(grading: Grading) -> None:
    """What counts is what a program answers, not how it is written."""
    source = """
from numpy.random import rand, seed as start


class Tosses:
    def __init__(self, marks):
        self.marks = list(marks)

    def keep(self, chances):
        while chances and self.marks:
            chance, mark = chances.pop(0), self.marks.pop(0)
            if chance > rand():
                yield mark


def toss(chances, marks):
    start(42)
    kept = [*Tosses(marks).keep(list(chances))]
    return kept, sum(1 for _ in kept)
"""
    found = diagnosis(grading, source)
    assert found is not None and "goes-on" == found.id


def test_what_is_only_like_a_mistake_is_not_named(grading: Grading) -> None:
    """One more slip beside a known one is no known mistake."""
    assert diagnosis(grading, GOES_ON.replace("len(kept)", "len(kept) + 1")) is None


@pytest.mark.parametrize("end", ["while True: pass", "import os; os._exit(1)"])
def test_partial_answers_name_nothing(end: str, grading: Grading) -> None:
    """A file that is like a known mistake until one call hangs or crashes has no name."""
    source = GOES_ON.replace("    return", f"    if len(marks) == 2:\n        {end}\n    return")
    assert diagnosis(grading, source, time_limit=0.5) is None


def test_a_diagnosis_rests_on_all_calls_whichever_case_is_shown(
    grading: Grading, tmp_path: Path
) -> None:
    """--case shows one case, --cases adds some: the name stays the same."""
    own = tmp_path / "own.toml"
    own.write_text(
        'format_version = 1\n[[case]]\nid = "own"\nargs = { chances = [0.9], marks = [1] }\n'
        "expected = { kept = [1], count = 1 }\n"
    )
    for options in ({"only": "second-fails"}, {"case_files": (str(own),)}):
        found = diagnosis(grading, GOES_ON, **options)
        assert found is not None and "goes-on" == found.id


def test_unsteady_answers_with_the_rules_draws_are_not_named(grading: Grading) -> None:
    """Answers that change for another reason than the draws have no name."""
    number = "int.from_bytes(__import__('os').urandom(6), 'big')"
    source = RIGHT.replace("len(kept)\n", f"{number}\n")
    assert diagnosis(grading, source) is None


def test_a_right_file_is_not_called_anything(grading: Grading) -> None:
    """The solution, and one that draws from elsewhere with the same numbers."""
    elsewhere = RIGHT.replace("np.random.seed(42)", "random = np.random.RandomState(42)")
    for source in (RIGHT, elsewhere.replace("np.random.uniform()", "random.uniform()")):
        report = grading.grade(submission.from_bytes("toss.py", source.encode()))
        assert (Verdict.PASSED, None) == (report.verdict, report.diagnosis)
        assert {Outcome.PASSED} == {case.outcome for case in report.cases}


def test_the_fingerprints_of_the_small_exercise_fit_its_calls() -> None:
    """The tests above would pass without a name if these were stale."""
    exercise = content.load_exercise(str(SEEDED), "toss")
    calls = tuple(call.id for call in (*exercise.cases, *exercise.probes))
    assert calls == content.load_fingerprints(str(SEEDED), "toss").calls

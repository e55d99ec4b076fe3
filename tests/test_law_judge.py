"""What is a right law, what is a wrong one, and that the sentence names what is wrong."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from grader.law.measured import TOLERANCE, Measured
from grader.law_judge import judge_law, largest_gap, notes
from grader.law_records import Law, LawCall, LawResult
from grader.model import Exercise, Limits, Parameter, ResultPart
from grader.results import (
    CaseResult,
    Counterexample,
    Foreign,
    LearnerError,
    NumpyScalar,
    Outcome,
    Probes,
    Raised,
    Report,
    Verdict,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grader.model import Value

# One drafted card, kept or replaced; where it is kept, a second one may follow.
DEALT = (0.6, 0.3, 0.1)
WISHED = (0.1, 0.6, 0.3)
NEXT = (0.5, 0.5)
RARE = (0.99, 0.01), NEXT

EXERCISE = Exercise(
    "swap",
    "Swap cards",
    "swap",
    (Parameter("card", "int"),),
    (ResultPart("hand", "list[int]"), ResultPart("kept", "int")),
    Limits(),
    (),
)


def rule(card: int) -> Iterable[tuple[Value, float]]:
    """The right law: keep with min(1, wished/dealt) and draw one more, else from the residual."""
    accept = min(1.0, WISHED[card] / DEALT[card])
    for more, chance in enumerate(NEXT):
        yield ([card, more], 1), accept * chance
    left = [max(0.0, p - q) for p, q in zip(WISHED, DEALT, strict=True)]
    for new, mass in enumerate(left):
        if mass and accept < 1:
            yield ([new], 0), (1 - accept) * mass / sum(left)


CALLS = tuple(
    LawCall((card,), weight, 3, ((), (), ()), tuple(rule(card)))
    for card, weight in enumerate(DEALT)
)
LAW = Law("one-card", "One card", CALLS, "hand", (WISHED, NEXT), "kept")


def exactly(of_call: Callable[[int], Iterable[tuple[Value, float]]]) -> Measured:
    """The exact law of a program, given by its law of each card."""
    return Measured("exact", tuple(tuple(of_call(card)) for card in range(3)))


def sampled(
    of_call: Callable[[int], Iterable[tuple[Value, float]]], samples: int = 20_000
) -> Measured:
    """Shares that are exactly as expected of a program."""
    shares = [(v, DEALT[card] * p) for card in range(3) for v, p in of_call(card)]
    return Measured("sampled", (tuple(shares),), samples, "it draws in another way")


def judged(measured: Measured) -> LawResult:
    """The law of the example, judged."""
    return judge_law(EXERCISE, LAW, measured)


def shown(result: LawResult) -> dict[str, tuple[float, float]]:
    """The table that is to be shown, as target and yours by value, rounded."""
    entries = result.tables[result.shown].entries
    return {each.value: (round(each.target, 4), round(each.yours, 4)) for each in entries}


# --- right ---------------------------------------------------------------------------------------


def test_the_right_law_is_exactly_the_target() -> None:
    """A law that equals the reference's agrees, and has a table for each part."""
    found = judged(exactly(rule))
    assert (True, "exact", "exactly the target distribution") == (
        found.agrees,
        found.method,
        found.sentence,
    )
    assert ["hand[0]", "hand[1]", "kept", "len(hand)"] == [table.part for table in found.tables]
    assert {"0": (0.1, 0.1), "1": (0.6, 0.6), "2": (0.3, 0.3)} == shown(found)


def test_rounding_is_no_difference() -> None:
    """What is off by a few last digits agrees; what is off by more than rounding does not."""

    def off(by: float) -> Measured:
        calls = [list(rule(card)) for card in range(3)]
        (first, p), (second, q), *rest = calls[1]
        calls[1] = [(first, p + by), (second, q - by), *rest]
        return Measured("exact", tuple(map(tuple, calls)))

    assert judged(off(TOLERANCE / 4)).agrees is True
    assert judged(off(TOLERANCE * 8)).agrees is False


def test_rounding_in_a_part_that_is_rarely_there_is_no_difference() -> None:
    """The bound is about all results: of one in a hundred, a share may seem to be off by more."""
    outcomes = (([0], 0), 0.99), (([1, 0], 1), 0.005), (([1, 1], 1), 0.005)
    rare = Law("rare", "Rare", (LawCall((0,), 1.0, 2, ((), ()), outcomes),), "hand", RARE, "kept")

    def off(by: float) -> Measured:
        first, (second, p), (third, q) = outcomes
        return Measured("exact", ((first, (second, p + by), (third, q - by)),))

    assert judge_law(EXERCISE, rare, off(TOLERANCE / 4)).agrees is True
    assert judge_law(EXERCISE, rare, off(TOLERANCE * 8)).agrees is False


def test_numpys_numbers_are_numbers() -> None:
    """A result of NumPy integers is the same result."""

    def in_numpy(card: int) -> Iterable[tuple[Value, float]]:
        for value, probability in rule(card):
            assert isinstance(value, tuple)
            hand = [NumpyScalar("int64", item) for item in value[0]]
            yield (hand, NumpyScalar("int64", value[1])), probability

    assert judged(exactly(in_numpy)).agrees is True


def test_equal_results_that_come_apart_are_added_up() -> None:
    """A result may be listed more than once."""

    def halved(card: int) -> Iterable[tuple[Value, float]]:
        for value, probability in (*rule(card), *rule(card)):
            yield value, probability / 2

    assert judged(exactly(halved)).agrees is True


# --- wrong ---------------------------------------------------------------------------------------


def from_target(card: int) -> Iterable[tuple[Value, float]]:
    """On a rejection, draw from the wishes instead of the residual."""
    for value, probability in rule(card):
        if isinstance(value, tuple) and value[1]:
            yield value, probability
    accept = min(1.0, WISHED[card] / DEALT[card])
    for new, wished in enumerate(WISHED):
        yield ([new], 0), (1 - accept) * wished


def test_the_token_that_gets_too_much_is_named() -> None:
    """Of the worst table, the entry with the greatest surplus is told, and by how much."""
    found = judged(exactly(from_target))
    assert found.agrees is False
    assert "hand[0] is 0 with probability 0.15 instead of 0.1: 0.05 too much" == found.sentence
    assert {"0": (0.1, 0.15), "1": (0.6, 0.6), "2": (0.3, 0.25)} == shown(found)


def test_a_later_item_is_told_of_where_there_is_one() -> None:
    """The law of a later item is that of the results that have it."""

    def always_one(card: int) -> Iterable[tuple[Value, float]]:
        merged: dict[str, tuple[Value, float]] = {}
        for value, probability in rule(card):
            assert isinstance(value, tuple)
            hand = [value[0][0], *[1 for _ in value[0][1:]]]
            _, before = merged.get(repr(hand), (None, 0.0))
            merged[repr(hand)] = (hand, value[1]), before + probability
        return merged.values()

    found = judged(exactly(always_one))
    told = "hand[1], where there is one, is 1 with probability 1 instead of 0.5: 0.5 too much"
    assert told == found.sentence
    assert "hand[1]" == found.tables[found.shown].part


def target_sample(card: int) -> Iterable[tuple[Value, float]]:
    """Draw from the wishes and keep the card if it is the same: the output is right."""
    for new, wished in enumerate(WISHED):
        if new == card:
            for more, chance in enumerate(NEXT):
                yield ([new, more], 1), wished * chance
        else:
            yield ([new], 0), wished


@pytest.mark.parametrize("method", [exactly, sampled])
def test_how_many_are_kept_is_told_of_when_the_output_is_right(
    method: Callable[..., Measured],
) -> None:
    """The published case: 0.27 are kept instead of 0.5, while the output has the right law."""
    found = judged(method(target_sample))
    assert (
        "the output is right, but how many are kept is not: kept is 0.27 on average instead of 0.5"
    ) == found.sentence
    assert {"0": (0.5, 0.73), "1": (0.5, 0.27)} == shown(found)


def test_a_count_with_the_right_mean_is_told_of_by_its_values() -> None:
    """Where the average is right, the value that comes too often is named."""
    calls = (LawCall((0,), 1.0, 1, ((),), ((([0], 0), 0.25), (([0], 1), 0.5), (([0], 2), 0.25))),)
    law = Law("x", "X", calls, "hand", ((1.0,),), "kept")
    found = judge_law(EXERCISE, law, Measured("exact", ((((([0], 1)), 1.0),),)))
    assert "kept is 1 with probability 1 instead of 0.5: 0.5 too much" == found.sentence


def test_an_item_that_never_comes_is_told_of_by_the_length() -> None:
    """A hand that never grows has no law of its second card; its length is wrong."""

    def short(card: int) -> Iterable[tuple[Value, float]]:
        for value, probability in rule(card):
            assert isinstance(value, tuple)
            yield (value[0][:1], value[1]), probability

    found = judged(exactly(short))
    assert "hand is 1 long with probability 1 instead of 0.5: 0.5 too much" == found.sentence
    assert ["hand[0]", "kept", "len(hand)"] == [table.part for table in found.tables]


def test_parts_that_are_right_by_themselves_may_not_go_together() -> None:
    """Two cards that depend on each other: only the call shows it."""
    rows = ((0.5, 0.5), (0.5, 0.5))
    outcomes = tuple(((list(hand), 0), 0.25) for hand in product((0, 1), (0, 1)))
    law = Law("x", "X", (LawCall((7,), 1.0, 2, ((), ()), outcomes),), "hand", rows, "kept")
    alike = ((([0, 0], 0), 0.5), (([1, 1], 0), 0.5))
    found = judge_law(EXERCISE, law, Measured("exact", (alike,)))
    told = "here ([0, 0], 0) comes with probability 0.5 instead of 0.25: 0.25 too much"
    assert f"over all calls each part is right, but not in each call: {told}" == found.sentence
    assert ("returned", "swap(7)") == (found.tables[found.shown].part, found.call)
    by_chance = judge_law(EXERCISE, law, Measured("sampled", (alike,), 20_000, "so"))
    assert by_chance.sentence.startswith("no part differs surely by itself, but whole results do: ")
    assert (False, "") == (by_chance.agrees, by_chance.call)


def test_laws_that_are_right_only_on_average_are_wrong() -> None:
    """The law must be that of each call, not of all calls together alone."""
    calls = (
        LawCall((0,), 0.5, 1, ((),), ((([0], 0), 1.0),)),
        LawCall((1,), 0.5, 1, ((),), ((([1], 0), 1.0),)),
    )
    law = Law("x", "X", calls, "hand", ((0.5, 0.5),), "kept")
    crossed = Measured("exact", (calls[1].outcomes, calls[0].outcomes))
    assert judge_law(EXERCISE, law, crossed).agrees is False


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, "what it returns is no (hand, kept): most often None"),
        (([1.5], 0), "what it returns is no (hand, kept): most often ([1.5], 0)"),
        (Foreign("tensor"), "what it returns is no (hand, kept): most often <tensor>"),
        (Raised(LearnerError("IndexError", "")), "it raises IndexError"),
    ],
)
def test_what_is_no_result_is_told_of_first(value: Value, told: str) -> None:
    """A value of another form has no law of its parts."""
    found = judged(exactly(lambda card: [(value, 1.0)]))
    assert f"with probability 1 {told}" == found.sentence
    assert (False, "returned") == (found.agrees, found.tables[found.shown].part)


def test_what_is_no_result_is_told_of_by_its_share_of_all() -> None:
    """Of several such values the most frequent is the example."""

    def sometimes(card: int) -> Iterable[tuple[Value, float]]:
        error = Raised(LearnerError("IndexError", ""))
        return [(error, 1.0)] if card == 1 else [(None, 1.0)] if card == 2 else rule(card)

    found = judged(exactly(sometimes))
    told = (
        "with probability 0.4 what it returns is no (hand, kept): most often it raises IndexError"
    )
    assert told == found.sentence
    assert {"raises IndexError": (0.0, 0.3), "None": (0.0, 0.1)} == shown(found)


def test_a_value_out_of_range_has_a_line_of_its_own() -> None:
    """A card that does not exist stands below those that do."""

    def shifted(card: int) -> Iterable[tuple[Value, float]]:
        for value, probability in rule(card):
            assert isinstance(value, tuple)
            yield ([value[0][0] + 1, *value[0][1:]], value[1]), probability

    assert ["0", "1", "2", "3"] == list(shown(judged(exactly(shifted))))


@pytest.mark.parametrize("huge", [10**400, -(10**400), 10**19])
def test_no_number_is_too_large(huge: int) -> None:
    """Whatever comes as a count or an item, there is a sentence, of a length that can be read."""

    def counts(card: int) -> Iterable[tuple[Value, float]]:
        return [(([card], huge), 0.5), (([card], -huge), 0.5)]

    for strange in (counts, lambda card: [(([huge], 0), 1.0)], lambda card: [([huge] * 99, 1.0)]):
        found = judged(exactly(strange))
        assert found.agrees is False
        assert 400 > len(found.sentence)


def test_two_numbers_never_look_the_same() -> None:
    """A small difference gets the digits that show it."""

    def off(card: int) -> Iterable[tuple[Value, float]]:
        for value, probability in rule(card):
            assert isinstance(value, tuple)
            yield value, probability + (1e-5 if value[0] == [0, 0] else 0)

    told = "is 0 with probability 0.500006 instead of 0.5: 0.000006 too much"
    assert f"hand[1], where there is one, {told}" == judged(exactly(off)).sentence


# --- samples, and nothing ------------------------------------------------------------------------


def test_samples_that_fit_agree_and_say_how_many_they_are() -> None:
    """No difference is all that samples can show."""
    found = judged(sampled(rule))
    told = "no difference from the target distribution in 20,000 samples"
    assert (True, told, 20_000) == (found.agrees, found.sentence, found.samples)


def test_samples_that_differ_by_chance_agree() -> None:
    """A share that chance may give is no evidence; many more samples of it are."""

    def nearly(card: int) -> Iterable[tuple[Value, float]]:
        for value, probability in rule(card):
            assert isinstance(value, tuple)
            yield value, probability * (1.01 if value[0][1:] == [0] else 0.99)

    assert judged(sampled(nearly)).agrees is True
    assert judged(sampled(nearly, 10_000_000)).agrees is False


def test_samples_that_surely_differ_are_wrong() -> None:
    """The sentence says that it is no chance."""
    found = judged(sampled(from_target))
    told = "hand[0] is 0 in a share of 0.15 instead of 0.1, which is no chance in 20,000 samples"
    assert (False, told) == (found.agrees, found.sentence)


def test_what_could_not_be_measured_is_neither_right_nor_wrong() -> None:
    """The reason is told, and there is no table."""
    found = judged(Measured("", reason="a call did not end"))
    assert (None, "it could not be measured (a call did not end)", ()) == (
        found.agrees,
        found.sentence,
        found.tables,
    )


def test_the_largest_gap_is_that_of_one_call() -> None:
    """For authors: which result of which call is furthest off."""
    call, entry = largest_gap(LAW, exactly(from_target))
    assert (CALLS[0], pytest.approx(1 / 12)) == (call, abs(entry.difference))
    assert 0.0 == largest_gap(LAW, exactly(rule))[1].difference


def test_a_law_print_has_what_comes_of_each_part() -> None:
    """What never comes is left out: a law of many values stays short."""
    found = judged(exactly(target_sample)).law_print
    assert {"0", "1"} == set(found["kept"])
    assert {"hand[0]", "hand[1]", "kept", "len(hand)"} == set(found)


# --- notes ---------------------------------------------------------------------------------------


def report(law: LawResult, *outcomes: Outcome, topic: str = "") -> Report:
    """A report with a law, and cases that ended so."""
    cases = tuple(
        CaseResult(str(number), number, "x", outcome, 1, "swap(1)", "1", topic=topic)
        for number, outcome in enumerate(outcomes, 1)
    )
    return Report("swap", "Swap", "swap.py", Verdict.FAILED, cases=cases, laws=(law,))


RIGHT = LawResult("one-card", "One card", "exact", True, "exactly the target distribution")


def test_the_right_law_with_other_draws_is_told() -> None:
    """Cases fail, the law is right: the note says that it is a matter of draws."""
    (note,) = notes(report(RIGHT, Outcome.PASSED, Outcome.FAILED))
    assert "other-draws" == note.id
    assert note.text.startswith("Right distribution, other order of draws. The rule is right; a")
    assert 1 == note.text.count("distribution")


def test_samples_leave_a_doubt_about_the_rule() -> None:
    """A rule that is wrong by little looks right in samples, and not in an exact law."""
    beginning = "As far as 20,000 samples can tell, the rule is right;"
    (note,) = notes(report(RIGHT._replace(samples=20_000), Outcome.FAILED))
    assert beginning in note.text
    (note,) = notes(report(RIGHT, Outcome.FAILED))
    assert beginning not in note.text


def test_results_without_a_draw_are_told() -> None:
    """Who passes every call, and returns the same whatever the draws, is told that they count."""
    law = judged(exactly(lambda card: [(([card, 0], 1), 1.0)]))
    assert (False, True) == (law.agrees, law.steady)
    assert ["no-draws"] == [note.id for note in notes(report(law, Outcome.PASSED))]
    assert [] == notes(report(law, Outcome.FAILED))
    assert not judged(exactly(lambda _: [(([0], 0), 0.5), (([1], 0), 0.5)])).steady
    assert not judged(sampled(lambda _: [(([0], 0), 1.0)])).steady


def test_a_further_call_may_be_all_that_has_other_draws() -> None:
    """Every case passes, a further call is wrong, and the law is right: told as well."""
    wrong = Counterexample("swap(2)", "1", "2", "kept is 2; expected 1.")
    made = report(RIGHT, Outcome.PASSED)._replace(probes=Probes(3, 4, wrong))
    assert ["other-draws"] == [note.id for note in notes(made)]
    raises = made._replace(probes=Probes(3, 4, wrong._replace(reason="")))
    assert [] == notes(raises)


@pytest.mark.parametrize(
    "made",
    [
        report(RIGHT, Outcome.PASSED),
        report(RIGHT, Outcome.FAILED, Outcome.RAISED),
        report(RIGHT, Outcome.FAILED, topic="result-shape"),
        report(RIGHT._replace(agrees=False), Outcome.FAILED),
    ],
    ids=["passed", "raised", "another form", "wrong"],
)
def test_other_draws_are_not_told_of_where_they_explain_nothing(made: Report) -> None:
    """Nothing failed, something else failed, or the law is wrong."""
    assert [] == notes(made)


def test_a_law_that_is_not_known_is_a_note() -> None:
    """It changes nothing, and is told."""
    unknown = RIGHT._replace(agrees=None, method="", sentence="it could not be measured (why)")
    (note,) = notes(report(unknown, Outcome.FAILED))
    assert (
        "law-not-measured",
        "The distribution (One card) is not known: it could not be measured (why).",
    ) == note[:2]


def test_other_draws_are_not_told_while_a_law_is_not_known() -> None:
    """One right law says nothing of another, which may be wrong: all of them must be known."""
    unknown = RIGHT._replace(agrees=None, method="", sentence="it could not be measured (why)")
    for laws in ((RIGHT, unknown), (unknown, RIGHT)):
        made = report(RIGHT, Outcome.FAILED)._replace(laws=laws)
        assert ["law-not-measured"] == [note.id for note in notes(made)]
    made = report(RIGHT, Outcome.FAILED)._replace(laws=(RIGHT, RIGHT))
    assert ["other-draws"] == [note.id for note in notes(made)]


def test_one_sampled_law_among_exact_ones_leaves_a_doubt() -> None:
    """What all laws say of the rule is as sure as the least sure of them."""
    laws = (RIGHT, RIGHT._replace(samples=20_000))
    (note,) = notes(report(RIGHT, Outcome.FAILED)._replace(laws=laws))
    assert "As far as 20,000 samples can tell, the rule is right;" in note.text

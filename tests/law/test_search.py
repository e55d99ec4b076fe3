"""The search for a law, asked of plain functions of uniforms: no process takes part."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.law.measured import FALSE_ALARM, differs_surely
from grader.law.search import Answer, NotExactError, laws, together
from grader.law_records import LawCall

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    # Draws uniforms by `next`, and returns the number of a result.
    Program = Callable[[Iterator[float]], int]


class Asked:
    """How often a program was asked, and in how many rounds."""

    def __init__(self) -> None:
        self.points = 0
        self.rounds = 0


def found(
    *programs: Program,
    uniforms: int = 2,
    cuts: tuple[tuple[float, ...], ...] = (),
    wanted: dict[int, float] | None = None,
    asked: Asked | None = None,
) -> list[dict[int, float]]:
    """The laws that the search finds, of one call for each program."""
    calls = [LawCall((), 1.0 / len(programs), uniforms, cuts, ()) for _ in programs]
    search = laws(calls, [wanted or {}] * len(programs))
    points = next(search)
    asked = asked or Asked()
    while True:
        asked.points += len(points)
        asked.rounds += 1
        try:
            points = search.send([answer(programs[number], place) for number, *place in points])
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def answer(program: Program, place: list[float]) -> Answer:
    """What a program does with these uniforms."""
    drawn = 0

    def draws() -> Generator[float]:
        nonlocal drawn
        for drawn in range(1, 1000):
            yield place[drawn - 1] if drawn <= len(place) else 0.5

    return Answer(program(draws()), drawn)


def keep_or_roll(u: Iterator[float], keep: float = 0.3, roll: float = 0.6) -> int:
    """Keeps 7 with the one probability; else 8 with the other, or 9."""
    return 7 if next(u) < keep else 8 if next(u) < roll else 9


RIGHT = {7: 0.3, 8: 0.7 * 0.6, 9: 0.7 * 0.4}
CUTS = ((0.3,), (0.6,))


def test_steps_at_the_cuts_are_found_exactly() -> None:
    """Where the cuts are known, a law is exact to the last bits, in a few rounds."""
    asked = Asked()
    (law,) = found(keep_or_roll, cuts=CUTS, wanted=RIGHT, asked=asked)
    assert pytest.approx(RIGHT, abs=1e-15) == law
    assert asked.points < 60
    assert asked.rounds < 10


def test_mirrored_steps_are_found_exactly() -> None:
    """A program that uses one minus the uniform has its steps at the mirror images."""
    (law,) = found(
        lambda u: keep_or_roll(1 - each for each in u), uniforms=2, cuts=CUTS, wanted=RIGHT
    )
    assert pytest.approx(RIGHT, abs=1e-15) == law


def test_steps_without_a_cut_are_found_by_bisection() -> None:
    """A law is found where nothing is known of it, too."""
    asked = Asked()
    (law,) = found(
        lambda u: keep_or_roll(u, math.sqrt(0.1), 1 / math.pi), wanted=RIGHT, asked=asked
    )
    keep, roll = math.sqrt(0.1), 1 / math.pi
    expected = {7: keep, 8: (1 - keep) * roll, 9: (1 - keep) * (1 - roll)}
    assert pytest.approx(expected, abs=1e-12) == law
    assert asked.rounds < 80


def test_uniforms_may_be_drawn_in_another_order() -> None:
    """What decides first may be drawn last."""

    def reversed_order(u: Iterator[float]) -> int:
        drawn = [next(u), next(u)]
        return keep_or_roll(iter(drawn[::-1]))

    (law,) = found(reversed_order, cuts=CUTS, wanted=RIGHT)
    assert pytest.approx(RIGHT, abs=1e-12) == law


def test_a_program_that_draws_nothing_has_one_result() -> None:
    """A constant is a law as well."""
    assert [{3: 1.0}, {4: 1.0}] == found(lambda _: 3, lambda _: 4, uniforms=0)


def test_a_program_may_draw_two_more_than_the_reference() -> None:
    """Draws that do not matter change no law; too many are too many."""

    def wasteful(u: Iterator[float], draws: int) -> int:
        return keep_or_roll(iter([next(u) for _ in range(draws)]))

    assert [pytest.approx(RIGHT)] == found(lambda u: wasteful(u, 4), cuts=CUTS, wanted=RIGHT)
    with pytest.raises(NotExactError, match="more random numbers than the rule needs"):
        found(lambda u: wasteful(u, 5), cuts=CUTS, wanted=RIGHT)


def test_other_draws_than_uniforms_are_not_searched() -> None:
    """A draw that is no double ends the search."""
    search = laws([LawCall((), 1.0, 1, (), ())], [{}])
    next(search)
    with pytest.raises(NotExactError, match="other random numbers than uniforms"):
        search.send([Answer(0, -1)])


def test_what_is_no_step_function_is_not_searched() -> None:
    """Two uniforms that are compared with each other make no intervals."""
    with pytest.raises(NotExactError):
        found(lambda u: int(next(u) < next(u)), cuts=CUTS)


def test_randomness_from_elsewhere_is_noticed() -> None:
    """A program that brings its own randomness is never believed to have a law of intervals."""
    counter = itertools.count()

    def own_generator(_: Iterator[float]) -> int:
        return int(next(counter) * 0.6180339887 % 1.0 < 0.5)

    with pytest.raises(NotExactError):
        found(own_generator, wanted={0: 0.5, 1: 0.5})


def test_a_law_that_hardly_differs_is_not_claimed() -> None:
    """What cannot be made sure by so many points is left to the samples; rounding is no matter."""
    with pytest.raises(NotExactError, match="too close to be told apart"):
        found(lambda u: keep_or_roll(u, 0.3001), cuts=CUTS, wanted=RIGHT)
    (law,) = found(lambda u: keep_or_roll(u, 0.3 + 1e-8), cuts=CUTS, wanted=RIGHT)
    assert pytest.approx(0.3 + 1e-8, abs=1e-12) == law[7]


def test_a_wrong_law_is_claimed_only_after_enough_points() -> None:
    """The random points of the claim leave a right program no chance of being called wrong."""
    asked = Asked()
    found(lambda u: keep_or_roll(u, 0.31), cuts=CUTS, wanted=RIGHT, asked=asked)
    chance = 0.3 / 0.31  # that a right program gives 7 where 7 is foretold
    assert asked.points > math.log(FALSE_ALARM) / math.log(chance)


def test_a_rare_result_that_is_too_likely_is_claimed_after_few_points() -> None:
    """Points are spent where the doubted result comes: how rarely it comes does not matter."""
    asked = Asked()
    rare = {7: 0.3, 8: 0.7 * 0.999, 9: 0.7 * 0.001}
    (law,) = found(
        lambda u: keep_or_roll(u, roll=0.9985), cuts=((0.3,), (0.999,)), wanted=rare, asked=asked
    )
    assert law[9] == pytest.approx(0.7 * 0.0015, abs=1e-12)
    assert asked.points < 1500  # anywhere, a difference of 0.00035 would take 66,000


def test_what_a_few_points_overlook_is_not_claimed() -> None:
    """A right program whose intervals are hard to find is not called wrong by a hasty tree."""

    def intricate(u: Iterator[float]) -> int:
        first, second = next(u), next(u)
        strange = 0.4501 < second < 0.4601
        return keep_or_roll(iter([1.0 - first if strange else first, next(u)]))

    (law,) = found(intricate, uniforms=3, cuts=CUTS, wanted=RIGHT)
    assert pytest.approx(RIGHT, abs=1e-6) == law


def test_what_one_call_was_wrong_about_is_tried_in_all() -> None:
    """A rare exception that random points find in some calls only is in the law of each."""

    def with_an_exception(u: Iterator[float]) -> int:
        first, second = next(u), next(u)
        return 9 if 0.4501 < second < 0.4601 else keep_or_roll(iter([first, second]))

    expected = {7: 0.3 * 0.99, 8: 0.7 * (0.6 - 0.01), 9: 0.7 * 0.4 + 0.01}
    found_laws = found(*[with_an_exception] * 30, cuts=CUTS, wanted={6: 1.0})
    assert [pytest.approx(expected, abs=1e-9)] * 30 == found_laws


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_tree_of_intervals_is_found(data: st.DataObject) -> None:
    """Random programs, with steps anywhere and results that come back: their law is found."""
    place = st.integers(1, 19).map(lambda part: part / 20 + 1 / 700)
    steps = st.lists(place, min_size=1, max_size=3, unique=True).map(sorted)
    first = data.draw(steps)
    rows = [data.draw(steps) for _ in range(len(first) + 1)]
    results = [[data.draw(st.integers(0, 3)) for _ in range(len(row) + 1)] for row in rows]

    def program(u: Iterator[float]) -> int:
        one = sum(step <= next_u for next_u in [next(u)] for step in first)
        return results[one][sum(step <= next_u for next_u in [next(u)] for step in rows[one])]

    expected: dict[int, float] = {}
    for i, (low, high) in enumerate(itertools.pairwise([0.0, *first, 1.0])):
        for j, (start, end) in enumerate(itertools.pairwise([0.0, *rows[i], 1.0])):
            result = results[i][j]
            expected[result] = expected.get(result, 0.0) + (high - low) * (end - start)
    (law,) = found(program, wanted=expected)
    distance = sum(abs(law.get(each, 0.0) - expected.get(each, 0.0)) for each in range(4)) / 2
    assert distance <= 1e-6


def test_searches_share_their_rounds() -> None:
    """Searches that are carried on together ask in the same rounds, however long each takes."""

    def counting(number: int, rounds: int) -> Generator[list[tuple[int]], list[Answer], int]:
        total = 0
        for _ in range(rounds):
            answers = yield [(number,)] * rounds
            total += sum(each.result for each in answers)
        return total

    search = together([counting(1, 3), counting(2, 0), counting(3, 1)])
    asked = [next(search)]
    for _ in range(2):
        asked.append(search.send([Answer(number, 0) for (number,) in asked[-1]]))
    with pytest.raises(StopIteration) as end:
        search.send([Answer(number, 0) for (number,) in asked[-1]])
    assert [9, 0, 3] == end.value.value
    assert [[(1,)] * 3 + [(3,)], [(1,)] * 3, [(1,)] * 3] == asked


def test_the_chernoff_bound_is_kept() -> None:
    """A share contradicts a probability where the bound says so, and nowhere before."""
    assert not differs_surely(0.5, 0.5, 20_000, 10)
    assert not differs_surely(0.52, 0.5, 20_000, 10)
    assert differs_surely(0.53, 0.5, 20_000, 10)
    assert differs_surely(1e-4, 0.0, 20_000, 10)
    assert differs_surely(0.99, 1.0, 20_000, 10)
    assert not differs_surely(0.0, 0.001, 20_000, 10)
    assert differs_surely(0.0, 0.002, 20_000, 10)
    assert differs_surely(0.5, 0.5 + 0.012, 200_000, 10) > differs_surely(0.5, 0.512, 20_000, 10)


@pytest.mark.parametrize("probability", [0.001, 0.02, 0.3, 0.5, 0.97])
def test_a_right_share_is_contradicted_as_rarely_as_promised(probability: float) -> None:
    """Summed over all counts that are contradicted, the binomial law stays below the promise."""
    samples, compared = 500, 1
    alarm = sum(
        math.exp(_log_binomial(samples, count, probability))
        for count in range(samples + 1)
        if differs_surely(count / samples, probability, samples, compared)
    )
    assert 0.0 < alarm <= FALSE_ALARM


def _log_binomial(n: int, k: int, p: float) -> float:
    ways = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return ways + k * math.log(p) + (n - k) * math.log(1 - p)

"""A toy with a law: dice are drafted from loaded odds, kept or rolled again, and then one more.

`keep_or_roll(drafted_odds, wanted_odds, dice, last_odds)` keeps die i with probability
min(1, wanted / drafted). The first one that is not kept is rolled from what the drafted odds lack
of the wanted ones, and ends the row; after a row that is kept whole, one more die is rolled from
`last_odds`. It returns (dice, how many were kept).
"""

from __future__ import annotations

import itertools
import math
import random
from typing import TYPE_CHECKING

from grader.law_records import Law, LawCall

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FUNCTION = "keep_or_roll"
Odds = list[float]


def law_of(drafted: list[Odds], wanted: list[Odds], last: Odds) -> Law:
    """The law of all rows of dice that can be drafted."""
    calls = []
    for dice in itertools.product(range(len(last)), repeat=len(drafted)):
        weight = math.prod(odds[face] for odds, face in zip(drafted, dice, strict=True))
        if weight > 0:
            calls.append(_call(drafted, wanted, list(dice), last, weight))
    rows = tuple(tuple(odds) for odds in (*wanted, last))
    return Law("dice", "Loaded dice", tuple(calls), "dice", rows, "kept")


def random_law(faces: int, length: int, seed: int) -> Law:
    """A law with random odds, some of which are zero."""
    draw = random.Random(seed)
    rows = [_random_odds(faces, draw) for _ in range(2 * length + 1)]
    return law_of(rows[:length], rows[length:-1], rows[-1])


def _random_odds(faces: int, draw: random.Random) -> Odds:
    parts = [draw.choice((0, *range(1, 20))) for _ in range(faces)]
    parts[draw.randrange(faces)] += 1
    return [part / sum(parts) for part in parts]


def _call(
    drafted: list[Odds], wanted: list[Odds], dice: list[int], last: Odds, weight: float
) -> LawCall:
    outcomes: dict[tuple[tuple[int, ...], int], float] = {}
    cuts: list[set[float]] = [set() for _ in range(len(dice) + 1)]
    reached = 1.0
    for i, (q, p, face) in enumerate(zip(drafted, wanted, dice, strict=True)):
        keep = min(1.0, p[face] / q[face])
        cuts[i].add(keep)
        if keep < 1.0:
            _roll(outcomes, dice[:i], lacking(q, p), reached * (1.0 - keep))
            cuts[i + 1].update(itertools.accumulate(lacking(q, p)))
        reached *= keep
    _roll(outcomes, dice, last, reached)
    cuts[-1].update(itertools.accumulate(last))
    return LawCall(
        (drafted, wanted, dice, last),
        weight,
        len(dice) + 1,
        tuple(tuple(sorted(each for each in some if 0.0 < each < 1.0)) for some in cuts),
        tuple((([*faces], kept), chance) for (faces, kept), chance in outcomes.items() if chance),
    )


def _roll(
    outcomes: dict[tuple[tuple[int, ...], int], float],
    kept: Sequence[int],
    odds: Odds,
    reached: float,
) -> None:
    for face, chance in enumerate(odds):
        outcomes[(*kept, face), len(kept)] = reached * chance


def lacking(q: Odds, p: Odds) -> Odds:
    """The odds of what q has too little of."""
    lack = [max(0.0, b - a) for a, b in zip(q, p, strict=True)]
    total = sum(lack)
    return [each / total for each in lack] if total else p


def gap(law: Law, found: Iterable[Iterable[tuple[object, float]]]) -> float:
    """The largest difference of a probability in any call of a law that was found exactly."""
    pairs = zip(law.calls, found, strict=True)
    return max(_difference(call.outcomes, mine) for call, mine in pairs)


def mixture(law: Law) -> dict[str, float]:
    """The probability of each result, as text, over all that can be drafted."""
    sums: dict[str, float] = {}
    for call in law.calls:
        for result, chance in call.outcomes:
            sums[repr(result)] = sums.get(repr(result), 0.0) + call.weight * chance
    return sums


def _difference(
    wanted: Iterable[tuple[object, float]], mine: Iterable[tuple[object, float]]
) -> float:
    sums = {repr(result): chance for result, chance in wanted}
    for result, chance in mine:
        sums[repr(result)] = sums.get(repr(result), 0.0) - chance
    return max(map(abs, sums.values()))

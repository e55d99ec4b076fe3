"""Splits a report's score over its cases, so that the parts add up to the whole."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from grader.results import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.results import Report

_UNIT = 10_000  # a score has at most 4 digits behind the point


class Share(NamedTuple):
    """What a case gave, and what it could have given."""

    score: int | float
    max_score: int | float


class Shares(NamedTuple):
    """The share of each case, in the report's order, and that of all hidden cases together."""

    cases: tuple[Share, ...]
    hidden: Share


def shares(report: Report) -> Shares:
    """Split a report's `score` and `max_score` in proportion to the points.

    As decimals the parts add up exactly. For that, what passed shares the score and what did not
    shares the rest: where points do not divide evenly, the last digit of a `max_score` may vary.
    """
    passed = [case.outcome is Outcome.PASSED for case in report.cases]
    points = [_exact(case.points) for case in report.cases]
    earned, total = _exact(report.hidden.earned), _exact(report.hidden.points)
    score, max_score = _exact(report.score), _exact(report.max_score)
    won = _split([p if ok else 0 for p, ok in zip(points, passed, strict=True)] + [earned], score)
    lost = _split(
        [0 if ok else p for p, ok in zip(points, passed, strict=True)] + [total - earned],
        max_score - score,
    )
    *cases, hidden = [Share(_number(a), _number(a + b)) for a, b in zip(won, lost, strict=True)]
    return Shares(tuple(cases), hidden)


def _split(points: Sequence[Fraction | int], whole: Fraction) -> list[Fraction]:
    """Split a whole in proportion to points, cut to the unit; no points, no parts."""
    total = sum(points)
    if not total:
        return [Fraction(0)] * len(points)
    parts, reached, before = [], Fraction(0), Fraction(0)
    for each in points:
        reached += each
        edge = Fraction(int(reached * whole / total * _UNIT), _UNIT)
        parts.append(edge - before)
        before = edge
    return parts


def _exact(number: float) -> Fraction:
    return Fraction(str(number))


def _number(exact: Fraction) -> int | float:
    return int(exact) if exact.denominator == 1 else float(exact)

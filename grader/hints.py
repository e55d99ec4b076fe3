"""Which hint comes next; pure.

The order is: the nudges of the diagnosed mistake, else of the topic of the first failed case; then
the ladder, from the idea to the steps in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grader.hint_records import Hint
from grader.results import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from grader.hint_records import Hints
    from grader.results import Report

# Topics that the engine itself chooses; content may have nudges for them.
TOPIC_OF_LOADING = "loading"
TOPIC_OF_LAWS = "law"
TOPICS_OF_ENDINGS = {Outcome.RAISED: "raised", Outcome.TIMED_OUT: "timed-out"}


class Step(NamedTuple):
    """A hint to show, and its place in the order."""

    hint: Hint
    number: int
    total: int


def sequence(report: Report, hints: Hints) -> tuple[Hint, ...]:
    """Return all hints for a report that is not passed, in the order in which they are told."""
    return (*_nudges(report, hints), *hints.ladder)


def _nudges(report: Report, hints: Hints) -> tuple[Hint, ...]:
    if report.diagnosis is not None:
        known = {**hints.mistakes, **hints.groups}.get(report.diagnosis.id)
        texts = known.nudges if known else ()
        return tuple(Hint(f"{report.diagnosis.id}.{n}", text) for n, text in enumerate(texts, 1))
    return next((hints.topics[topic] for topic in _topics(report) if topic in hints.topics), ())


def _topics(report: Report) -> Iterator[str]:
    """Yield what to give nudges on, the best first: a wrong value tells more than an exception."""
    if report.verdict is Verdict.NOT_LOADED:
        yield TOPIC_OF_LOADING
    wrong = [case for case in report.cases if case.outcome is not Outcome.PASSED]
    failed = [case for case in wrong if case.outcome is Outcome.FAILED]
    for case in (failed or wrong)[:1]:
        if case.outcome in TOPICS_OF_ENDINGS:  # the case's own lesson was never reached
            yield TOPICS_OF_ENDINGS[case.outcome]
        yield case.topic
    if report.wrong_law and not wrong:
        yield TOPIC_OF_LAWS


def next_step(order: tuple[Hint, ...], shown: Collection[str]) -> Step | None:
    """Return the first hint that was not shown, else the last one again; None without hints."""
    for number, hint in enumerate(order, 1):
        if hint.id not in shown:
            return Step(hint, number, len(order))
    return Step(order[-1], len(order), len(order)) if order else None

"""Records the laws of an exercise: what trace.py says of each, and what the programs really do."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from grader import content, display
from grader.authoring.reference import GUIDE, mistake_ids
from grader.content import ContentProblems, Problem
from grader.law import Measured
from grader.law_judge import judge_law, largest_gap
from grader.law_records import Laws

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from grader.authoring.reference import Reference
    from grader.law_records import LawResult, WrittenLaw
    from grader.model import Exercise, Law

_LARGEST_GAP = 1e-12  # between what trace.py says and what the solution does
_TARGET_GAP = 1e-9  # between that and what is wanted
_WEAKEST = 5  # how many mistakes are told of: those that a law hardly tells from the right program


class LawRecords(NamedTuple):
    """The laws of one exercise, and how its reference stands to them.

    `written` are the laws with what trace.py says of them, and their lines; `gaps` how far the
    solution is from that, `targets` whether it makes the output what is wanted, both by the law's
    id. `mistakes` are the results of each known mistake, one per law.
    """

    written: tuple[WrittenLaw, ...] = ()
    gaps: Mapping[str, float] = {}
    targets: Mapping[str, LawResult] = {}
    mistakes: Mapping[str, tuple[LawResult, ...]] = {}

    def with_laws(self, *agrees: bool | None) -> list[str]:
        """Return the ids of the mistakes whose laws all are one of these: right, wrong, unknown."""
        return [
            mistake
            for mistake, results in self.mistakes.items()
            if _worst(result.agrees for result in results) in agrees
        ]

    @property
    def laws(self) -> Laws:
        """What is recorded: the laws, and those of mistakes that are wrong and known exactly."""
        prints = {
            mistake: {result.id: result.law_print for result in self.mistakes[mistake]}
            for mistake in self.with_laws(False)
            if all(result.method == "exact" for result in self.mistakes[mistake])
        }
        return Laws(tuple(one.law for one in self.written), prints)


def _worst(agree: Iterable[bool | None]) -> bool | None:
    """Return what laws are together: wrong if one is, else unknown if one is, else right."""
    found = set(agree)
    return False if False in found else None if None in found else True


def record_laws(root: str, reference: Reference) -> LawRecords:
    """Record the laws of an exercise; nothing where it has none.

    Raises ContentProblems for a faulty laws.toml, a trace.py that does not tell the law, and a
    solution whose law is not the one told.
    """
    exercise = reference.exercise
    written = content.written_laws(root, exercise)
    if not written:
        return LawRecords()
    told = [one._replace(law=reference.law(one.law)) for one in written]
    gaps = {one.law.id: _gap(reference, one.law) for one in told}
    return LawRecords(
        tuple(told),
        gaps,
        {one.law.id: _target(exercise, one.law) for one in told},
        {
            mistake: tuple(_of_mistake(reference, mistake, one.law) for one in told)
            for mistake in mistake_ids(root, exercise.id)
        },
    )


def _gap(reference: Reference, law: Law) -> float:
    """Return how far the solution's law is from the one told. Raises ContentProblems."""
    measured = reference.measured("solution.py", law)
    path = content.shown_path(reference.path("solution.py"))
    if measured.method != "exact":
        message = f'its law "{law.id}" cannot be measured exactly: {measured.reason}'
        raise ContentProblems([Problem(path, 0, "", message, GUIDE)])
    call, entry = largest_gap(law, measured)
    if abs(entry.difference) > _LARGEST_GAP:
        message = (
            f'for "{law.id}: {reference.call_text(call)}" it returns {entry.value} with '
            f"probability {entry.yours!r}, where trace.py says {entry.target!r}"
        )
        raise ContentProblems([Problem(path, 0, "", message, "make them agree")])
    return abs(entry.difference)


def _target(exercise: Exercise, law: Law) -> LawResult:
    """Judge the law that trace.py tells as if it were a submission's."""
    return judge_law(exercise, law, Measured("exact", tuple(call.outcomes for call in law.calls)))


def _of_mistake(reference: Reference, mistake: str, law: Law) -> LawResult:
    measured = reference.measured(os.path.join("mistakes", f"{mistake}.py"), law)
    return judge_law(reference.exercise, law, measured)


def law_problems(root: str, exercise: Exercise, records: LawRecords) -> list[Problem]:
    """Return the laws by which the reference itself does not return what is wanted."""
    path = content.shown_path(os.path.join(root, "exercise", exercise.id, "laws.toml"))
    return [
        Problem(
            path,
            one.line,
            f'law "{one.law.id}"',
            f"the reference has not the wanted law: {_off(records.targets[one.law.id])}",
            "mend `wanted`, or the reference",
        )
        for one in records.written
        if not _is_target(records.targets[one.law.id])
    ]


def _is_target(result: LawResult) -> bool:
    """Return whether the reference's law is the wanted one, which is more than it has to be."""
    return bool(result.agrees) and all(table.gap <= _TARGET_GAP for table in result.tables)


def _off(result: LawResult) -> str:
    gap = max(table.gap for table in result.tables)
    return f"it is off by {gap:.0e}" if result.agrees else result.sentence


def told(records: LawRecords, *, every: bool = False) -> Iterator[str]:
    """Yield what `check` tells of laws, as lines of text.

    Of the mistakes with a wrong law these are the ones that differ least, or `every` one.
    """
    for one in records.written:
        target = records.targets[one.law.id]
        right = target.sentence if _is_target(target) else "not what is wanted"
        count = len(one.law.calls)
        calls = f"{count} call" if count == 1 else f"{count} calls"
        yield f'law "{one.law.id}": {calls}; the reference returns {right}'
        yield f"  (solution.py and trace.py differ by at most {records.gaps[one.law.id]:.0e})"
    yield from _wrong_laws(records, every)
    right_ones = records.with_laws(True)
    yield f"right law, wrong answers: {', '.join(right_ones) or 'none'}"
    for mistake in records.with_laws(None):
        result = next(each for each in records.mistakes[mistake] if each.agrees is None)
        yield display.one_line(f"  {mistake}: {result.sentence}")


def _wrong_laws(records: LawRecords, every: bool) -> Iterator[str]:
    """Yield how many mistakes have a wrong law, and what is wrong with it, the weakest first."""
    results = {mistake: _plainest(records, mistake) for mistake in records.with_laws(False)}
    weakest = sorted(results, key=lambda mistake: _gap_of(results[mistake]))
    shown = weakest if every else weakest[:_WEAKEST]
    more = len(weakest) - len(shown)
    order = "the smallest difference first" if not more else f"the {len(shown)} weakest"
    count = f"{len(weakest)} of {len(records.mistakes)} known mistakes"
    yield f"wrong law: {count}{f'; {order}:' * bool(shown)}"
    recognised = records.laws.mistakes
    for mistake in shown:
        sampled = "" if mistake in recognised else " (not recognised by it: sampled)"
        yield display.one_line(f"  {mistake}: {results[mistake].sentence}{sampled}")
    if more:
        yield f"  {more} more: grade author check --all"


def _plainest(records: LawRecords, mistake: str) -> LawResult:
    """Return the law in which a mistake differs most from what is right."""
    wrong = (result for result in records.mistakes[mistake] if result.agrees is False)
    return max(wrong, key=_gap_of)


def _gap_of(result: LawResult) -> float:
    """Return how far a wrong law is from the right one, where its sentence says so."""
    return result.tables[result.shown].gap if result.tables else 1.0

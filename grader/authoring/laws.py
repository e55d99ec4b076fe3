"""Records the laws of an exercise: what trace.py says of each, and what the programs really do."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from grader import content, display
from grader.authoring import measured
from grader.authoring.reference import GUIDE, mistake_ids
from grader.content import ContentProblems, Problem
from grader.law import Measured
from grader.law_judge import judge_law, largest_gap
from grader.law_records import Laws

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from grader.authoring.measured import KnownLaw, MistakeLaws
    from grader.authoring.reference import Reference
    from grader.law_records import Law, LawResult, WrittenLaw
    from grader.model import Exercise

_LARGEST_GAP = 1e-12  # between what trace.py says and what the solution does
_TARGET_GAP = 1e-9  # between that and what is wanted
_WEAKEST = 5  # how many mistakes are told of: those that a law hardly tells from the right program


class LawRecords(NamedTuple):
    """The laws of one exercise, and how its reference stands to them.

    `written` are the laws with what trace.py says of them, and their lines; `gaps` how far the
    solution is from that, `targets` whether it makes the output what is wanted, both by the law's
    id. `mistakes` are what came of each known mistake.
    """

    written: tuple[WrittenLaw, ...] = ()
    gaps: Mapping[str, float] = {}
    targets: Mapping[str, LawResult] = {}
    mistakes: Mapping[str, MistakeLaws] = {}

    def with_laws(self, *agrees: bool | None) -> list[str]:
        """Return the ids of the mistakes whose laws all are one of these: right, wrong, unknown."""
        return [mistake for mistake, found in self.mistakes.items() if found.agrees in agrees]

    @property
    def laws(self) -> Laws:
        """What is recorded: the laws, and of the mistakes what is known exactly."""
        prints = {
            mistake: {id: law.found for id, law in found.laws.items()}
            for mistake, found in self.mistakes.items()
            if found.recognised
        }
        right = tuple(mistake for mistake, found in self.mistakes.items() if found.right)
        return Laws(tuple(one.law for one in self.written), prints, right)


def record_laws(root: str, reference: Reference, *, again: bool) -> LawRecords:
    """Record the laws of an exercise; nothing where it has none.

    A mistake that is kept as measured is measured `again` only if asked for. Raises ContentProblems
    for a faulty laws.toml, a trace.py that does not tell the law, and a solution whose law is not
    the one told.
    """
    exercise = reference.exercise
    written = content.written_laws(root, exercise)
    if not written:
        return LawRecords()
    told = [one._replace(law=reference.law(one.law)) for one in written]
    gaps = {one.law.id: _gap(reference, one.law) for one in told}
    laws = [one.law for one in told]
    before = {} if again else measured.load(root, exercise.id)
    return LawRecords(
        tuple(told),
        gaps,
        {one.law.id: _target(exercise, one.law) for one in told},
        {
            mistake: _of_mistake(reference, mistake, laws, before.get(mistake))
            for mistake in mistake_ids(root, exercise.id)
        },
    )


def _gap(reference: Reference, law: Law) -> float:
    """Return how far the solution's law is from the one told. Raises ContentProblems."""
    found = reference.measured("solution.py", law)
    path = content.shown_path(reference.path("solution.py"))
    if found.method != "exact":
        message = f'its law "{law.id}" cannot be measured exactly: {found.reason}'
        raise ContentProblems([Problem(path, 0, "", message, GUIDE)])
    call, entry = largest_gap(law, found)
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


def _of_mistake(
    reference: Reference, mistake: str, laws: list[Law], before: MistakeLaws | None
) -> MistakeLaws:
    """Return what is known of a mistake, or else measure it."""
    name = os.path.join("mistakes", f"{mistake}.py")
    with open(reference.path(name), "rb") as file:
        made_from = measured.made_from(reference.exercise, laws, file.read())
    if before is not None and before.made_from == made_from:
        return before
    found = {
        law.id: judge_law(reference.exercise, law, reference.measured(name, law)) for law in laws
    }
    return measured.MistakeLaws(made_from, {id: measured.known(law) for id, law in found.items()})


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
        unknown = next(law for law in records.mistakes[mistake].laws.values() if law.agrees is None)
        yield display.one_line(f"  {mistake}: {unknown.sentence}")


def _wrong_laws(records: LawRecords, every: bool) -> Iterator[str]:
    """Yield how many mistakes have a wrong law, and what is wrong with it, the weakest first."""
    found = {mistake: _plainest(records, mistake) for mistake in records.with_laws(False)}
    weakest = sorted(found, key=lambda mistake: found[mistake][0])
    shown = weakest if every else weakest[:_WEAKEST]
    more = len(weakest) - len(shown)
    order = "the smallest difference first" if not more else f"the {len(shown)} weakest"
    count = f"{len(weakest)} of {len(records.mistakes)} known mistakes"
    yield f"wrong law: {count}{f'; {order}:' * bool(shown)}"
    recognised = records.laws.mistakes
    for mistake in shown:
        sampled = "" if mistake in recognised else " (not recognised by it: sampled)"
        yield display.one_line(f"  {mistake}: {found[mistake][1].sentence}{sampled}")
    if more:
        yield f"  {more} more: grade author check --all"


def _plainest(records: LawRecords, mistake: str) -> tuple[float, KnownLaw]:
    """Return the wrong law in which a mistake differs most from what is right, and how far."""
    laws = records.mistakes[mistake].laws.items()
    wrong = [(_distance(records.targets[id], law), law) for id, law in laws if law.agrees is False]
    return max(wrong, key=lambda pair: pair[0])


def _distance(right: LawResult, law: KnownLaw) -> float:
    """Return the greatest difference of a probability; of parts that are not both there, 1."""
    found, wanted = law.found, right.law_print
    if found.keys() != wanted.keys():
        return 1.0
    return max(
        abs(found[part].get(value, 0.0) - wanted[part].get(value, 0.0))
        for part in found
        for value in {*found[part], *wanted[part]}
    )

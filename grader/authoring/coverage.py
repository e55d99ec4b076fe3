"""What the cases of an exercise are worth: which known mistakes each catches; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grader import display

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.authoring.sync import Records


class CaseCoverage(NamedTuple):
    """The known mistakes that a case catches, and those that no other case catches.

    Mistakes whose answers change from run to run count for no case: each run catches others.
    """

    case: str
    caught: frozenset[str]
    only_here: frozenset[str]


class Coverage(NamedTuple):
    """The coverage of all cases; mistakes that only probes, or laws, catch; situations left out."""

    cases: tuple[CaseCoverage, ...]
    probes_only: frozenset[str]
    laws_only: frozenset[str]
    unreached: tuple[str, ...]


def coverage(records: Records) -> Coverage:
    """Return what the cases of an exercise catch and reach."""
    caught = caught_by_call(records)
    case_ids = [case.id for case in records.exercise.cases]
    by_case = {case_id: caught[case_id] for case_id in case_ids}
    wrong_laws = frozenset(records.laws.with_laws(False))
    by_laws = wrong_laws.intersection(records.mistakes).difference(*caught.values())
    reached = {name for case_id in case_ids for name in records.traces[case_id].situations}
    return Coverage(
        tuple(
            CaseCoverage(case_id, mistakes, mistakes - _others(by_case, case_id))
            for case_id, mistakes in by_case.items()
        ),
        frozenset(records.mistakes) - frozenset().union(*by_case.values()) - by_laws,
        by_laws,
        tuple(name for name in records.situations if name not in reached),
    )


def _others(by_case: Mapping[str, frozenset[str]], case_id: str) -> frozenset[str]:
    return frozenset().union(*(found for other, found in by_case.items() if other != case_id))


def caught_by_call(records: Records) -> dict[str, frozenset[str]]:
    """Return, per call, the known mistakes that answer it wrongly."""
    return {
        call.id: frozenset(
            mistake
            for mistake, answers in records.mistakes.items()
            if answers[index] != records.right_answers[call.id]
        )
        for index, call in enumerate(records.calls)
    }


def table(found: Coverage) -> list[str]:
    """Return the coverage as lines of text."""
    width = max((len(row.case) for row in found.cases), default=4)
    lines = [f"{'case'.ljust(width)}  catches  only it"]
    lines += [
        f"{row.case.ljust(width)}  {len(row.caught):7}  {len(row.only_here):7}"
        for row in found.cases
    ]
    for row in found.cases:
        if row.only_here:
            lines.append(f"only {row.case} catches: {_listed(sorted(row.only_here))}")
    if found.probes_only:
        lines.append(f"no case catches, only probes do: {_listed(sorted(found.probes_only))}")
    if found.laws_only:
        lines.append(f"no call catches, only a law does: {_listed(sorted(found.laws_only))}")
    if found.unreached:
        lines.append(f"no case reaches: {', '.join(found.unreached)}")
    return [display.one_line(line) for line in lines]


def _listed(names: Sequence[str], most: int = 8) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more

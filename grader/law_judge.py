"""Judges the law of what a submission returns against the law that it must have; pure.

An exact law is right when each call has each result with the right probability; a sampled one as
long as no share surely contradicts its probability. What is told is the simplest thing that is
wrong: results of another form, then an item of the output, then the count, then the length of the
output, and only then whole results.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grader import display
from grader.display import digits_for, number_text
from grader.judge import TOPIC_OF_STRUCTURE
from grader.law.measured import TOLERANCE, Measured, differs_surely
from grader.law_records import Law, LawCall, LawEntry, LawResult, LawTable
from grader.law_tables import (
    RETURNED,
    Part,
    as_found,
    by_call,
    most_telling,
    over_all_calls,
    parts_of,
)
from grader.model import Case, Exercise
from grader.results import CaseResult, Note, Outcome, Report

_LARGEST_COUNT = 10**9  # above, there is no sense in an average


def judge_law(exercise: Exercise, law: Law, measured: Measured) -> LawResult:
    """Set a measured law against the one it must be, and say in words how they differ."""
    result = LawResult(law.id, law.title, measured.method, None, "", samples=measured.samples)
    if not measured.method:
        return result._replace(sentence=f"it could not be measured ({measured.reason})")
    wanted, found = over_all_calls(law), as_found(law, measured)
    groups = parts_of(exercise, law, wanted, found)
    tables = tuple(part.table for group in groups for part in group)
    compared = sum(len(table.entries) for table in tables) + len({**wanted, **found})
    look = _Look(measured.samples, compared)
    steady = measured.method == "exact" and all(len(results) == 1 for results in measured.laws)
    result = result._replace(tables=tables, steady=steady)
    return (
        _wrong_part(exercise, law, result, groups, look)
        or _wrong_whole(exercise, result, by_call(law, measured), look)
        or result._replace(agrees=True, sentence=_right(measured.samples))
    )


def _right(samples: int) -> str:
    if samples:
        return f"no difference from the target distribution in {samples:,} samples"
    return "exactly the target distribution"


def largest_gap(law: Law, measured: Measured) -> tuple[LawCall, LawEntry]:
    """Return the call and the result of an exact law that are furthest from what they must be."""
    pairs = (
        (call, entry)
        for call, table in by_call(law, measured)
        for entry in table.entries
        if call is not None
    )
    return max(pairs, key=lambda pair: abs(pair[1].difference))


class _Look(NamedTuple):
    """How closely a law was looked at: the samples (0 for an exact one), the shares compared."""

    samples: int
    compared: int

    def surely_wrong(self, table: LawTable, reached: float = 1.0) -> list[LawEntry]:
        """Return the entries that differ by more than rounding or chance can make them.

        `reached` is the share of all results that the table is about.
        """
        if not self.samples:
            most = TOLERANCE / reached if reached else math.inf  # the bound is about all results
            return [entry for entry in table.entries if abs(entry.difference) > most]
        count = round(reached * self.samples)
        return [
            entry
            for entry in table.entries
            if differs_surely(entry.yours, entry.target, count, self.compared)
        ]

    def instead(self, entry: LawEntry) -> str:
        """Say how often something comes, and how often it should."""
        gap = abs(entry.difference)
        digits = digits_for(gap)
        yours, target = number_text(entry.yours, digits), number_text(entry.target, digits)
        if self.samples:
            share = f"in a share of {yours} instead of {target}"
            return f"{share}, which is no chance in {self.samples:,} samples"
        much = "too much" if entry.difference > 0 else "too little"
        return f"with probability {yours} instead of {target}: {number_text(gap, digits)} {much}"


def _worst(entries: Iterable[LawEntry]) -> LawEntry:
    """Return what comes too often by most, or else too rarely."""
    return max(entries, key=lambda entry: (entry.difference > 0, abs(entry.difference)))


def _wrong_part(
    exercise: Exercise, law: Law, result: LawResult, groups: list[list[Part]], look: _Look
) -> LawResult | None:
    """Tell of the first group with a part that is wrong: of that which is most wrong."""
    for group in groups:
        wrong = [part for part in group if look.surely_wrong(part.table, part.reached)]
        if wrong:
            part = max(wrong, key=lambda part: part.table.gap)
            sentence = _sentence(exercise, law, part, look)
            shown = result.tables.index(part.table)
            return result._replace(agrees=False, shown=shown, sentence=sentence)
    return None


def _sentence(exercise: Exercise, law: Law, part: Part, look: _Look) -> str:
    if part.table.part == RETURNED:
        return _no_result(exercise, _worst(part.table.entries), part.reached)
    if part.table.part == law.count and (kept := _kept(law, part.table)):
        return kept
    entry = _worst(look.surely_wrong(part.table, part.reached))
    return f"{part.subject} {entry.value}{part.unit} {look.instead(entry)}"


def _no_result(exercise: Exercise, most: LawEntry, share: float) -> str:
    """Say how often what comes is no result at all, and what it is most of all."""
    often = f"with probability {number_text(share, digits_for(share))}"
    raises = most.value.startswith("raises ")
    if raises and most.yours == share:
        return f"{often} it {most.value}"
    names = ", ".join(part.name for part in exercise.result)
    shape = f"({names})" if len(exercise.result) > 1 else names
    what = f"it {most.value}" if raises else most.value
    return f"{often} what it returns is no {shape}: most often {what}"


def _kept(law: Law, counts: LawTable) -> str:
    """Say how many are kept on average; "" where the average is right, or makes no sense."""
    pairs = [(float(entry.value), entry) for entry in counts.entries if len(entry.value) < 20]
    if len(pairs) < len(counts.entries) or any(abs(n) > _LARGEST_COUNT for n, _ in pairs):
        return ""
    yours = math.fsum(count * entry.yours for count, entry in pairs)
    target = math.fsum(count * entry.target for count, entry in pairs)
    if abs(yours - target) <= TOLERANCE:
        return ""
    digits = digits_for(abs(yours - target))
    kept = f"{number_text(yours, digits)} on average instead of {number_text(target, digits)}"
    return f"the output is right, but how many are kept is not: {law.count} is {kept}"


def _wrong_whole(
    exercise: Exercise,
    result: LawResult,
    tables: list[tuple[LawCall | None, LawTable]],
    look: _Look,
) -> LawResult | None:
    """Tell of a whole result: part by part all is right."""
    wrong = [(call, table) for call, table in tables if look.surely_wrong(table)]
    if not wrong:
        return None
    call, table = max(wrong, key=lambda pair: pair[1].gap)
    entry = _worst(look.surely_wrong(table))
    told = f"{entry.value} comes {look.instead(entry)}"
    if call is None:
        sentence = f"no part differs surely by itself, but whole results do: {told}"
    else:
        sentence = f"over all calls each part is right, but not in each call: here {told}"
    return result._replace(
        agrees=False,
        tables=(*result.tables, most_telling(table)),
        shown=len(result.tables),
        sentence=sentence,
        call=display.call_text(exercise, Case("", call.args, None)) if call else "",
    )


# --- notes ---------------------------------------------------------------------------------------

_OTHER_DRAWS = (
    "Right distribution, other order of draws. {rule}; a call that fails makes other draws, makes "
    "them in another order, or is about a special input."
)
_NO_DRAWS = (
    "No draw has a say in what is returned: the same arguments always give the same result, "
    "whatever numbers come. Draws that were made before the call, or written down, do not count."
)


def notes(report: Report) -> list[Note]:
    """Return the remarks on the laws of a report: one not measured, or all right where calls fail.

    Who passes every call without a draw gets another one: the sentence on the law says only that
    one result comes too often.
    """
    found = [
        Note("law-not-measured", f"The distribution ({law.title}) is not known: {law.sentence}.")
        for law in report.laws
        if law.agrees is None
    ]
    # `all` alone would also hold of no law; a law that is not known may be a wrong one.
    if report.laws and all(law.agrees for law in report.laws) and _only_draws(report):
        found.append(Note("other-draws", _other_draws(report.laws)))
    wrong = report.wrong_law
    if wrong and wrong.steady and not _failed(report) and report.probes.simplest is None:
        found.append(Note("no-draws", _NO_DRAWS))
    return found


def _other_draws(laws: Sequence[LawResult]) -> str:
    """Say what right laws tell of the rule: as much as the one with the fewest samples does."""
    samples = min((law.samples for law in laws if law.samples), default=0)
    doubt = f"As far as {samples:,} samples can tell, the rule is right"
    return _OTHER_DRAWS.format(rule=doubt if samples else "The rule is right")


def _only_draws(report: Report) -> bool:
    """Return whether other draws may be all that is wrong: there are wrong values, nothing else."""
    failed = _failed(report)
    simplest = report.probes.simplest
    if not failed:
        return simplest is not None and bool(simplest.reason)  # only a value has a reason
    return all(
        case.outcome is Outcome.FAILED and case.topic != TOPIC_OF_STRUCTURE for case in failed
    )


def _failed(report: Report) -> list[CaseResult]:
    return [case for case in report.cases if case.scored and case.outcome is not Outcome.PASSED]

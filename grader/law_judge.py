"""Judges the law of what a submission returns against the law that it must have; pure.

An exact law is right when each call has each result with the right probability; a sampled one as
long as no share surely contradicts its probability. What is told is the simplest thing that is
wrong: results of another form, then an item of the output, then the count, then the length of the
output, and only then whole results.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from grader import display
from grader.compare import has_structure
from grader.display import digits_for, number_text
from grader.judge import TOPIC_OF_STRUCTURE
from grader.law.measured import TOLERANCE, differs_surely
from grader.law_records import LawEntry, LawResult, LawTable
from grader.model import Case
from grader.results import Note, NumpyScalar, Outcome, Raised

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grader.law.measured import Measured
    from grader.model import Exercise, Law, LawCall, Value
    from grader.results import Report

RETURNED = "returned"  # the part that a table of whole results is about
_MOST_RESULTS = 12  # in a table of whole results


def judge_law(exercise: Exercise, law: Law, measured: Measured) -> LawResult:
    """Set a measured law against the one it must be, and say in words how they differ."""
    result = LawResult(law.id, law.title, measured.method, None, "", samples=measured.samples)
    if not measured.method:
        return result._replace(sentence=f"it could not be measured ({measured.reason})")
    wanted, found = _over_all_calls(law), _as_found(law, measured)
    groups = _parts(law, _Side(exercise, wanted), _Side(exercise, found))
    tables = tuple(part.table for group in groups for part in group)
    compared = sum(len(table.entries) for table in tables) + len({**wanted, **found})
    look = _Look(measured.samples, compared)
    result = result._replace(tables=tables)
    return (
        _wrong_part(exercise, law, result, groups, look)
        or _wrong_whole(exercise, result, _by_call(law, measured), look)
        or result._replace(agrees=True, sentence=_right(measured.samples))
    )


def _right(samples: int) -> str:
    if samples:
        return f"no difference from the target distribution in {samples:,} samples"
    return "exactly the target distribution"


class Gap(NamedTuple):
    """A result of one call as text, how often it must come, and how often it comes."""

    call: LawCall
    result: str
    target: float
    yours: float

    @property
    def size(self) -> float:
        """How far apart the two are."""
        return abs(self.yours - self.target)


def largest_gap(law: Law, measured: Measured) -> Gap:
    """Return the greatest difference of an exact law from what it must be, call by call."""
    return max(
        (
            Gap(call, entry.value, entry.target, entry.yours)
            for call, wanted, found in _by_call(law, measured)
            if call is not None
            for entry in _table(RETURNED, _shares(wanted), _shares(found)).entries
        ),
        key=lambda gap: gap.size,
    )


# --- laws of whole results -----------------------------------------------------------------------


class _Outcome(NamedTuple):
    """A result as plain data, and its probability."""

    value: Value
    probability: float


_Results = dict[str, _Outcome]  # by the result as text


def _over_all_calls(law: Law) -> _Results:
    """Return the law that results must have when each call is drafted with its weight."""
    return _merged((v, call.weight * p) for call in law.calls for v, p in call.outcomes)


def _as_found(law: Law, measured: Measured) -> _Results:
    """Return the law that they have."""
    if measured.method == "sampled":
        return _merged(measured.laws[0])
    pairs = zip(law.calls, measured.laws, strict=True)
    return _merged((v, call.weight * p) for call, outcomes in pairs for v, p in outcomes)


def _by_call(law: Law, measured: Measured) -> list[tuple[LawCall | None, _Results, _Results]]:
    """Return what can be set side by side: each call, or all calls together if sampled."""
    if measured.method == "sampled":
        return [(None, _over_all_calls(law), _as_found(law, measured))]
    return [
        (call, _merged(call.outcomes), _merged(outcomes))
        for call, outcomes in zip(law.calls, measured.laws, strict=True)
    ]


def _merged(outcomes: Iterable[tuple[Value, float]]) -> _Results:
    """Add up the probabilities of equal results: exactly, since small differences count."""
    values: dict[str, Value] = {}
    found: dict[str, list[float]] = {}
    for raw, probability in outcomes:
        value = _plain(raw)
        text = _text(value)
        values[text] = value
        found.setdefault(text, []).append(probability)
    return {text: _Outcome(values[text], math.fsum(each)) for text, each in found.items()}


def _plain(value: Value) -> Value:
    """Return a value with NumPy's numbers as Python's."""
    if type(value) is list:
        return [_plain(item) for item in value]
    if type(value) is tuple:
        return tuple(map(_plain, value))
    return value.value if isinstance(value, NumpyScalar) else value


def _text(value: Value) -> str:
    if isinstance(value, Raised):
        return f"raises {display.one_line(value.error.type_name)}"
    return display.value_text(value, whole=True)


def _shares(law: _Results) -> dict[str, float]:
    return {text: outcome.probability for text, outcome in law.items()}


# --- parts of the result -------------------------------------------------------------------------


class _Side:
    """One of the two laws over all calls, looked at part by part."""

    def __init__(self, exercise: Exercise, law: _Results) -> None:
        names = [part.name for part in exercise.result]
        self.strange: dict[str, float] = {}
        self._whole: list[tuple[dict[str, Value], float]] = []
        for text, (value, probability) in law.items():
            if has_structure(exercise, value):
                parts = value if isinstance(value, tuple) else (value,)
                self._whole.append((dict(zip(names, parts, strict=True)), probability))
            else:
                self.strange[text] = probability

    def items(self, name: str, index: int) -> dict[str, float]:
        """Return how probable each value of a list's item is, where the list is that long."""
        return _summed((items[index], p) for items, p in self._lists(name) if len(items) > index)

    def lengths(self, name: str) -> dict[str, float]:
        """Return how probable each length of a list is."""
        return _summed((len(items), p) for items, p in self._lists(name))

    def numbers(self, name: str) -> dict[str, float]:
        """Return how probable each value of a number is."""
        return _summed((parts[name], p) for parts, p in self._whole)

    def _lists(self, name: str) -> Iterable[tuple[list[Value], float]]:
        for parts, probability in self._whole:
            items = parts[name]
            assert isinstance(items, list)
            yield items, probability


def _summed(pairs: Iterable[tuple[Value, float]]) -> dict[str, float]:
    """Return the probabilities of numbers, in their order."""
    shares = _shares(_merged(pairs))
    return {text: shares[text] for text in sorted(shares, key=float)}


class _Part(NamedTuple):
    """The table of one part; `subject` and `unit` stand around a value in a sentence about it.

    `reached` is the share of results that have this part.
    """

    table: LawTable
    subject: str
    unit: str = ""
    reached: float = 1.0

    @property
    def looked_at(self) -> tuple[LawTable, float]:
        """The table, and the share of all results that its probabilities are shares of."""
        return self.table, 1.0 if self.table.part == RETURNED else self.reached


def _parts(law: Law, wanted: _Side, found: _Side) -> list[list[_Part]]:
    """Return the parts in groups, in the order in which they are looked at."""
    table = _most_telling(_table(RETURNED, {}, found.strange))
    strange = [_Part(table, "", reached=math.fsum(found.strange.values()))]
    groups = [strange if found.strange else [], _items(law, wanted, found)]
    if law.count:
        counts = _table(law.count, wanted.numbers(law.count), found.numbers(law.count))
        groups.append([_Part(counts, f"{law.count} is")])
    lengths = wanted.lengths(law.output), found.lengths(law.output)
    last = _Part(_table(f"len({law.output})", *lengths), f"{law.output} is", " long")
    return [*groups, [last]]


def _items(law: Law, wanted: _Side, found: _Side) -> list[_Part]:
    """Return the items of the output that both sides have; of others the length tells."""
    parts = []
    for index, row in enumerate(law.wanted):
        yours = found.items(law.output, index)
        reached = math.fsum(yours.values())
        if reached and wanted.items(law.output, index):
            name, where = f"{law.output}[{index}]", ", where there is one," if index else ""
            target = {repr(value): probability for value, probability in enumerate(row)}
            table = _table(name, target, {text: p / reached for text, p in yours.items()})
            parts.append(_Part(table, f"{name}{where} is", reached=reached))
    return parts


def _table(part: str, target: Mapping[str, float], yours: Mapping[str, float]) -> LawTable:
    """Return a table of all values: first those that must come."""
    values = dict.fromkeys((*target, *yours))
    entries = [LawEntry(each, target.get(each, 0.0), yours.get(each, 0.0)) for each in values]
    return LawTable(part, tuple(entries))


def _most_telling(table: LawTable) -> LawTable:
    """Return a table with those of its entries that differ most, if there are many."""
    entries = table.entries
    if len(entries) > _MOST_RESULTS:
        entries = tuple(sorted(entries, key=lambda entry: -abs(entry.difference)))
    return LawTable(table.part, entries[:_MOST_RESULTS])


# --- what is wrong -------------------------------------------------------------------------------


class _Look(NamedTuple):
    """How closely a law was looked at: the samples (0 for an exact one), the shares compared."""

    samples: int
    compared: int

    def surely_wrong(self, table: LawTable, reached: float = 1.0) -> list[LawEntry]:
        """Return the entries that differ by more than rounding or chance can make them.

        `reached` is the share of the results that the table is about.
        """
        if not self.samples:
            return [entry for entry in table.entries if abs(entry.difference) > TOLERANCE]
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
    exercise: Exercise, law: Law, result: LawResult, groups: list[list[_Part]], look: _Look
) -> LawResult | None:
    """Tell of the first group with a part that is wrong: of that which is most wrong."""
    for group in groups:
        wrong = [(part, each) for part in group if (each := look.surely_wrong(*part.looked_at))]
        if not wrong:
            continue
        part, entries = max(wrong, key=lambda pair: pair[0].table.gap)
        entry = _worst(entries)
        if part.table.part == RETURNED:
            sentence = _no_result(exercise, entry, part.reached)
        else:
            sentence = f"{part.subject} {entry.value}{part.unit} {look.instead(entry)}"
        if part.table.part == law.count:
            sentence = _kept(law, part.table) or sentence
        shown = result.tables.index(part.table)
        return result._replace(agrees=False, shown=shown, sentence=sentence)
    return None


def _no_result(exercise: Exercise, entry: LawEntry, share: float) -> str:
    """Say how often what comes is no result at all, and what it is most of all."""
    digits = digits_for(min(entry.yours, 1 - share) or entry.yours)
    often = f"with probability {number_text(share, digits)}"
    if entry.value.startswith("raises ") and entry.yours == share:
        return f"{often} it {entry.value}"
    names = ", ".join(part.name for part in exercise.result)
    shape = f"({names})" if len(exercise.result) > 1 else names
    what = f"it {entry.value}" if entry.value.startswith("raises ") else entry.value
    return f"{often} what it returns is no {shape}: most often {what}"


def _kept(law: Law, counts: LawTable) -> str:
    """Say how many are kept on average; "" where the average is right."""
    yours = math.fsum(float(entry.value) * entry.yours for entry in counts.entries)
    target = math.fsum(float(entry.value) * entry.target for entry in counts.entries)
    if abs(yours - target) <= TOLERANCE:
        return ""
    digits = digits_for(abs(yours - target))
    kept = f"{number_text(yours, digits)} on average instead of {number_text(target, digits)}"
    return f"the output is right, but how many are kept is not: {law.count} is {kept}"


def _wrong_whole(
    exercise: Exercise,
    result: LawResult,
    by_call: list[tuple[LawCall | None, _Results, _Results]],
    look: _Look,
) -> LawResult | None:
    """Tell of a whole result: part by part all is right."""
    tables = [
        (call, _table(RETURNED, _shares(wanted), _shares(found))) for call, wanted, found in by_call
    ]
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
        tables=(*result.tables, _most_telling(table)),
        shown=len(result.tables),
        sentence=sentence,
        call=display.call_text(exercise, Case("", call.args, None)) if call else "",
    )


# --- notes ---------------------------------------------------------------------------------------

_OTHER_DRAWS = (
    "Right distribution, other order of draws: {sentence}. The rule is right; a call that fails "
    "makes other draws, makes them in another order, or is about a special input."
)


def notes(report: Report) -> list[Note]:
    """Return the remarks on the laws of a report: not measured, or right where calls fail."""
    found = [
        Note("law-not-measured", f"The distribution ({law.title}) is not known: {law.sentence}.")
        for law in report.laws
        if law.agrees is None
    ]
    known = [law for law in report.laws if law.agrees is not None]
    if known and all(law.agrees for law in known) and _only_draws(report):
        found.append(Note("other-draws", _OTHER_DRAWS.format(sentence=known[0].sentence)))
    return found


def _only_draws(report: Report) -> bool:
    """Return whether other draws may be all that is wrong: there are wrong values, nothing else."""
    failed = [case for case in report.cases if case.scored and case.outcome is not Outcome.PASSED]
    simplest = report.probes.simplest
    if not failed:
        return simplest is not None and bool(simplest.reason)  # only a value has a reason
    return all(
        case.outcome is Outcome.FAILED and case.topic != TOPIC_OF_STRUCTURE for case in failed
    )

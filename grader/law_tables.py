"""Laws of whole results, and of their parts, as tables of what must come beside what comes; pure.

What a submission returns may be of any form and size here: nothing of it raises.
"""

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from grader import display
from grader.compare import has_structure
from grader.law.measured import Measured
from grader.law_records import Law, LawCall, LawEntry, LawTable
from grader.model import Exercise, Value
from grader.results import NumpyScalar, Raised

RETURNED = "returned"  # the part that a table of whole results is about
_MOST_RESULTS = 12  # in a table of whole results
_LONGEST = 120  # characters of a value

_Shares = dict[str, float]  # probabilities by the value as text


# --- laws of whole results -----------------------------------------------------------------------


class _Outcome(NamedTuple):
    """A result as plain data, and its probability."""

    value: Value
    probability: float


Results = dict[str, _Outcome]  # by the whole result as text


def over_all_calls(law: Law) -> Results:
    """Return the law that results must have when each call is drafted with its weight."""
    return _merged((v, call.weight * p) for call in law.calls for v, p in call.outcomes)


def as_found(law: Law, measured: Measured) -> Results:
    """Return the law that results have when each call is drafted with its weight."""
    if measured.method == "sampled":
        return _merged(measured.laws[0])
    pairs = zip(law.calls, measured.laws, strict=True)
    return _merged((v, call.weight * p) for call, outcomes in pairs for v, p in outcomes)


def by_call(law: Law, measured: Measured) -> list[tuple[LawCall | None, LawTable]]:
    """Return a table for each call; of samples, which blur the calls, one for all of them."""
    if measured.method == "sampled":
        return [(None, _whole(over_all_calls(law), as_found(law, measured)))]
    return [
        (call, _whole(_merged(call.outcomes), _merged(outcomes)))
        for call, outcomes in zip(law.calls, measured.laws, strict=True)
    ]


def _whole(wanted: Results, found: Results) -> LawTable:
    return _table(RETURNED, _shares(wanted), _shares(found))


def _merged(outcomes: Iterable[tuple[Value, float]]) -> Results:
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
    """Return what tells a result from all others."""
    if isinstance(value, Raised):
        return f"raises {display.one_line(value.error.type_name)}"
    return display.value_text(value, whole=True)


def _shares(results: Results) -> _Shares:
    return {text: outcome.probability for text, outcome in results.items()}


# --- laws of parts -------------------------------------------------------------------------------


class _Side:
    """One of the two laws over all calls, looked at part by part."""

    def __init__(self, exercise: Exercise, results: Results) -> None:
        names = [part.name for part in exercise.result]
        self.strange: _Shares = {}
        self._whole: list[tuple[dict[str, Value], float]] = []
        for text, (value, probability) in results.items():
            if has_structure(exercise, value):
                parts = value if isinstance(value, tuple) else (value,)
                self._whole.append((dict(zip(names, parts, strict=True)), probability))
            else:
                self.strange[text] = probability

    def items(self, name: str, index: int) -> _Shares:
        """Return how probable each value of a list's item is, and that there is one."""
        return _summed((items[index], p) for items, p in self._lists(name) if len(items) > index)

    def lengths(self, name: str) -> _Shares:
        """Return how probable each length of a list is."""
        return _summed((len(items), p) for items, p in self._lists(name))

    def numbers(self, name: str) -> _Shares:
        """Return how probable each value of a number is."""
        return _summed((parts[name], p) for parts, p in self._whole)

    def _lists(self, name: str) -> Iterable[tuple[list[Value], float]]:
        for parts, probability in self._whole:
            items = parts[name]
            assert isinstance(items, list)
            yield items, probability


def _summed(pairs: Iterable[tuple[Value, float]]) -> _Shares:
    """Return the probabilities of numbers, in their order."""
    shares = _shares(_merged(pairs))
    return {text: shares[text] for text in sorted(shares, key=float)}


class Part(NamedTuple):
    """The table of one part; `subject` and `unit` stand around a value in a sentence about it.

    `reached` is the share of all results that have this part: to an item's table they are all.
    """

    table: LawTable
    subject: str
    unit: str = ""
    reached: float = 1.0


def parts_of(exercise: Exercise, law: Law, wanted: Results, found: Results) -> list[list[Part]]:
    """Return the parts of results in groups, in the order in which they are to be looked at.

    These are what is no result at all, the items of the output, the count, the output's length.
    """
    right, mine = _Side(exercise, wanted), _Side(exercise, found)
    table = most_telling(_table(RETURNED, {}, mine.strange))
    strange = Part(table, "", reached=math.fsum(mine.strange.values()))
    groups = [[strange] if mine.strange else [], _items(law, right, mine)]
    if law.count:
        counts = _table(law.count, right.numbers(law.count), mine.numbers(law.count))
        groups.append([Part(counts, f"{law.count} is")])
    lengths = _table(f"len({law.output})", right.lengths(law.output), mine.lengths(law.output))
    return [*groups, [Part(lengths, f"{law.output} is", " long")]]


def _items(law: Law, right: _Side, mine: _Side) -> list[Part]:
    """Return the items of the output that both sides have; of others the length tells."""
    parts = []
    for index, row in enumerate(law.wanted):
        yours = mine.items(law.output, index)
        reached = math.fsum(yours.values())
        if reached and right.items(law.output, index):
            name, where = f"{law.output}[{index}]", ", where there is one," if index else ""
            target = {repr(value): probability for value, probability in enumerate(row)}
            table = _table(name, target, {text: p / reached for text, p in yours.items()})
            parts.append(Part(table, f"{name}{where} is", reached=reached))
    return parts


def _table(part: str, target: Mapping[str, float], yours: Mapping[str, float]) -> LawTable:
    """Return a table of all values, first those that must come."""
    values = dict.fromkeys((*target, *yours))
    return LawTable(
        part,
        tuple(
            LawEntry(_short(value), target.get(value, 0.0), yours.get(value, 0.0))
            for value in values
        ),
    )


def _short(text: str) -> str:
    """Return a value's text, cut where it would drown the rest."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({len(text)} characters)"


def most_telling(table: LawTable) -> LawTable:
    """Return a table with those of its entries that differ most, if there are many."""
    entries = table.entries
    if len(entries) > _MOST_RESULTS:
        entries = tuple(sorted(entries, key=lambda entry: -abs(entry.difference)))
    return LawTable(table.part, entries[:_MOST_RESULTS])

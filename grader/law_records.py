"""Records about laws, beside those of `model` and `results`.

They stand apart because defining a record takes time that every run without laws would pay.
"""

from collections.abc import Mapping
from typing import NamedTuple

from grader.model import Value

# What tells one wrong law from another: per part of the result ("tokens[0]"), the probability of
# each value as text.
LawPrint = Mapping[str, Mapping[str, float]]


class LawCall(NamedTuple):
    """One call of a law: an input, and how the results of a right program are distributed.

    `args` are positional. `weight` is the probability that this input is drafted; the weights of
    all calls of a law sum to 1. `uniforms` is how many ideal uniforms the reference may use, and
    `cuts` are, for each of them, the places in (0, 1) where a right program may change its mind.
    `outcomes` maps each whole result, as it is returned, to its probability.
    """

    args: tuple[Value, ...]
    weight: float
    uniforms: int
    cuts: tuple[tuple[float, ...], ...]
    outcomes: tuple[tuple[Value, float], ...]


class Law(NamedTuple):
    """The probability law that the results of the function must follow over random draws.

    `calls` are all inputs that can be drafted. `output` names the list among the result parts
    whose item i must be distributed as `wanted[i]`, given that the list is longer than i. `count`
    names the part that counts the accepted ones, if there is one.
    """

    id: str
    title: str
    calls: tuple[LawCall, ...]
    output: str
    wanted: tuple[tuple[float, ...], ...]
    count: str = ""  # type: ignore[assignment]  # tuple.count, which nobody wants of a Law


class Laws(NamedTuple):
    """The laws of an exercise, and what is known exactly of those of the known mistakes.

    `mistakes` maps the id of a mistake that has another law to its own in place of each, by the id
    of that. `right` are the mistakes that have the right ones: only their answers are wrong.
    """

    laws: tuple[Law, ...] = ()
    mistakes: Mapping[str, Mapping[str, LawPrint]] = {}
    right: tuple[str, ...] = ()


class WrittenLaw(NamedTuple):
    """A law as laws.toml says it, and its line; its calls lack all that the reference knows."""

    law: Law
    line: int


class LawEntry(NamedTuple):
    """One line of a law's table: a value as text, how often it must come, how often it comes."""

    value: str
    target: float
    yours: float

    @property
    def difference(self) -> float:
        """By how much it comes too often; below 0 when it comes too rarely."""
        return self.yours - self.target


class LawTable(NamedTuple):
    """How the values of one part of the result are distributed; `part` is its name in Python."""

    part: str
    entries: tuple[LawEntry, ...]

    @property
    def gap(self) -> float:
        """The greatest difference, of either sign."""
        return max((abs(entry.difference) for entry in self.entries), default=0.0)


class LawResult(NamedTuple):
    """The law of what a submission returns over random draws, beside the law it must have.

    `method` is "exact", "sampled" (in so many `samples`) or "" when it could not be measured; then
    `agrees` is None. `sentence` says in words what was found, to go behind a colon. `tables` are
    those of the output's items, then of the count, then of whole results where only these tell;
    `shown` is the one to look at, which is about `call` alone where there is one. `steady` says
    that no draw has a say: each call has a single result.
    """

    id: str
    title: str
    method: str
    agrees: bool | None
    sentence: str
    tables: tuple[LawTable, ...] = ()
    shown: int = 0
    samples: int = 0
    call: str = ""
    steady: bool = False

    @property
    def law_print(self) -> LawPrint:
        """What tells this law from others, see `LawPrint`; what never comes is left out."""
        return {
            table.part: {entry.value: entry.yours for entry in table.entries if entry.yours}
            for table in self.tables
        }

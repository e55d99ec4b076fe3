"""Names the known mistake whose answers equal a submission's; pure, and silent when in doubt.

A fingerprint is what a known mistake answers to every case and probe. Errors and types are answers
too; a call without an end (time-out, crash) is none, and then nothing is named. Answers are texts;
where the exercise allows its floats a tolerance, two texts may differ that far in their floats.
"""

import math
import operator
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from grader import display
from grader.compare import as_wanted
from grader.hint_records import Fingerprints, Mistake
from grader.judge import agrees, draw_fact
from grader.model import Case, Exercise, Value
from grader.remembering import remembered
from grader.results import Diagnosis, DictValue, NumpyScalar, Observation, Raised, Returned

if TYPE_CHECKING:
    from grader.law_records import LawPrint, LawResult, Laws

_SAME_LAW = 1e-6  # the greatest difference between the probabilities of the same mistake
_PLAIN = frozenset((bool, int, float))
_LEAST_CALLS = 3  # on which a fact about the draws must hold before it says something of the code
_FLOAT = r"(-?\d+(?:\.\d+(?:e[-+]\d+)?|e[-+]\d+))"  # as Python writes it; inf and nan are words
_ROUNDING = 1e-12  # what rounding alone makes of a large float, in relation to it


@remembered
def answer(exercise: Exercise, seen: Observation) -> str | None:
    """Return an observation as the answer that fingerprints compare; None when it is no answer."""
    match seen.ending:
        case Returned(value=value):
            return display.value_text(as_wanted(exercise, _without_numpy(value)))
        case Raised(error=error):
            return f"raises {display.one_line(error.type_name)}"
    return None


def _without_numpy(value: Value) -> Value:
    """Return a value with NumPy's numbers as Python's: the same mistake, in other number types."""
    if type(value) is list:
        plain = {*map(type, value)} <= _PLAIN
        return value if plain else [_without_numpy(item) for item in value]
    if type(value) is tuple:
        return tuple(map(_without_numpy, value))
    if isinstance(value, NumpyScalar):
        return value.value
    if isinstance(value, DictValue):
        return DictValue(tuple((_without_numpy(k), _without_numpy(v)) for k, v in value.pairs))
    return value


def answers(exercise: Exercise, observations: Sequence[Observation]) -> tuple[str, ...] | None:
    """Return all answers; None when one is missing."""
    found = tuple(answer(exercise, seen) for seen in observations)
    return None if None in found else found  # type: ignore[return-value]  # mypy keeps the None


# --- answers that are the same -------------------------------------------------------------------


class Wording(NamedTuple):
    """An answer taken apart: the text around its floats, and these."""

    words: tuple[str, ...]
    floats: tuple[float, ...]


def wording(exercise: Exercise, text: str) -> Wording:
    """Take an answer apart; without a tolerance it is all words."""
    return _wording(text) if _tolerance(exercise) else Wording((text,), ())


@lru_cache(4096)  # of one exercise's distinct answers there are some hundred
def _wording(text: str) -> Wording:
    pieces = re.split(_FLOAT, text)
    return Wording(tuple(pieces[::2]), tuple(map(float, pieces[1::2])))


def _tolerance(exercise: Exercise) -> float:
    """Return how far floats may be apart, in any place: a wrong result may have other parts."""
    return max((part.tolerance for part in exercise.result), default=0.0)


def same(exercise: Exercise, one: str, other: str) -> bool:
    """Return whether two answers are the same but for the tolerance of the exercise's floats."""
    if one == other:
        return True
    tolerance = _tolerance(exercise)
    if not tolerance:
        return False
    mine, theirs = _wording(one), _wording(other)
    return mine.words == theirs.words and all(
        math.isclose(*pair, rel_tol=_ROUNDING, abs_tol=tolerance)
        for pair in zip(mine.floats, theirs.floats, strict=True)
    )


@lru_cache(4)  # of the few exercises there are
def _numbers(texts: tuple[str, ...]) -> dict[str, int]:
    """Return where each answer stands."""
    return {text: number for number, text in enumerate(texts)}


@lru_cache(4)
def _by_words(texts: tuple[str, ...]) -> dict[tuple[str, ...], list[str]]:
    """Return the answers that differ in their floats alone, by their words."""
    found: dict[tuple[str, ...], list[str]] = {}
    for text in texts:
        found.setdefault(_wording(text).words, []).append(text)
    return found


def _close(exercise: Exercise, text: str, texts: tuple[str, ...]) -> set[int]:
    """Return the numbers of the recorded answers that are the same as this one."""
    numbers = _numbers(texts)
    alike = _by_words(texts).get(_wording(text).words, ())
    return {numbers[other] for other in alike if same(exercise, text, other)}


# --- the name of a mistake -----------------------------------------------------------------------


def diagnose(
    exercise: Exercise,
    observations: Sequence[Observation],
    fingerprints: Fingerprints,
) -> Diagnosis | None:
    """Return the known mistake, or the group of them, whose answers equal these; else None.

    `observations` are of the exercise's cases and then its probes.
    """
    calls = [*exercise.cases, *exercise.probes]
    mine = answers(exercise, observations)
    if mine is None or tuple(call.id for call in calls) != fingerprints.calls:
        return None
    if all(agrees(exercise, *pair) for pair in zip(calls, observations, strict=True)):
        return None
    alike = _alike(exercise, mine, fingerprints)
    return name(alike, fingerprints.names, fingerprints.groups)


def _alike(exercise: Exercise, mine: tuple[str, ...], fingerprints: Fingerprints) -> frozenset[str]:
    """Return the mistakes that answer the same to each call."""
    recorded = fingerprints.mistakes.items()
    numbers = _numbers(fingerprints.answers)
    if not _tolerance(exercise):
        exactly = tuple(map(numbers.get, mine))
        return frozenset(mistake for mistake, answers in recorded if answers == exactly)
    close = [_close(exercise, text, fingerprints.answers) for text in mine]
    return frozenset(
        mistake for mistake, answers in recorded if all(map(operator.contains, close, answers))
    )


def name(
    alike: frozenset[str], names: Mapping[str, Mistake], groups: Mapping[str, Mistake]
) -> Diagnosis | None:
    """Return the diagnosis for mistakes that answer alike: one by its name, several by a group's.

    The group with the fewest members that holds them all tells most; without one, None.
    """
    if len(alike) == 1:
        return _named(names.get(next(iter(alike))), certain=True)
    fitting = [group for group in groups.values() if alike <= set(group.members)]
    if not alike or not fitting:
        return None
    return _named(min(fitting, key=lambda group: len(group.members)), certain=False)


def _named(mistake: Mistake | None, *, certain: bool) -> Diagnosis | None:
    if mistake is None:
        return None
    return Diagnosis(mistake.id, mistake.title, mistake.explanation, certain)


# --- mistakes that are known by their law --------------------------------------------------------


def diagnose_by_law(
    found: "Sequence[LawResult]", laws: "Laws", fingerprints: Fingerprints
) -> Diagnosis | None:
    """Return the known mistake, or the group of them, whose exact law is this one; else None.

    Of a mistake and the same one that crashes as well, on calls without a part in the law, the
    first is meant.
    """
    if any(law.method != "exact" for law in found) or all(law.agrees for law in found):
        return None
    mine = {law.id: law.law_print for law in found}
    alike = [mistake for mistake, known in laws.mistakes.items() if _same_laws(known, mine)]
    meant = frozenset(
        mistake
        for mistake in alike
        if not any(_crashes_as_well(mistake, other, fingerprints) for other in alike)
    )
    return name(meant, fingerprints.names, fingerprints.groups)


def contradicted(
    diagnosis: Diagnosis, found: "Sequence[LawResult]", laws: "Laws", fingerprints: Fingerprints
) -> bool:
    """Return whether an exact law shows that a mistake named by its answers is another one.

    The calls are few, and a program may answer them all as a mistake does that it has not made.
    """
    group = fingerprints.groups.get(diagnosis.id)
    exact = [law for law in found if law.method == "exact"]
    return all(
        _has_another_law(exact, mistake, laws)
        for mistake in (group.members if group else [diagnosis.id])
    )


def _has_another_law(exact: "Sequence[LawResult]", mistake: str, laws: "Laws") -> bool:
    """Return whether one of these laws is not the mistake's."""
    if mistake in laws.right:
        return any(law.agrees is False for law in exact)
    known = laws.mistakes.get(mistake, {})
    return any(law.id in known and not _same(known[law.id], law.law_print) for law in exact)


def _crashes_as_well(mistake: str, other: str, fingerprints: Fingerprints) -> bool:
    """Return whether a mistake answers as the other does, but for few calls on which it raises."""
    mine, others = (fingerprints.mistakes.get(each, ()) for each in (mistake, other))
    differ = [a for a, b in zip(mine, others, strict=False) if a != b]
    few = 0 < 2 * len(differ) < len(mine)
    return few and all(fingerprints.answers[answer].startswith("raises ") for answer in differ)


def _same_laws(known: "Mapping[str, LawPrint]", mine: "Mapping[str, LawPrint]") -> bool:
    return known.keys() == mine.keys() and all(_same(known[law], mine[law]) for law in known)


def _same(known: "LawPrint", mine: "LawPrint") -> bool:
    """Return whether two laws are the same, but for rounding."""
    return known.keys() == mine.keys() and all(
        abs(known[part].get(value, 0.0) - mine[part].get(value, 0.0)) <= _SAME_LAW
        for part in known
        for value in {**known[part], **mine[part]}
    )


# --- mistakes without stable answers -------------------------------------------------------------


def suspicion(
    exercise: Exercise, observations: Sequence[Observation], fingerprints: Fingerprints
) -> Mistake | None:
    """Return the mistake that the generator's state points to, if the answers should be unstable.

    It is named only when a second run answers differently, see `confirmed`.
    """
    fact = steady_fact(exercise, [*exercise.cases, *exercise.probes], observations)
    if not fact or answers(exercise, observations) is None:
        return None
    return next((m for m in fingerprints.names.values() if m.generator == fact), None)


def steady_fact(
    exercise: Exercise, calls: Sequence[Case], observations: Sequence[Observation]
) -> str:
    """Return the fact about the draws that holds on every call that has some; "" without one."""
    pairs = zip(calls, observations, strict=True)
    facts = [draw_fact(exercise, case, seen) for case, seen in pairs if case.draws]
    return facts[0] if len(facts) >= _LEAST_CALLS and len(set(facts)) == 1 else ""


def confirmed(
    exercise: Exercise,
    mistake: Mistake,
    first: Sequence[Observation],
    second: Sequence[Observation],
) -> Diagnosis | None:
    """Return the suspected mistake when two runs of the same calls answered differently."""
    one, other = answers(exercise, first), answers(exercise, second)
    differ = (
        one is not None
        and other is not None
        and not all(same(exercise, *pair) for pair in zip(one, other, strict=True))
    )
    return _named(mistake, certain=True) if differ else None

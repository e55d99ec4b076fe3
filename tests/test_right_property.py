"""For any valid input, right answers of any style, the reference and the judge agree.

The reference runs as text in the child, like a submission: this process never imports it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from grader import content
from grader.judge import agrees, judge
from grader.model import Case, Exercise
from grader.results import NumpyScalar, Observation, Outcome, Returned
from grader.runner import Job
from grader.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.runner import ZygoteRunner

    Floats = list[float]
    Answer = tuple[list[int], int]

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "reference" / "speculative_decode" / "solution.py"
SEED = 42
MOST = 12
DRAWS = np.random.RandomState(SEED).random_sample(MOST)


# --- right answers, written independently --------------------------------------------------------


def by_index(draft: Floats, target: Floats, tokens: list[int], after: object = None) -> Answer:
    """A while loop over an index, dividing only where it must."""
    np.random.seed(SEED)
    i = 0
    while i < len(tokens):
        certain = draft[i] == 0 or target[i] >= draft[i]
        draw = np.random.uniform()
        if not certain and draw >= target[i] / draft[i]:
            break
        i += 1
    return tokens[:i], i


def by_multiplying(
    draft: Floats, target: Floats, tokens: list[int], after: object = None
) -> Answer:
    """No division at all: the draw is scaled by the draft's probability."""
    np.random.seed(SEED)
    kept = []
    for q, p, token in zip(draft, target, tokens, strict=True):
        if np.random.rand() * q < p or q == 0:
            kept.append(token)
        else:
            return kept, len(kept)
    return kept, len(kept)


def by_recursion(draft: Floats, target: Floats, tokens: list[int], after: object = None) -> Answer:
    """Recursion over the rest of the draft, with the seed set outside of it."""

    def keep(rest: list[tuple[float, float, int]]) -> list[int]:
        if not rest:
            return []
        (q, p, token), *others = rest
        ratio = 1.0 if q == 0 else p / q
        return [token, *keep(others)] if np.random.random_sample() < ratio else []

    np.random.seed(SEED)
    kept = keep(list(zip(draft, target, tokens, strict=True)))
    return kept, len(kept)


def at_once(draft: Floats, target: Floats, tokens: list[int], after: object = None) -> Answer:
    """All draws at once, all ratios at once, and the first place where one is too small."""
    np.random.seed(SEED)
    q, p = np.asarray(draft, float), np.asarray(target, float)
    ratios = np.divide(p, q, out=np.ones_like(q), where=q > 0)
    rejected = np.flatnonzero(np.random.random(len(q)) >= np.minimum(1, ratios))
    count = int(rejected[0]) if rejected.size else len(q)
    return list(tokens[:count]), count


def from_the_rule(draft: Floats, target: Floats, tokens: list[int], after: object = None) -> Answer:
    """The count first, from the draws as numbers, without any generator."""
    count = 0
    for q, p, draw in zip(draft, target, DRAWS, strict=False):
        if q > 0 and not draw < p / q:
            break
        count += 1
    return [tokens[i] for i in range(count)], count


RIGHT: list[Callable[..., Any]] = [by_index, by_multiplying, by_recursion, at_once, from_the_rule]

# --- the property --------------------------------------------------------------------------------

shares = st.sampled_from([0.0, 1e-3, 0.1, 0.25, 0.5, 0.9, 1.0]) | st.floats(0, 1)
rows = st.lists(st.tuples(shares, shares, st.integers(0, 50_000)), max_size=MOST)
ahead = st.none() | st.lists(shares, min_size=1, max_size=4)


def is_clear(draft: float, target: float, draw: float) -> bool:
    """Whether the rule decides this token alike, however the ratio is rounded."""
    if draft == 0:
        return target > 0
    return draft > 1e-300 and abs(target / draft - draw) > 1e-6


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    """The exercise itself."""
    return content.load_exercise(content.data_root(), "speculative_decode")


@pytest.fixture(scope="module")
def reference(zygote: ZygoteRunner, exercise: Exercise) -> Iterator[Callable[[Case], Observation]]:
    """A function that has the reference answer the call of a case."""
    if not REFERENCE.exists():
        pytest.skip("the reference is not handed out")
    job = Job(REFERENCE.read_bytes(), "solution.py", exercise.seed, exercise.limits)
    assert zygote.load(job).problem is None
    names = [parameter.name for parameter in exercise.parameters]
    yield lambda case: zygote.call(exercise.function, [case], names)[0]
    zygote.end()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(rows, ahead)
def test_right_answers_agree_with_the_reference_and_the_judge(
    reference: Callable[[Case], Observation],
    exercise: Exercise,
    rows: list[tuple[float, float, int]],
    ahead: list[float] | None,
) -> None:
    """Each right answer equals the reference's and passes; any other answer fails."""
    assume(all(is_clear(q, p, draw) for (q, p, _), draw in zip(rows, DRAWS, strict=False)))
    draft, target, tokens = ([row[i] for row in rows] for i in range(3))
    seen = reference(Case("any", (draft, target, tokens, ahead), None))
    assert isinstance(seen.ending, Returned)
    expected = seen.ending.value
    assert type(expected) is tuple
    case = Case("any", (draft, target, tokens, ahead), expected)
    source = Source("mine.py", [])
    for answer in RIGHT:
        value = answer(list(draft), list(target), list(tokens), ahead)
        assert repr(expected) == repr(value), answer.__name__
        result = judge(exercise, case, 1, Observation(Returned(value)), source, {})
        assert (Outcome.PASSED, "") == (result.outcome, result.reason)
    kept, count = expected
    for wrong in ((kept, count + 1), ([*kept, 0], count), ([*kept, 0], count + 1), [kept, count]):
        assert not agrees(exercise, case, Observation(Returned(wrong)))
    as_numpy = ([NumpyScalar("int64", token) for token in kept], NumpyScalar("int64", count))
    assert agrees(exercise, case, Observation(Returned(as_numpy)))


def test_the_reference_draws_once_for_each_token_that_it_examines(
    reference: Callable[[Case], Observation],
) -> None:
    """Kept tokens and the first rejected one take a draw each, and no other does."""
    for draft, target, draws in (([], [], 0), ([0.0] * 3, [0.5] * 3, 3), ([1.0] * 3, [0.1] * 3, 1)):
        seen = reference(Case("any", (draft, target, list(range(len(draft)))), None))
        assert seen.generator is not None
        assert ("seeded", draws) == seen.generator
        assert () == seen.arguments_changed


def test_this_process_knows_nothing_of_the_reference() -> None:
    """The reference was run, and is not among the modules of this process."""
    import sys

    files = [getattr(module, "__file__", None) or "" for module in list(sys.modules.values())]
    assert [] == [file for file in files if "reference" in Path(file).parts]

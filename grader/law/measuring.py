"""Measures the law of a submission: exactly if that is possible, else by samples."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from grader import display
from grader.errors import ChildError
from grader.law.measured import Measured
from grader.law.search import Answer, NotExactError, laws
from grader.results import (
    Crashed,
    Evaluated,
    NotRun,
    NumpyScalar,
    Raised,
    Returned,
    TimedOut,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.job import Job, Point, Runner
    from grader.law_records import Law
    from grader.model import Value
    from grader.results import Ending

_POINTS = 2000  # at once
_SAMPLES = 20_000
_FEWEST_SAMPLES = 2_000
_CALL_SECONDS = 2.0  # at least, for as many calls as fit into half of it
_PATIENCE = 1.5  # times the limit of a call: for each of the two ways
_SEED = 20231203  # by which inputs are drafted
_TOO_SLOW = "its calls take too long for so many of them"


class _FailedError(Exception):
    """The submission did not answer; the message says what happened, in words for people."""


def measure(runner: Runner, job: Job, function: str, law: Law) -> Measured:
    """Find the law of a submission's function, in a worker of its own with scripted uniforms.

    Whatever the submission does, this returns, within limits of its own. Raises RunCancelledError
    as the runner does. The caller ends the runner's submission.
    """
    seconds = max(_CALL_SECONDS, job.limits.call_seconds)
    limits = job.limits._replace(call_seconds=seconds)
    found = _Found(runner, job._replace(scripted=True, limits=limits), function, law)
    try:
        try:
            return found.exact()
        except NotExactError as why:
            return found.sampled(str(why))
    except _FailedError as what:
        return Measured("", reason=str(what))
    except ChildError as error:
        return Measured("", reason=error.message)


class _Found:
    """What the submission was asked and what it answered."""

    def __init__(self, runner: Runner, job: Job, function: str, law: Law) -> None:
        self._runner = runner
        self._job = job
        self._function = function
        self._law = law
        self._inputs = [call.args for call in law.calls]

    def exact(self) -> Measured:
        """Search for the law of each call."""
        self._load()
        wanted = [
            {self._number(Returned(result)): probability for result, probability in call.outcomes}
            for call in self._law.calls
        ]
        search = laws(self._law.calls, wanted)
        deadline = self._deadline()
        points = next(search)
        while True:
            try:
                points = search.send(self._answers(points, deadline))
            except StopIteration as end:
                return Measured("exact", tuple(map(self._named, end.value)))

    def sampled(self, reason: str) -> Measured:
        """Count the results of many calls, whose inputs are drafted by their weights."""
        import random  # only here: it takes milliseconds

        self._load()
        weights = [call.weight for call in self._law.calls]
        draws = random.Random(_SEED)  # noqa: S311  # nothing is secret here
        drafted = draws.choices(range(len(weights)), weights, k=_SAMPLES)
        points: list[Point] = [(number,) for number in drafted]
        counts: Counter[int] = Counter()
        deadline = self._deadline()
        while points and time.monotonic() < deadline:
            answers = self._some_answers(points[:_POINTS])
            counts.update(answer.result for answer in answers)
            del points[: len(answers)]
        samples = counts.total()
        if samples < _FEWEST_SAMPLES:
            raise _FailedError(_TOO_SLOW)
        shares = {number: count / samples for number, count in counts.items()}
        return Measured("sampled", (self._named(shares),), samples, reason)

    def _deadline(self) -> float:
        return time.monotonic() + _PATIENCE * self._job.limits.call_seconds

    def _load(self) -> None:
        self._answered = 0
        self._results: list[Value] = []
        self._numbers: dict[str, int] = {}
        problem = self._runner.load(self._job).problem
        if problem is not None:
            raise _FailedError(f"the file did not load again: {_words(problem)}")

    def _answers(self, points: Sequence[Point], deadline: float) -> list[Answer]:
        """Return an answer per point. Raises NotExactError when that takes too long."""
        answers: list[Answer] = []
        while len(answers) < len(points):
            if time.monotonic() > deadline:
                if self._answered < _FEWEST_SAMPLES:  # nor would there be time for samples
                    raise _FailedError(_TOO_SLOW)
                raise NotExactError("its calls take too long to try them one by one")
            start = len(answers)
            answers += self._some_answers(points[start : start + _POINTS])
        return answers

    def _some_answers(self, points: Sequence[Point]) -> list[Answer]:
        seen = self._runner.evaluate(self._function, self._inputs, points)
        if not isinstance(seen, Evaluated):
            raise _FailedError(_words(seen))
        if any(_is_out_of_memory(result) for result in seen.results):
            raise _FailedError("so many calls use up its memory")
        self._answered += len(seen.numbers)
        numbers = [self._number(result) for result in seen.results]
        pairs = zip(seen.numbers, seen.used, strict=True)
        return [Answer(numbers[result], used) for result, used in pairs]

    def _number(self, result: Returned | Raised) -> int:
        """Return the same number for the same result; values are told apart with their types."""
        value = _plain(result.value) if isinstance(result, Returned) else result
        number = self._numbers.setdefault(repr(value), len(self._results))
        if number == len(self._results):
            self._results.append(value)
        return number

    def _named(self, law: dict[int, float]) -> tuple[tuple[Value, float], ...]:
        likely_first = sorted(law.items(), key=lambda item: -item[1])
        return tuple((self._results[number], probability) for number, probability in likely_first)


def _plain(value: Value) -> Value:
    """Return a value with its NumPy scalars as Python numbers: they pass for these."""
    if isinstance(value, NumpyScalar):
        return value.value
    if type(value) is list:
        return [*map(_plain, value)]
    return tuple(map(_plain, value)) if type(value) is tuple else value


def _is_out_of_memory(result: Returned | Raised) -> bool:
    return isinstance(result, Raised) and result.error.type_name == "MemoryError"


def _words(ending: Ending) -> str:
    match ending:
        case Raised(error):
            return display.one_line(error.type_name)
        case TimedOut(limit):
            return f"it took longer than {limit:g} s"
        case Crashed(reason) | NotRun(reason):
            return reason
    return "it came back"

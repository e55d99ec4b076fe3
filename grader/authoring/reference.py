"""Runs an exercise's reference: the solution, the trace and the known mistakes.

They are files like a learner's and run like one, each twice: what differs between two runs cannot
be relied on. Nothing of `reference/` is ever imported here.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from grader import display, submission
from grader.diagnosis import answer
from grader.errors import ContentError
from grader.job import Job
from grader.model import Case
from grader.results import DictValue, Raised, Returned

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from grader.job import Runner
    from grader.model import Exercise, Limits, Value
    from grader.results import Observation


class Fault(NamedTuple):
    """Why the exercise refuses an input; one of a boundary is forgiven a case that declares it."""

    text: str
    boundary: bool


class Trace(NamedTuple):
    """What trace.py tells of one call: table rows, draws, result, faults, situations."""

    rows: tuple[dict[str, Any], ...]
    draws: int
    result: tuple[Value, ...]
    faults: tuple[Fault, ...]
    situations: tuple[str, ...]


class Reference:
    """The reference of one exercise; raises ContentError for whatever does not run as it must."""

    def __init__(self, root: str, exercise: Exercise, runner: Runner) -> None:
        self.folder = os.path.join(root, "reference", exercise.id)
        self.exercise = exercise
        self._runner = runner
        if not os.path.isfile(self.path("solution.py")):
            raise ContentError(
                f"There is no reference for {exercise.id} at {self.folder}.",
                hint="`grade author` works in a clone of the repository, not in an installed copy.",
            )

    def path(self, *parts: str) -> str:
        """Return the path of a file of the reference."""
        return os.path.join(self.folder, *parts)

    def mistake_ids(self) -> list[str]:
        """Return the ids of the known mistakes, by their files."""
        folder = self.path("mistakes")
        names = os.listdir(folder) if os.path.isdir(folder) else []
        return sorted(name.removesuffix(".py") for name in names if name.endswith(".py"))

    def solve(self, cases: Sequence[Case]) -> list[tuple[Value, ...]]:
        """Return the parts of the solution's result for each case."""
        seen = self._stable("solution.py", self.exercise.function, cases)
        return [self._parts(case, one) for case, one in zip(cases, seen, strict=True)]

    def trace(self, cases: Sequence[Case]) -> list[Trace]:
        """Return what trace.py tells of each case."""
        seen = self._stable("trace.py", "trace", cases)
        return [self._traced(case, one) for case, one in zip(cases, seen, strict=True)]

    def situations(self) -> tuple[str, ...]:
        """Return the names of all situations that trace.py tells apart."""
        nothing = Case("situations", (), None)
        ending = self._stable("trace.py", "situations", [nothing])[0].ending
        names = ending.value if isinstance(ending, Returned) else None
        if type(names) is not list:
            raise ContentError(
                f"{self.path('trace.py')} defines no function situations() that returns a list.",
                hint="It names all situations that trace() can tell of; see CONTRIBUTING.md.",
            )
        return tuple(map(str, names))

    def mistake(self, mistake: str, cases: Sequence[Case]) -> list[list[Observation]]:
        """Return what two runs of a known mistake showed."""
        return self.run_twice(os.path.join("mistakes", f"{mistake}.py"), cases)

    def run_twice(
        self, name: str, cases: Sequence[Case], function: str = ""
    ) -> list[list[Observation]]:
        """Load a file of the reference and call it on all cases, twice."""
        read = submission.read(self.path(name))
        names = [parameter.name for parameter in self.exercise.parameters]
        runs = []
        for _ in range(2):
            job = Job(read.source, read.name, self.exercise.seed, self._limits())
            loaded = self._runner.load(job)
            if loaded.problem is not None:
                raise ContentError(f"{self.path(name)} does not load: {_problem(loaded.problem)}.")
            called = function or self.exercise.function
            runs.append(self._runner.call(called, cases, names, ahead=True))
            self._runner.end()
        return runs

    def _limits(self) -> Limits:
        # A busy machine must not make a mistake look like one that hangs.
        return self.exercise.limits._replace(call_seconds=10.0)

    def _stable(self, name: str, function: str, cases: Sequence[Case]) -> list[Observation]:
        first, second = self.run_twice(name, cases, function)
        for case, one, other in zip(cases, first, second, strict=True):
            if answer(one) != answer(other):
                raise ContentError(
                    f"{self.path(name)} answers differently from run to run ({case.id}).",
                    hint="The reference must not depend on anything but its arguments.",
                )
        return first

    def _parts(self, case: Case, seen: Observation) -> tuple[Value, ...]:
        if not isinstance(seen.ending, Returned):
            raise ContentError(
                f"{self.path('solution.py')} returns nothing for {case.id}: "
                f"{_problem(seen.ending)}."
            )
        value = seen.ending.value
        return value if isinstance(value, tuple) else (value,)

    def _traced(self, case: Case, seen: Observation) -> Trace:
        told = plain(seen.ending.value) if isinstance(seen.ending, Returned) else None
        try:
            return Trace(
                tuple(told["rows"]),  # type: ignore[index]  # a wrong shape is caught right here
                told["draws"],  # type: ignore[index]
                tuple(told["result"]),  # type: ignore[index]
                tuple(Fault(f["text"], f["boundary"]) for f in told["faults"]),  # type: ignore[index]
                tuple(told["situations"]),  # type: ignore[index]
            )
        except (TypeError, KeyError) as error:
            problem = _problem(seen.ending) if told is None else f"{error} is missing or wrong"
            raise ContentError(
                f"{self.path('trace.py')} does not tell of {case.id} what it must: {problem}.",
                hint="It returns rows, draws, result, faults and situations; see CONTRIBUTING.md.",
            ) from None


def plain(value: Value) -> Value:
    """Return a value with its dicts as dicts."""
    if isinstance(value, DictValue):
        return {str(key): plain(item) for key, item in value.pairs}
    if type(value) is list:
        return [plain(item) for item in value]
    return value


def _problem(ending: object) -> str:
    if isinstance(ending, Raised):
        error = ending.error
        place = f", line {error.frames[-1].line}" if error.frames else ""
        return f"{error.type_name}: {display.one_line(error.message)}{place}"
    return str(getattr(ending, "reason", type(ending).__name__))

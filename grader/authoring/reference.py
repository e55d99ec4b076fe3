"""Runs an exercise's reference: the solution, the trace and the known mistakes.

They are files like a learner's and run like one; what differs between two runs cannot be relied
on. Nothing of `reference/` is ever imported here.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from grader import content, display, submission
from grader.authoring.curves import drawn_curves
from grader.authoring.trace import (
    Trace,
    ending_words,
    is_foreign,
    line_of,
    traced,
    traced_law,
)
from grader.compare import mismatch
from grader.content import ContentProblems, Problem
from grader.diagnosis import answer
from grader.job import Job
from grader.law import measure
from grader.law_records import LawCall
from grader.model import Case
from grader.results import Returned

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from grader.job import Runner
    from grader.law import Measured
    from grader.law_records import Law
    from grader.model import Exercise, Limits, Value
    from grader.results import LoadObservation, Observation

GUIDE = 'see "A new exercise" in CONTRIBUTING.md'


class Reference:
    """The reference of one exercise; raises ContentProblems for what does not run as it must."""

    def __init__(self, root: str, exercise: Exercise, runner: Runner) -> None:
        self.folder = os.path.join(root, "reference", exercise.id)
        self.exercise = exercise
        self._runner = runner

    def path(self, *parts: str) -> str:
        """Return the path of a file of the reference."""
        return os.path.join(self.folder, *parts)

    def traces(self, cases: Sequence[Case]) -> list[Trace]:
        """Return what trace.py tells of each case."""
        seen = self._stable("trace.py", "trace", cases)
        told = [traced(self.exercise, one) for one in seen]
        pairs = zip(cases, told, strict=True)
        wrong = [(case, one) for case, one in pairs if isinstance(one, str)]
        self._refuse("trace.py", wrong, GUIDE)
        return [one for one in told if isinstance(one, Trace)]

    def results(self, cases: Sequence[Case], traces: Sequence[Trace]) -> list[tuple[Value, ...]]:
        """Return the parts of the solution's result for each case, which are as the traces say."""
        seen = self._stable("solution.py", self.exercise.function, cases)
        triples = zip(cases, seen, traces, strict=True)
        wrong = [(case, self._wrong(case, one, trace)) for case, one, trace in triples]
        self._refuse_inputs(wrong, traces)
        self._refuse("solution.py", wrong, "make solution.py and trace.py agree")
        return [trace.result for trace in traces]

    def _wrong(self, case: Case, seen: Observation, trace: Trace) -> str:
        """Say how the solution's result differs from the trace's; "" when they agree."""
        if not isinstance(seen.ending, Returned):
            return f"does not return: {ending_words(seen.ending)}"
        value, told = seen.ending.value, content.whole_result(trace.result)
        if is_foreign(value):
            return "returns NumPy numbers or other objects where plain data are meant"
        reason = mismatch(self.exercise, case._replace(expected=told), value)
        if not reason:
            return ""
        mine, other = display.value_text(value), display.value_text(told)
        return f"returns {mine} where trace.py says {other}: {reason[:1].lower()}{reason[1:-1]}"

    def situations(self) -> tuple[str, ...]:
        """Return the names of all situations that trace.py tells apart."""
        nothing = Case("situations", (), None)
        ending = self._stable("trace.py", "situations", [nothing])[0].ending
        names = ending.value if isinstance(ending, Returned) else None
        if type(names) is not list:
            raise self._problem("trace.py", "situations() returns no list of names", GUIDE)
        return tuple(map(str, names))

    def curves(self) -> dict[str, Any]:
        """Return the data of the exercise's pictures of kind "curves", by the picture's id."""
        ids = [picture.id for picture in self.exercise.pictures if picture.kind == "curves"]
        if not ids:
            return {}
        nothing = Case("curves", (), None)
        ending = self._stable("trace.py", "curves", [nothing])[0].ending
        if not isinstance(ending, Returned):
            message = f"curves() does not return: {ending_words(ending)}"
            raise self._problem("trace.py", message, GUIDE, line_of(ending))
        found = drawn_curves(ending.value, ids)
        if isinstance(found, str):
            raise self._problem("trace.py", f"curves() {found}", GUIDE)
        return found

    def mistake(self, mistake: str, cases: Sequence[Case]) -> list[Observation]:
        """Return what a run of a known mistake showed."""
        return self._run(os.path.join("mistakes", f"{mistake}.py"), self.exercise.function, cases)

    def law(self, law: Law) -> Law:
        """Return a law with what trace.py's `law` tells of each of its calls."""
        cases = [Case(f"{law.id}: {self.call_text(call)}", call.args, None) for call in law.calls]
        seen = self._stable("trace.py", "law", cases)
        told = [traced_law(self.exercise, *pair) for pair in zip(law.calls, seen, strict=True)]
        wrong = [(c, one) for c, one in zip(cases, told, strict=True) if isinstance(one, str)]
        self._refuse("trace.py", wrong, GUIDE)
        return law._replace(calls=tuple(one for one in told if isinstance(one, LawCall)))

    def measured(self, name: str, law: Law) -> Measured:
        """Return the law of a program of the reference, measured as a submission's."""
        read = submission.read(self.path(name))
        limits = patient(self.exercise.limits)
        job = Job(read.source, read.name, self.exercise.seed, limits)
        measured = measure(self._runner, job, self.exercise.function, law)
        self._runner.end()
        return measured

    def call_text(self, call: LawCall) -> str:
        """Return a call of a law as Python text."""
        return display.call_text(self.exercise, Case("", call.args, None))

    def _run(self, name: str, function: str, cases: Sequence[Case]) -> list[Observation]:
        """Load a file of the reference and call one of its functions on all cases."""
        if not os.path.isfile(self.path(name)):
            raise self._problem(name, "there is no such file", GUIDE)
        read = submission.read(self.path(name))
        limits = patient(self.exercise.limits)
        loaded = self._runner.load(Job(read.source, read.name, self.exercise.seed, limits))
        if problem := unusable(loaded, function):
            self._runner.end()
            raise self._problem(name, problem.text, "mend it", problem.line)
        names = [parameter.name for parameter in self.exercise.parameters]
        seen = self._runner.call(function, cases, names, told=False)
        self._runner.end()
        return seen

    def _stable(self, name: str, function: str, cases: Sequence[Case]) -> list[Observation]:
        """Return what a run showed, if another run shows the same."""
        first, second = (self._run(name, function, cases) for _ in range(2))
        text = "answers differently from run to run"
        pairs = zip(cases, first, second, strict=True)
        answers = (
            (case, answer(self.exercise, a), answer(self.exercise, b)) for case, a, b in pairs
        )
        changes = [(case, text) for case, one, two in answers if one != two]
        self._refuse(name, changes, "let it depend on nothing but its arguments")
        return first

    def _refuse(self, name: str, found: Sequence[tuple[Case, str]], fix: str) -> None:
        """Raise the first of the faults found with cases, and how many more there are."""
        wrong = [(case, text) for case, text in found if text]
        if wrong:
            case, text = wrong[0]
            more = f" (and {len(wrong) - 1} more calls)" if len(wrong) > 1 else ""
            raise self._problem(name, f'for "{case.id}"{more} it {text}', fix)

    def _refuse_inputs(self, found: Sequence[tuple[Case, str]], traces: Sequence[Trace]) -> None:
        """Raise what is wrong with inputs that the solution need not know how to answer.

        Where an input is none of this exercise, not the reference is to be mended, but the case.
        """
        probes = {probe.id for probe in self.exercise.probes}
        problems = [
            Problem(
                content.shown_path(case.source),
                case.line,
                f'{"probe" if case.id in probes else "case"} "{case.id}"',
                fault.text,
                "choose other numbers",
            )
            for (case, text), trace in zip(found, traces, strict=True)
            for fault in trace.faults
            if text and not fault.boundary
        ]
        if problems:
            raise ContentProblems(problems)

    def _problem(self, name: str, message: str, fix: str, line: int = 0) -> ContentProblems:
        path = content.shown_path(self.path(name))
        return ContentProblems([Problem(path, line, "", message, fix)])


def mistake_ids(root: str, exercise_id: str) -> list[str]:
    """Return the ids of the known mistakes of an exercise, by their files."""
    folder = os.path.join(root, "reference", exercise_id, "mistakes")
    names = os.listdir(folder) if os.path.isdir(folder) else []
    visible = (name for name in names if name.endswith(".py") and not name.startswith("."))
    return sorted(name.removesuffix(".py") for name in visible)


def patient(limits: Limits) -> Limits:
    """Return limits that a busy machine does not reach: it must not make a mistake look hung."""
    return limits._replace(call_seconds=10.0)


class Unusable(NamedTuple):
    """Why a file that was loaded cannot be called, and the line where that shows (0: none)."""

    text: str
    line: int


def unusable(loaded: LoadObservation, function: str) -> Unusable | None:
    """Return why the function of a loaded file cannot be called; None when it can."""
    if loaded.problem is not None:
        return Unusable(f"does not load: {ending_words(loaded.problem)}", line_of(loaded.problem))
    if not any(one.name == function and one.callable for one in loaded.defines):
        return Unusable(f"defines no function {function}", 0)
    return None

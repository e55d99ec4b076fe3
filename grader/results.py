"""What comes out of grading: outcomes, observations, results of cases, and the Report.

Observations are what the runner saw; results are what the judge made of them. Every text of a
submission in a CaseResult or Report is already sanitised (`display.sanitise`), so renderers only
lay it out.
"""

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from grader.model import Value

if TYPE_CHECKING:
    from grader.law_records import LawResult


class Outcome(StrEnum):
    """How one call ended, as the learner is told."""

    PASSED = "passed"
    FAILED = "failed"
    RAISED = "raised"
    TIMED_OUT = "timed-out"
    CRASHED = "crashed"
    NOT_RUN = "not-run"


class Verdict(StrEnum):
    """What a whole submission is worth."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_STARTED = "not-started"
    NOT_LOADED = "not-loaded"
    NOT_GRADED = "not-graded"


# --- what the runner saw -------------------------------------------------------------------------


class Foreign(NamedTuple):
    """A returned value that is no plain data: only the name of its type is known."""

    type_name: str


class NumpyScalar(NamedTuple):
    """A NumPy scalar: its type name ("int64") and its value as a Python bool, int or float."""

    dtype: str
    value: bool | int | float


class NumpyArray(NamedTuple):
    """A NumPy array: dtype name, shape, its items in one flat list (None: too many, objects)."""

    dtype: str
    shape: tuple[int, ...]
    items: list[Value] | None


class DictValue(NamedTuple):
    """A returned dict as pairs; its keys may be anything."""

    pairs: tuple[tuple[Value, Value], ...]


class Frame(NamedTuple):
    """A place in the learner's file: line from 1 and the function's name."""

    line: int
    function: str


class LearnerError(NamedTuple):
    """An exception in the learner's code, as data. `frames` are the learner's own, innermost last.

    `repeated` counts frames left out of a deep recursion. `line` and `column` belong to syntax
    errors, `module` to failed imports (the name of the module asked for), `arrays` (name and shape)
    are NumPy arrays that were local where a value was not what was needed.
    """

    type_name: str
    message: str
    frames: tuple[Frame, ...] = ()
    repeated: int = 0
    line: int | None = None
    column: int | None = None
    module: str = ""
    arrays: tuple[tuple[str, tuple[int, ...]], ...] = ()


class Printed(NamedTuple):
    """What a call printed: the first and last bytes, and how much lies between."""

    head: bytes = b""
    tail: bytes = b""
    cut_bytes: int = 0
    cut_lines: int = 0


class GeneratorUse(NamedTuple):
    """What the state of NumPy's global generator tells after a call.

    `kind` is "untouched", "unseeded", "seeded" (with the exercise's seed) or "other"; `draws`
    counts doubles for the middle two (None when the words drawn make no whole number of doubles).
    """

    kind: str
    draws: int | None = None


class Returned(NamedTuple):
    """A call that came back with a value."""

    value: Value


class Raised(NamedTuple):
    """A call or a load that ended with an exception."""

    error: LearnerError


class TimedOut(NamedTuple):
    """A call or a load that was stopped at its limit, in seconds."""

    limit: float


class Crashed(NamedTuple):
    """A process that ended without an answer, with the reason in words."""

    reason: str


class NotRun(NamedTuple):
    """A call that was never made, with the reason in words."""

    reason: str


Ending = Returned | Raised | TimedOut | Crashed | NotRun


class Evaluated(NamedTuple):
    """What calls with scripted uniforms brought: a number into `results` per point, in order.

    `used` is how many doubles each of them drew, -1 for what is no number of doubles. Of more
    points than there was time for, those at the end are missing.
    """

    results: tuple[Returned | Raised, ...]
    numbers: list[int]
    used: list[int]


class Observation(NamedTuple):
    """Everything that was seen of one call."""

    ending: Ending
    printed: Printed = Printed()
    arguments_changed: tuple[int, ...] = ()
    generator: GeneratorUse | None = None
    warnings: tuple[str, ...] = ()
    seconds: float = 0.0


class Defined(NamedTuple):
    """A name that the submission defines, and what it is ("function", "class", a type's name)."""

    name: str
    kind: str
    callable: bool


class CellRun(NamedTuple):
    """How one cell of a notebook ended: its exception, and the names that it bound."""

    error: LearnerError | None = None
    binds: tuple[str, ...] = ()


class LoadObservation(NamedTuple):
    """How loading the submission ended: `problem` is None when it loaded.

    `cells` are those of a notebook, in order; one that fails is no problem of the whole.
    """

    problem: Raised | TimedOut | Crashed | None
    defines: tuple[Defined, ...] = ()
    printed: Printed = Printed()
    seconds: float = 0.0
    cells: tuple[CellRun, ...] = ()


# --- what the judge and the diagnosis made of it -------------------------------------------------


class Note(NamedTuple):
    """A remark that never changes a verdict; `id` is stable for machines.

    `about_draws` is set for what NumPy's generator tells: a screen leaves it out beside the name of
    a mistake, which says more.
    """

    id: str
    text: str
    about_draws: bool = False


class Output(NamedTuple):
    """What a call printed, for people: whole lines, and how many were cut between them."""

    head: str = ""
    cut_lines: int = 0
    tail: str = ""

    def __bool__(self) -> bool:
        return bool(self.head or self.tail)


class Place(NamedTuple):
    """A place in the learner's file: line from 1, its source text, column from 1 when known.

    In a notebook, `cell` counts the code cells from 1, and `line` the lines of that cell.
    """

    line: int
    source: str
    column: int | None = None
    function: str = ""
    cell: int = 0

    @property
    def where(self) -> str:
        """The place in words: "line 4", or "code cell 2, line 4"."""
        return f"code cell {self.cell}, line {self.line}" if self.cell else f"line {self.line}"


class Table(NamedTuple):
    """The decision table of a case as text cells, and the row where the answer leaves the rule."""

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    examined: tuple[bool, ...]
    first_difference: int | None


class CaseResult(NamedTuple):
    """One case, judged. `call`, `expected` and `actual` are Python text for people.

    `reason` says in one sentence what is wrong; `why` is the case's own lesson; `message` is the
    learner's exception ("NameError: ...") and `place` where it was raised. `number` counts the
    cases from 1 as shown. `topic` selects hints; `scored` is false for cases of zero points;
    `seconds` is how long the call took by the clock.
    """

    id: str
    number: int
    title: str
    outcome: Outcome
    points: int | float
    call: str
    expected: str
    actual: str = ""
    reason: str = ""
    why: str = ""
    message: str = ""
    place: Place | None = None
    output: Output = Output()
    notes: tuple[Note, ...] = ()
    table: Table | None = None
    topic: str = ""
    seconds: float = 0.0

    @property
    def scored(self) -> bool:
        """Whether this case counts for verdict, exit code and score."""
        return self.points != 0


class Counterexample(NamedTuple):
    """The simplest call on which the submission is wrong, as Python text."""

    call: str
    expected: str
    actual: str
    reason: str = ""
    table: Table | None = None


class Probes(NamedTuple):
    """How many of the further, unscored calls agree, and the simplest counterexample."""

    agreed: int = 0
    total: int = 0
    simplest: Counterexample | None = None


class Hidden(NamedTuple):
    """All that is ever told of hidden cases: how many there are and how many passed.

    `earned` of `points` is what they are worth, in points: a score has to add up. `ids` are
    those of the cases that passed, for pytest, where each is an item; no renderer shows them.
    """

    passed: int = 0
    total: int = 0
    earned: int | float = 0
    points: int | float = 0
    ids: tuple[str, ...] = ()


class Diagnosis(NamedTuple):
    """The known mistake whose answers or law these are; not `certain`: one of a group."""

    id: str
    title: str
    explanation: str
    certain: bool


class Versions(NamedTuple):
    """What took part in grading."""

    grader: str
    python: str
    numpy: str
    content: str


class Report(NamedTuple):
    """Everything that is told about one graded submission; every renderer is a projection of it.

    `message` is the headline of a file that does not load or was not graded, with `place` where
    it is. `score` and `max_score` are in the units of `--max-score` when that is given, else
    points. `exercise` is the id, `heading` its title, `submission` the path as shown. `laws` is
    empty where the exercise has none, and where none was measured.
    """

    exercise: str
    heading: str
    submission: str
    verdict: Verdict
    message: str = ""
    advice: str = ""
    place: Place | None = None
    cases: tuple[CaseResult, ...] = ()
    score: int | float = 0
    max_score: int | float = 0
    probes: Probes = Probes()
    hidden: Hidden = Hidden()
    laws: tuple["LawResult", ...] = ()
    diagnosis: Diagnosis | None = None
    notes: tuple[Note, ...] = ()
    output: Output = Output()
    isolation: str = "none"
    versions: Versions = Versions("", "", "", "")
    seconds: float = 0.0

    @property
    def passed(self) -> int:
        """How many of the visible cases passed."""
        return sum(case.outcome is Outcome.PASSED for case in self.cases)

    @property
    def total(self) -> int:
        """How many visible cases there are."""
        return len(self.cases)

    @property
    def wrong_law(self) -> "LawResult | None":
        """The first law that the submission has not; None when none is known to be wrong."""
        return next((law for law in self.laws if law.agrees is False), None)

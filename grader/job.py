"""What a runner is asked (a Job) and what every runner offers."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from grader.model import Case, Limits, Value
from grader.results import Ending, Evaluated, LoadObservation, Observation

# The number of an input, then uniforms in [0, 1) for the first draws; without any, all are random.
Point = tuple[int, *tuple[float, ...]]


class Job(NamedTuple):
    """A submission to load: its bytes, the name for its tracebacks, the seed, the limits.

    After `timeouts` time-outs the remaining calls are not run. `cells` are the first and the last
    lines of a notebook's cells, which are run one by one. `scripted` has its random generators
    speak from a script: such a submission is only evaluated, not called.
    """

    source: bytes
    file: str
    seed: int | None
    limits: Limits
    timeouts: int = 2
    cells: tuple[tuple[int, int], ...] = ()
    scripted: bool = False


class RunCancelledError(Exception):
    """Somebody cancelled the run; what was seen of it until then is of no interest."""


class Runner(Protocol):
    """What runs submissions; `versions` are known once something was loaded."""

    python: str
    numpy: str

    def load(self, job: Job) -> LoadObservation:
        """Load a submission. Raises ChildError when no process can be started at all."""

    def call(
        self, function: str, cases: Sequence[Case], names: Sequence[str], *, told: bool = True
    ) -> list[Observation]:
        """Call the loaded submission's function on every case, in order.

        What the calls print and how long they take is only told when it is to be `told`.
        """

    def evaluate(
        self, function: str, inputs: Sequence[tuple[Value, ...]], points: Sequence[Point]
    ) -> Evaluated | Ending:
        """Call the function of a scripted submission once per point, as far as time allows.

        What does not end, or ends badly, brings another ending; nothing can be called after it.
        """

    def end(self, *, wait: bool = True) -> None:
        """End the loaded submission and all that it started.

        Without `wait` this happens meanwhile; the next load waits for it.
        """

    def cancel(self) -> None:
        """From another thread: have the run raise RunCancelledError, and `end` forget it.

        What raises is the load or call under way, else the next one. A cancel that comes too late,
        after `end`, thus meets the next run: whoever cancels has to know what to run again.
        """

    def close(self) -> None:
        """End the child process."""

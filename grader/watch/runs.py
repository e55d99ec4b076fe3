"""Runs submissions in a thread of its own, one at a time; results go into the queue of events."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING

from grader.errors import GraderError
from grader.job import RunCancelledError
from grader.watch.session import Finished

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.results import Report
    from grader.submission import Submission


class Runs:
    """The thread that grades; `cancel` makes the `grade` under way raise RunCancelledError."""

    def __init__(
        self,
        grade: Callable[[Submission], Report],
        cancel: Callable[[], None],
        finished: Callable[[Finished], None],
    ) -> None:
        self._grade = grade
        self._finished = finished
        self._jobs: queue.Queue[Submission | None] = queue.Queue()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()
        self.cancel = cancel

    def start(self, submitted: Submission) -> None:
        """Begin a run; its end comes as a Finished event."""
        self._jobs.put(submitted)

    def close(self) -> None:
        """Cancel what runs, and wait for the thread to end."""
        self._jobs.put(None)
        self.cancel()
        self._thread.join()

    def _work(self) -> None:
        while (submitted := self._jobs.get()) is not None:
            self._finished(self._run(submitted))

    def _run(self, submitted: Submission) -> Finished:
        try:
            return Finished(self._grade(submitted))
        except RunCancelledError:
            return Finished(None)
        except GraderError as error:
            return Finished(None, "\n".join(filter(None, (error.message, error.hint))))
        except Exception as error:  # a fault of ours must not end the session
            return Finished(None, f"The grader itself failed ({type(error).__name__}: {error}).")

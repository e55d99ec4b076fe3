"""A grader for coding exercises: a learner's file goes in, a report comes out."""

from __future__ import annotations

TYPE_CHECKING = False  # as in launch: start-up
if TYPE_CHECKING:
    from grader.ipython import Shell

__version__ = "0.1.0"


def load_ipython_extension(ipython: Shell) -> None:
    """Register the magics: IPython calls this for `%load_ext grader`."""
    from grader.ipython import load  # IPython and all of the grader

    load(ipython)

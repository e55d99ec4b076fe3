"""Chooses where submissions run, and proves that nothing gets out of there before it is used.

Every backend is a way to start the zygote. Isolation is tested by what a submission is able to
do, not by what is installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grader import launch
from grader.errors import UsageError
from grader.sandbox.backend import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.sandbox.backend import Starter

NAMES = ("none", "bubblewrap", "user")
_BEST_FIRST = ("bubblewrap", "user")
_ADVICE = {
    "bubblewrap": "Debian and Ubuntu have it as the package bubblewrap (0.8 or newer).",
    "user": "It needs root, Python and NumPy where everybody can read them, and secret files that "
    "only their owner can (chmod 600).",
}
_WITHOUT = "--sandbox none runs submissions unprotected, with all your rights."


class Sandbox(NamedTuple):
    """A place to run submissions: its name for reports, and what starts zygotes there.

    `ZygoteRunner(start=sandbox.starter(slot))` runs submissions in it. Runners at work at the same
    time need different slots. A zygote ends with the thread that started it.
    """

    name: str
    starter: Starter


def choose(name: str | None, *, secrets: Sequence[str] = ()) -> Sandbox:
    """Return the sandbox of this name; without a name, the best one that passes its self-test.

    `secrets` are paths of files that no submission may be able to read. Raises UsageError with the
    reasons when the sandbox does not hold, or none does.
    """
    if name == "none":
        return Sandbox("none", _unprotected)
    if name is not None and name not in NAMES:
        raise UsageError(f"There is no sandbox {name!r}.", hint=f"Sandboxes: {', '.join(NAMES)}.")
    reasons = []
    for each in (name,) if name else _BEST_FIRST:
        try:
            return _proven(each, secrets)
        except RefusalError as refusal:
            reasons.append(f"{each}: {refusal}")
    if name is not None:
        advice = f"{_ADVICE[name]} {_WITHOUT}"
        raise UsageError(f"The sandbox {reasons[0]}.", hint=advice)
    advice = " ".join((_ADVICE["bubblewrap"], _WITHOUT))
    raise UsageError(f"No sandbox holds here. {'; '.join(reasons)}.", hint=advice)


def _unprotected(slot: int = 0) -> Callable[[], launch.Child]:
    del slot  # zygotes without a sandbox have nothing of their own
    return launch.start


def _proven(name: str, secrets: Sequence[str]) -> Sandbox:
    """Return a sandbox that passed its self-test. Raises RefusalError."""
    if not launch.can_fork():
        raise RefusalError("it needs Linux")
    from grader.sandbox import bubblewrap, selftest, user  # they import what others do not have

    starter = {"bubblewrap": bubblewrap.starter, "user": user.starter}[name]()
    selftest.run(starter(0), secrets)
    return Sandbox(name, starter)

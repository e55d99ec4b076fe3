"""The command `grade`: starts the child before anything else loads, then hands over to `cli`."""

from __future__ import annotations

import gc
import os
import sys

from grader import launch


def main() -> None:
    """Run the command line and end the process with its exit code."""
    _forget_current_folder()
    arguments = sys.argv[1:]
    if not arguments or arguments[0] not in launch.COMMANDS:
        gc.disable()  # one file makes little garbage, and looking for it takes 3 ms
    child = _started(arguments)
    _replace_closed_streams()
    from grader import cli  # the child imports NumPy meanwhile

    code = cli.run(arguments, child)
    # Not through the interpreter's own end: tearing down all modules takes longer than judging.
    _flush_and_exit(code)


def _started(arguments: list[str]) -> launch.Child | None:
    """Start a child if one will be needed; where that fails, `cli` tries again and says why."""
    try:
        return launch.start() if _grades_at_once(arguments) else None
    except OSError:
        return None


def _forget_current_folder() -> None:
    """Take the folder of `python -m grader` off the path: a learner's re.py is not for us."""
    if sys.argv[0] == __file__:
        try:
            here = ("", os.getcwd())
        except OSError:  # it was deleted
            here = ("", "")
        sys.path[:] = [entry for entry in sys.path if entry not in here]


def _replace_closed_streams() -> None:
    """Give what is printed somewhere to go where the caller has closed the standard streams."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def _grades_at_once(arguments: list[str]) -> bool:
    """Return whether a child will be needed, as far as the first word tells."""
    if not launch.can_fork() or not arguments:
        return False
    first = arguments[0]
    if first in launch.COMMANDS or first.startswith("-") or not os.path.isfile(first):
        return False
    # A sandbox starts its own, and only once it is known to hold.
    return not any(argument.startswith("--sandbox") for argument in arguments)


def _flush_and_exit(code: int) -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # a reader that hung up is no fault of the submission
            continue
    os._exit(code)


if __name__ == "__main__":
    main()

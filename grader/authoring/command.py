"""The commands `grade author check | sync | add | try`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from grader import content
from grader.arguments import Parser
from grader.authoring import sync
from grader.errors import ExitCode, UsageError
from grader.runner import open_runner

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.runner import Runner

_COMMANDS = "check | sync | add | try"


def main(arguments: Sequence[str]) -> int:
    """Run an author command and return its exit code."""
    commands: dict[str, Callable[[Sequence[str]], int]] = {"sync": _sync}
    if not arguments or arguments[0] not in commands:
        what = f"There is no command {arguments[0]!r}." if arguments else "Which command?"
        raise UsageError(what, hint=f"Try: grade author {_COMMANDS}")
    return commands[arguments[0]](arguments[1:])


def _parser(name: str, description: str) -> Parser:
    parser = Parser(f"grade author {name}", description)
    parser.add_argument(
        "--root",
        default="",
        metavar="DIR",
        help="the folder that holds exercise/, hints/ and reference/ (default: this repository)",
    )
    return parser


def _sync(arguments: Sequence[str]) -> int:
    parser = _parser("sync", "Record what the reference does: generated.json, fingerprints.json.")
    parser.add_argument("exercise", nargs="*", metavar="EXERCISE", help="default: all of them")
    options = parser.parse_args(arguments)
    root = options.root or content.data_root()
    runner = open_runner()
    try:
        for exercise_id in options.exercise or content.exercise_ids(root):
            _sync_one(root, exercise_id, runner)
    finally:
        runner.close()
    return ExitCode.OK


def _sync_one(root: str, exercise_id: str, runner: Runner) -> None:
    written = sync.write(sync.record(root, exercise_id, runner))
    for path in written:
        print(f"wrote {path}")
    if not written:
        print(f"{exercise_id}: everything is up to date", file=sys.stdout)

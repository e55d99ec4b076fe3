"""The commands `grade author check | sync | add | try`."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from grader import content, identify
from grader.arguments import Parser
from grader.authoring import laws, sync
from grader.authoring.add import add, try_file
from grader.authoring.ask import completed
from grader.authoring.check import check
from grader.authoring.check_files import stray_folders
from grader.authoring.coverage import table
from grader.authoring.toml_text import argument, case_block, toml_value
from grader.errors import ContentError, ExitCode, UsageError
from grader.render.layout import charset_for
from grader.render.table import table_lines
from grader.render.terminal import encoding_of, plain
from grader.runner import open_runner

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from grader.authoring.add import Examined
    from grader.authoring.check import Checked
    from grader.content import Problem
    from grader.job import Runner

_WIDTH = 100
_COMMANDS = "check | sync | add | try"


def main(arguments: Sequence[str]) -> int:
    """Run an author command and return its exit code."""
    commands: dict[str, Callable[[Sequence[str]], int]] = {
        "check": _check,
        "sync": _sync,
        "add": _add,
        "try": _try,
    }
    if arguments and arguments[0] in ("-h", "--help"):
        Parser("grade author", _DESCRIPTION, _OVERVIEW).parse_args(arguments)
    if not arguments or arguments[0] not in commands:
        what = f"There is no command {arguments[0]!r}." if arguments else "Which command?"
        raise UsageError(what, hint=f"Try: grade author {_COMMANDS}")
    return commands[arguments[0]](arguments[1:])


_DESCRIPTION = "For instructors, in a clone of the repository; CONTRIBUTING.md walks you through."
_OVERVIEW = """\
commands:
  grade author check [EXERCISE...]   check all content: every problem at once
  grade author sync [EXERCISE...]    record what the reference does
  grade author add                   add a case: asks, checks it, says what it catches
  grade author try CASES.toml        check a file of your own for --cases

`grade author COMMAND --help` tells more.
"""


def _parser(name: str, description: str) -> Parser:
    parser = Parser(f"grade author {name}", description)
    parser.add_argument(
        "--root",
        default="",
        metavar="DIR",
        help="the folder that holds exercise/, hints/ and reference/ (default: this repository)",
    )
    return parser


def _root(given: str) -> str:
    """Return the folder to work in. Raises ContentError when it holds no content to work on."""
    root = given or content.data_root()
    if not content.exercise_ids(root):
        raise ContentError(f"There is no exercise in {os.path.join(root, 'exercise')}.")
    if not os.path.isdir(os.path.join(root, "reference")):
        raise ContentError(
            f"There is no reference/ in {root}.",
            hint="It works in a clone of the repository (pip install -e .), or say --root DIR.",
        )
    return root


# --- check, sync ---------------------------------------------------------------------------------


def _exercises(parser: Parser) -> None:
    parser.add_argument("exercise", nargs="*", metavar="EXERCISE", help="default: all of them")
    about = "measure the laws of all known mistakes again, not only of those that changed"
    parser.add_argument("--again", action="store_true", help=about)


def _check(arguments: Sequence[str]) -> int:
    parser = _parser(
        "check", "Check all content: every problem at once, then what the cases catch."
    )
    _exercises(parser)
    every = "tell of every known mistake with a wrong law, not only of those that differ least"
    parser.add_argument("--all", action="store_true", help=every)
    options = parser.parse_args(arguments)
    root = _root(options.root)
    stray = [] if options.exercise else stray_folders(root)
    runner = open_runner()
    try:
        ids = options.exercise or content.exercise_ids(root)
        found = {
            exercise_id: check(root, exercise_id, runner, again=options.again)
            for exercise_id in ids
        }
    finally:
        runner.close()
    _complain(stray)
    for exercise_id, checked in found.items():
        _tell(exercise_id, checked, options.all)
    failed = bool(stray) or any(checked.failed for checked in found.values())
    return ExitCode.USAGE if failed else ExitCode.OK


def _complain(problems: Iterable[Problem]) -> None:
    sys.stdout.flush()  # else a log that takes both streams shows them in another order
    for problem in problems:
        print(problem, file=sys.stderr, flush=True)


def _tell(exercise_id: str, checked: Checked, every: bool) -> None:
    _complain(checked.problems)
    if checked.coverage is not None:
        print(f"{exercise_id}: what the cases catch of the known mistakes\n")
        print("\n".join(table(checked.coverage)), end="\n\n")
    if checked.laws.written:
        print(f"{exercise_id}: the laws of what is returned\n")
        print("\n".join(laws.told(checked.laws, every=every)), end="\n\n")
    print(f"{exercise_id}: {_counted(checked.problems)}")


def _counted(problems: Sequence[Problem]) -> str:
    errors = sum(problem.severity == "error" for problem in problems)
    counts = ((errors, "problem"), (len(problems) - errors, "warning"))
    return ", ".join(f"{count} {noun}{'s' * (count != 1)}" for count, noun in counts)


def _sync(arguments: Sequence[str]) -> int:
    parser = _parser("sync", "Record what the reference does: generated.json and others.")
    _exercises(parser)
    options = parser.parse_args(arguments)
    root = _root(options.root)
    runner = open_runner()
    try:
        for exercise_id in options.exercise or content.exercise_ids(root):
            _sync_one(root, exercise_id, runner, again=options.again)
    finally:
        runner.close()
    return ExitCode.OK


def _sync_one(root: str, exercise_id: str, runner: Runner, *, again: bool) -> None:
    written = sync.write(sync.record(root, exercise_id, runner, laws=True, again=again))
    for path in written:
        print(f"wrote {content.shown_path(path)}")
    if not written:
        print(f"{exercise_id}: everything is up to date")


# --- add, try ------------------------------------------------------------------------------------


def _add(arguments: Sequence[str]) -> int:
    parser = _parser("add", "Add a case; what is not given as an option is asked for.")
    add_option = parser.add_argument
    add_option("--exercise", default="", metavar="ID", help="which exercise, if several")
    add_option("--id", metavar="ID", help="words-with-hyphens, shown in reports")
    add_option("--title", metavar="TEXT", help="what the case is about, in a few words")
    add_option("--why", metavar="TEXT", help="what is to be learnt from it, in a sentence")
    add_option("--arg", action="append", default=[], metavar="NAME=VALUE", help="as in TOML")
    add_option("--array", action="append", default=[], metavar="NAME", help="pass it as an array")
    add_option("--points", type=_points, metavar="N", help="default: 1")
    add_option("--topic", metavar="ID", help="of the hints for this case")
    add_option("--tag", action="append", default=[], metavar="NAME", help="mark for pytest")
    add_option("--boundary", action="store_true", help="a draw may equal its boundary exactly")
    options = parser.parse_args(arguments)
    root = _root(options.root)
    args = _arguments(options.arg)
    exercise_id = _one_exercise(root, options.exercise, lambda: args)
    exercise = content.load_exercise(root, exercise_id, require_generated=False)
    fields = {
        "id": options.id,
        "title": options.title,
        "why": options.why,
        "args": args,
        "arrays": options.array,
        "points": options.points,
        "topic": options.topic,
        "tags": options.tag,
        "boundary": options.boundary,
    }
    fields = completed(exercise, fields, content.load_hints(root, exercise_id).topics)
    block = case_block(fields)
    runner = open_runner()
    try:
        warnings, examined = add(root, exercise.id, block, str(fields["id"]), runner)
    finally:
        runner.close()
    _show_examined(examined)
    _complain(warnings)
    print(f"added to {content.shown_path(examined.case.source)}:{examined.case.line}")
    return ExitCode.OK


def _arguments(given: Sequence[str]) -> dict[str, object]:
    """Return the arguments given as NAME=VALUE. Raises UsageError for one given twice."""
    args: dict[str, object] = {}
    for name, value in map(argument, given):
        if name in args:
            raise UsageError(f"--arg {name} is given twice.")
        args[name] = value
    return args


def _points(text: str) -> int | float:
    value = toml_value(text)
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise ArgumentTypeError(f"{text!r} is no number")
    return value


def _one_exercise(root: str, wanted: str, names: Callable[[], Collection[str]]) -> str:
    """Return the exercise that is wanted, or the one with arguments of all these `names`.

    Raises UsageError where that does not tell.
    """
    known = content.exercise_ids(root)
    if wanted or len(known) == 1:
        return wanted or known[0]
    every = [content.load_exercise(root, each, require_generated=False) for each in known]
    fitting = [exercise.id for exercise in identify.taking(every, names())]
    if len(fitting) == 1:
        return fitting[0]
    raise UsageError(
        "Which exercise?", hint=f"--exercise with one of: {', '.join(fitting or known)}"
    )


def _show_examined(examined: Examined) -> None:
    print(f"{examined.case.id}: the reference returns {examined.expected}")
    if examined.table is not None:
        charset = charset_for(encoding_of(sys.stdout))
        print(plain(table_lines(examined.table, _WIDTH, charset)), end="")
    print(f"situations: {', '.join(examined.situations) or 'none'}")
    news = f", {len(examined.new)} of them missed by all others" if examined.caught else ""
    print(f"catches {len(examined.caught)} known mistakes{news}")
    for mistake in sorted(examined.new):
        print(f"  {mistake}")


def _try(arguments: Sequence[str]) -> int:
    parser = _parser("try", "Check a file of your own for --cases, without writing anything.")
    parser.add_argument("file", metavar="CASES.toml")
    parser.add_argument("--exercise", default="", metavar="ID", help="which exercise, if several")
    options = parser.parse_args(arguments)
    root = _root(options.root)
    runner = open_runner()
    try:
        exercise_id = _one_exercise(
            root, options.exercise, lambda: content.argument_names(options.file)
        )
        problems, examined = try_file(root, exercise_id, options.file, runner)
    finally:
        runner.close()
    for one in examined:
        _show_examined(one)
    _complain(problems)
    print(f"{options.file}: {_counted(problems)}")
    return ExitCode.USAGE if content.has_errors(problems) else ExitCode.OK

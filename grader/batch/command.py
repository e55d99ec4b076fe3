"""The command `grade batch`: many submissions in, one table out, and a summary at the end."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from grader import content, display, identify, sandbox
from grader.arguments import Parser, positive
from grader.batch import summary
from grader.batch.find import RULES, find
from grader.batch.progress import Progress
from grader.batch.resume import plan, share
from grader.batch.run import Work, rows
from grader.batch.table import Table, holds_rows, read_table
from grader.catalogue import Catalogue
from grader.errors import ExitCode, UsageError
from grader.grading import Options
from grader.render import terminal

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from grader.batch.find import Found
    from grader.batch.rows import Row

_EPILOG = f"""\
{RULES}
The table gets a row as soon as a submission is graded. With --resume, rows of
the same name and content stay, apart from those not graded. N calls on the
same PATHs, each with its own I (1 to N) in --shard I/N and its own --out, grade
everything once.

exit codes, the highest of all rows: 0 all passed, 1 some not passed, 2 wrong
use or faulty content, 3 some not graded, 130 interrupted (what was graded is in
the table)
"""


def main(arguments: Sequence[str], catalogue: Catalogue | None = None) -> int:
    """Run `grade batch` and return its exit code."""
    options = _parser().parse_args(arguments)
    catalogue = catalogue or Catalogue()
    options.exercise = options.exercise or _exercise_of_cases(catalogue, options.cases)
    told = _told(catalogue, options)
    chosen = sandbox.choose(options.sandbox, secrets=options.cases)
    found = share(find(options.paths, list(told), options.details), *options.shard)
    old = _earlier_rows(options.out, resume=options.resume)
    todo, kept, counted = plan(found, old, options.details)
    tally = summary.Tally()
    for row in counted:
        tally.add(row)
    again = f", {len(counted)} are graded already" if counted else ""
    _say(f"{len(todo)} to grade{again}; isolation: {chosen.name}")
    work = Work(catalogue, _grading(options), chosen.starter, chosen.name, options.details)
    with Table(options.out, kept) if options.out else _Screen() as table:
        try:
            _grade(todo, work, options.jobs, table, tally)
        except KeyboardInterrupt:
            hint = " Go on with --resume." if options.out else ""
            _say(f"Interrupted: {sum(tally.verdicts.values())} of {len(found)} are done.{hint}")
            return ExitCode.INTERRUPTED
    _print_summary(tally, told, apart=not options.out)
    return tally.exit_code()


def _earlier_rows(path: str, *, resume: bool) -> list[Row]:
    """Return the rows of a table to go on with. Raises UsageError for one that would be lost."""
    rows = read_table(path) if path else []
    if path and not resume and holds_rows(path):
        raise UsageError(
            f"{path} holds a table already.",
            hint="Go on with it: --resume. Or give --out another name, or remove the file first.",
        )
    return rows


def _grade(
    todo: Sequence[Found], work: Work, jobs: int, table: Table | _Screen, tally: summary.Tally
) -> None:
    progress = Progress(sys.stderr, len(todo), live=sys.stderr.isatty())
    with _ends_on_request(), contextlib.closing(rows(todo, work, jobs)) as graded:
        for row in graded:
            if isinstance(table, _Screen):
                progress.clear()  # it may be on the same terminal
            table.append(row)
            tally.add(row)
            progress.step()
        progress.clear()


# --- arguments -----------------------------------------------------------------------------------


def _parser() -> Parser:
    parser = Parser(
        prog="grade batch",
        description="Grade many submissions: a row each, and a summary of the class.",
        epilog=_EPILOG,
    )
    add = parser.add_argument
    add("paths", nargs="+", metavar="PATH", help="files, and folders of submissions")
    add("--out", default="", metavar="FILE", help="the table, .csv or .jsonl; default: the screen")
    add("--details", default="", metavar="DIR", help="write a JSON report per submission here")
    add("--jobs", type=_count, default=_processors(), metavar="N", help="grade N at a time")
    add("--resume", action="store_true", help="keep the rows of --out that still hold")
    add("--shard", type=_shard, default=(1, 1), metavar="I/N", help="grade one share of N")
    add("--sandbox", metavar="NAME", help="the isolation; default: the best that holds here")
    add("--cases", action="append", default=[], metavar="FILE", help="grade these cases as well")
    add("--exercise", default="", metavar="ID", help="which exercise it is")
    add("--time-limit", type=positive, metavar="S", help="seconds for each call")
    add("--max-score", type=positive, metavar="N", help="the score of a full pass")
    return parser


def _count(text: str) -> int:
    if text.isascii() and text.isdecimal() and 0 < int(text) <= 1000:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is no whole number above 0")


def _shard(text: str) -> tuple[int, int]:
    number, _, of = text.partition("/")
    with contextlib.suppress(ArgumentTypeError):
        if _count(number) <= _count(of):
            return int(number), int(of)
    raise ArgumentTypeError(f"{text!r} is no share; write 1/4 for the first of four")


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _grading(options: Namespace) -> Options:
    return Options(
        exercise=options.exercise,
        case_files=tuple(options.cases),
        time_limit=options.time_limit,
        max_score=options.max_score,
        timeouts=1,
    )


def _told(catalogue: Catalogue, options: Namespace) -> dict[str, summary.Told]:
    """Load all content that a batch needs: a fault of it ends the batch before it begins."""
    if options.resume and not options.out:
        raise UsageError("--resume needs the table to go on with.", hint="Add --out FILE.")
    ids = [options.exercise] if options.exercise else catalogue.ids()
    return {each: _told_of(catalogue, each, tuple(options.cases)) for each in ids}


def _exercise_of_cases(catalogue: Catalogue, paths: Sequence[str]) -> str:
    """Return the one exercise that has arguments of the names in case files; "" without files.

    Raises UsageError where these names do not tell.
    """
    if not paths:
        return ""
    names = set().union(*map(content.argument_names, paths))
    known = catalogue.exercises()
    fitting = identify.taking(known, names) if len(known) > 1 else known
    if len(fitting) == 1:
        return fitting[0].id
    ids = ", ".join(exercise.id for exercise in fitting or known)
    raise UsageError("Whose cases are these?", hint=f"Add --exercise ID, one of: {ids}.")


def _told_of(catalogue: Catalogue, exercise_id: str, case_files: tuple[str, ...]) -> summary.Told:
    exercise = catalogue.exercise(exercise_id)
    known = catalogue.fingerprints(exercise_id)
    if exercise.has_laws:
        catalogue.laws(exercise_id)
    further = catalogue.further_cases(exercise_id, case_files)
    cases = [*exercise.cases, *(case for case in further if not case.hidden)]
    return summary.Told(
        exercise.title,
        [
            summary.ToldCase(case.id, case.title or case.id, display.call_text(exercise, case))
            for case in cases
        ],
        {each.id: each.title for each in (*known.names.values(), *known.groups.values())},
    )


# --- screen --------------------------------------------------------------------------------------


class _Screen:
    """Stands in for a table's file: rows as lines for people on standard output."""

    def append(self, row: Row) -> None:
        """Print a row."""
        result = f"{row.passed}/{row.total}" if row.total else "-"
        remark = row.diagnosis or row.message
        print(f"{row.verdict:<11}  {result:>5}  {row.name}", *filter(None, [remark]), sep="  ")
        sys.stdout.flush()

    def __enter__(self) -> _Screen:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held open."""


def _print_summary(tally: summary.Tally, told: dict[str, summary.Told], *, apart: bool) -> None:
    if apart:
        print()
    colour = terminal.wants_colour(sys.stdout, os.environ)
    width = terminal.width_of(sys.stdout, os.environ)
    terminal.print_report(summary.lines(tally, told, width), sys.stdout, colour=colour, width=width)


def _say(text: str) -> None:
    print(f"grade batch: {text}", file=sys.stderr)


@contextlib.contextmanager
def _ends_on_request() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the batch as Ctrl-C does: with all files valid."""
    names = ("SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []  # Python lets nobody else set handlers
    before = {number: signal.signal(number, _interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt

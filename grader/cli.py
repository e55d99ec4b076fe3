"""The command line: turns arguments into grading, reports into text, errors into sentences."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from grader import __version__, content, display, launch, reports, submission
from grader.catalogue import Catalogue, default_file
from grader.errors import ExitCode, GraderError, SubmissionError, UsageError
from grader.grading import Grading, Options
from grader.job import Runner
from grader.render.layout import Line
from grader.results import Report, Verdict
from grader.runner import ZygoteRunner, open_runner

if TYPE_CHECKING:
    from grader.arguments import Parser

_EXIT_CODES = {
    Verdict.PASSED: ExitCode.OK,
    Verdict.FAILED: ExitCode.FAILED,
    Verdict.NOT_STARTED: ExitCode.FAILED,
    Verdict.NOT_LOADED: ExitCode.FAILED,
    Verdict.NOT_GRADED: ExitCode.NOT_GRADED,
}
_OVERVIEW = """\
other commands:
  grade start [EXERCISE]   write the starter file here; without EXERCISE, the first one's
  grade task [EXERCISE]    show the task; without EXERCISE, list all exercises
  grade hint [FILE]        grade again, then show the next hint
  grade watch [FILE]       grade at every save
  grade picture [EXERCISE] draw what the rule does (--case, --out FILE.svg)
  grade batch PATH...      many submissions, one table
  grade author ...         for instructors: check | sync | add | try

`grade COMMAND --help` tells more. A file that is called like a command: ./start
exit codes: 0 passed, 1 not passed, 2 wrong use or faulty content, 3 not graded, 130 interrupted
"""


def run(arguments: Sequence[str], child: launch.Child | None = None) -> int:
    """Run a command line and return its exit code; `child` is a zygote that was started early."""
    _tolerant_streams()
    try:
        return _command(arguments, child)
    except GraderError as error:
        _complain(error.message, error.hint)
        return error.exit_code
    except SystemExit as end:  # --help and --version
        return int(end.code or 0)
    except KeyboardInterrupt:
        _complain("Interrupted.", "")
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        _forget_reader()
        return ExitCode.OK
    except Exception as error:
        _complain(
            f"The grader itself failed ({type(error).__name__}: {error}).",
            "This is not your fault. Please report it with the file that you graded.",
        )
        return ExitCode.NOT_GRADED


def _tolerant_streams() -> None:
    """Let no character that a terminal cannot show end the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _forget_reader() -> None:
    """Send what is left to nowhere: the reader has gone (`| head`), nobody is left to tell."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _complain(message: str, hint: str) -> None:
    text = display.sanitise("\n".join(filter(None, (f"grade: {message}", hint))))
    if reports.in_actions_log():
        from grader.render.as_github import defused

        text = defused(text)  # it may name a file, and files have any name
    print(text, file=sys.stderr)


def _command(arguments: Sequence[str], child: launch.Child | None) -> int:
    commands: dict[str, Callable[[Sequence[str]], int]] = {
        "start": _start,
        "task": _task,
        "hint": _hint,
        "watch": _watch,
        "picture": _picture,
        "batch": _batch,
        "author": _author,
    }
    if arguments and arguments[0] in commands:
        return commands[arguments[0]](arguments[1:])
    try:
        return _grade(arguments, child)
    except SubmissionError as error:
        if not (meant := _command_meant(arguments)):
            raise
        raise SubmissionError(error.message, hint=f"Did you mean: grade {meant}?") from None


def _command_meant(arguments: Sequence[str]) -> str:
    """Return the command that a first word without dot or slash may be a slip of; "" if none."""
    import difflib  # only for a file that cannot be read

    word = arguments[0] if arguments else ""
    if os.path.exists(word) or not word.isalpha():
        return ""
    return next(iter(difflib.get_close_matches(word, launch.COMMANDS, n=1)), "")


# --- grade FILE ----------------------------------------------------------------------------------


class GradeArguments(NamedTuple):
    """The arguments of `grade FILE`, with their defaults; the parser's help says what they mean."""

    file: str | None = None
    report: Sequence[str] = ()
    cases: Sequence[str] = ()
    case: str = ""
    exercise: str = ""
    time_limit: float | None = None
    max_score: float | None = None
    sandbox: str = "none"
    show_output: bool = False


def _grade(arguments: Sequence[str], child: launch.Child | None) -> int:
    options = _grade_arguments(arguments)
    owed = reports.Reports(
        reports.targets(options.report, [options.file or "", *options.cases]), options.file or ""
    )
    try:
        return _grade_and_tell(options, owed, child)
    except BaseException as error:
        owed.give_up(error)
        raise


def _grade_and_tell(
    options: GradeArguments, owed: reports.Reports, child: launch.Child | None
) -> int:
    catalogue = Catalogue()
    path = options.file or default_file(catalogue, options.exercise)
    runner, isolation = _runner(options, child)
    try:
        if owed.keep_screen:
            _load_screen()  # while the child imports NumPy
        grading = Grading(catalogue, runner, isolation)
        report = grading.grade(submission.read(path), _options(options), closes=True)
        try:
            owed.write(report)
            if owed.keep_screen:
                see = _see_command(catalogue, report)
                _show_report(report, options.show_output, see, fenced=owed.annotates)
            owed.annotate(report, path)
        except BrokenPipeError:
            _forget_reader()  # the verdict stands: it must not look like a pass
    finally:
        runner.close()  # after the report is shown: the child's end need not be waited for
    return _EXIT_CODES[report.verdict]


def _runner(options: GradeArguments, child: launch.Child | None) -> tuple[Runner, str]:
    """Return what runs the submission, and the name of its isolation."""
    if options.sandbox == "none":
        return open_runner(child), "none"
    from grader import sandbox  # only on request

    chosen = sandbox.choose(options.sandbox, secrets=options.cases)
    return ZygoteRunner(start=chosen.starter()), chosen.name


def _grade_arguments(arguments: Sequence[str]) -> GradeArguments:
    if len(arguments) == 1 and not arguments[0].startswith("-"):
        return GradeArguments(arguments[0])  # argparse takes 8 ms to find out the same
    return GradeArguments(**vars(_grade_parser().parse_args(arguments)))


def _grade_parser() -> "Parser":
    from grader.arguments import Parser, positive

    parser = Parser(
        prog="grade",
        description="Grade a file and tell what to do next.",
        epilog=_OVERVIEW,
    )
    add = parser.add_argument
    add("file", nargs="?", metavar="FILE", help="the file; default: the exercise's, in this folder")
    add(
        "--report",
        action="append",
        default=[],
        metavar="FORMAT[=PATH]",
        help="also write a report for machines: json, junit or gradescope to PATH, or instead of "
        "the screen; github adds annotations after it",
    )
    add("--cases", action="append", default=[], metavar="FILE", help="grade these cases as well")
    add("--case", default="", metavar="ID", help="show and judge this case alone")
    add("--exercise", default="", metavar="ID", help="which exercise it is")
    add("--time-limit", type=positive, metavar="S", help="seconds for each call")
    add("--max-score", type=positive, metavar="N", help="the score of a full pass in reports")
    add("--sandbox", default="none", metavar="NAME", help="none (default), bubblewrap or user")
    add("--show-output", action="store_true", help="show all that was kept of what calls printed")
    add("--version", action="version", version=f"grade {__version__}")
    return parser


def _options(parsed: GradeArguments) -> Options:
    return Options(
        exercise=parsed.exercise,
        case_files=tuple(parsed.cases),
        only=parsed.case,
        time_limit=parsed.time_limit,
        max_score=parsed.max_score,
    )


def _load_screen() -> None:
    from grader.render import screen, terminal  # noqa: F401  imported for later use

    if terminal.wants_colour(sys.stdout, os.environ):
        terminal.prepare()


def _show_report(report: Report, show_output: bool, see: str, *, fenced: bool = False) -> None:
    from grader.render import screen, terminal

    stream = sys.stdout
    width = terminal.width_of(stream, os.environ)
    lines = screen.lines(
        report,
        width=width,
        encoding=terminal.encoding_of(stream),
        show_output=show_output,
        next_command=_next_command(report),
        see_command=see,
    )
    _print(lines, fenced=fenced)


def _print(lines: Sequence[Line], *, fenced: bool = False) -> None:
    """Print lines; in a log of GitHub Actions, so that none of them can be a command."""
    from grader.render import terminal

    before = after = ""
    if fenced or reports.in_actions_log():
        from grader.render.as_github import fence

        before, after = fence(os.urandom(16).hex())
    colour = terminal.wants_colour(sys.stdout, os.environ)
    width = terminal.width_of(sys.stdout, os.environ)
    sys.stdout.write(before)
    terminal.print_report(lines, sys.stdout, colour=colour, width=width)
    sys.stdout.write(after)


def _next_command(report: Report) -> str:
    if report.verdict is Verdict.NOT_GRADED:
        return ""
    if report.verdict is Verdict.NOT_STARTED or not report.exercise:
        return f"grade task {report.exercise}".rstrip()
    return f"grade hint {_quoted(report.submission)}"


def _see_command(catalogue: Catalogue, report: Report) -> str:
    """Return the command that draws a failed case, without its number; "" if there is none."""
    if report.verdict is not Verdict.FAILED:
        return ""
    pictures = catalogue.exercise(report.exercise).pictures
    if not any(picture.kind == "trace" for picture in pictures):
        return ""
    which = f" {report.exercise}" if len(catalogue.known()) > 1 else ""
    return f"grade picture{which}"


def _quoted(path: str) -> str:
    """Return a path as it has to be typed."""
    if path.startswith("-") or path in launch.COMMANDS:
        path = f"./{path}"
    if path.isascii() and path.replace("/", "a").replace(".", "a").replace("_", "a").isalnum():
        return path
    import shlex  # few names need it

    return shlex.quote(path)


# --- grade start, grade task ---------------------------------------------------------------------


def _exercise_parser(name: str, description: str) -> "Parser":
    from grader.arguments import Parser

    parser = Parser(prog=f"grade {name}", description=description)
    parser.add_argument("exercise", nargs="?", metavar="EXERCISE", help="which one, by its id")
    return parser


def _start(arguments: Sequence[str]) -> int:
    parser = _exercise_parser("start", "Write the starter file into this folder.")
    parser.add_argument("--notebook", action="store_true", help="write a Jupyter notebook instead")
    options = parser.parse_args(arguments)
    catalogue = Catalogue()
    first, *others = catalogue.ids()
    exercise = catalogue.exercise(options.exercise or first)
    name, text = exercise.filename, exercise.starter
    if options.notebook:
        from grader import notebook

        name = f"{exercise.id}.ipynb"
        text = notebook.starter(exercise, content.statement(catalogue.root, exercise.id))
    more = [] if options.exercise else others  # who names none may not know that there are more
    _write_new(name, text, more)
    print(f"Wrote {name}: {exercise.title}.")
    print(f"Read the task:  grade task {exercise.id}\nThen grade it:  grade {name}")
    if more:
        print("All exercises:  grade task")
    return ExitCode.OK


def _write_new(name: str, text: str, more: Sequence[str]) -> None:
    """Write a starter, but never over a file. Raises UsageError, which names `more` exercises."""
    try:
        with open(name, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        others = ", ".join(f"grade start {each}" for each in more)
        begin = f"\nOr start another: {others}" if more else ""
        raise UsageError(
            f"{name} exists here already; it was left as it is.",
            hint=f"Go on with it: grade {name}{begin}",
        ) from None
    except OSError as error:
        raise UsageError(f"{name} cannot be written: {error.strerror}.") from None


def _task(arguments: Sequence[str]) -> int:
    from grader.render import terminal

    wanted = (
        _exercise_parser(
            "task", "Show the statement of an exercise; without EXERCISE, list them all."
        )
        .parse_args(arguments)
        .exercise
    )
    catalogue = Catalogue()
    known = catalogue.known()
    width, encoding = terminal.width_of(sys.stdout, os.environ), terminal.encoding_of(sys.stdout)
    if wanted is None and len(known) > 1:
        from grader.render.exercise_list import exercise_lines

        _print(exercise_lines(catalogue.exercises(), width, encoding))
        return ExitCode.OK
    from grader.render.markdown import task_lines

    text = content.statement(catalogue.root, catalogue.checked(wanted or known[0]))
    _print(task_lines(text, width, encoding))
    return ExitCode.OK


# --- grade hint ----------------------------------------------------------------------------------


def _hint(arguments: Sequence[str]) -> int:
    from grader import hint_store
    from grader.arguments import Parser
    from grader.hinting import next_hint
    from grader.render import terminal

    parser = Parser("grade hint", "Grade the file again, then show the next hint.")
    parser.add_argument("file", nargs="?", metavar="FILE", help="default: as for grade")
    parser.add_argument("--exercise", default="", metavar="ID", help="which exercise it is")
    parser.add_argument("--all", action="store_true", help="show all hints at once")
    parser.add_argument("--reset", action="store_true", help="forget which hints were shown")
    options = parser.parse_args(arguments)
    catalogue = Catalogue()
    path = options.file or default_file(catalogue, options.exercise, "grade hint")
    runner = open_runner()
    try:
        chosen = Options(exercise=options.exercise)
        report = Grading(catalogue, runner).grade(submission.read(path), chosen)
    finally:
        runner.close()
    if options.reset:
        hint_store.forget(path, report.exercise)
    _print(
        next_hint(
            report,
            catalogue.hints(report.exercise),
            path,
            width=terminal.width_of(sys.stdout, os.environ),
            encoding=terminal.encoding_of(sys.stdout),
            everything=options.all,
            again=f"grade hint {_quoted(path)}",
        )
    )
    return ExitCode.OK


# --- grade watch ---------------------------------------------------------------------------------


def _watch(arguments: Sequence[str]) -> int:
    from grader.watch import command

    return command.main(arguments)


# --- grade picture -------------------------------------------------------------------------------


def _picture(arguments: Sequence[str]) -> int:
    from grader.pictures import command

    return command.main(arguments, _print)


# --- grade batch ---------------------------------------------------------------------------------


def _batch(arguments: Sequence[str]) -> int:
    from grader import orphans
    from grader.batch import command

    if launch.can_fork():
        orphans.adopt()  # not in `main`, which others may call: it takes all children for zygotes
    try:
        return command.main(arguments)
    finally:
        if launch.can_fork():
            orphans.remove_all_scratch()


# --- grade author --------------------------------------------------------------------------------


def _author(arguments: Sequence[str]) -> int:
    from grader.authoring import command

    return command.main(arguments)

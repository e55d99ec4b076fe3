"""Reports for machines: which ones `--report` asks for, and getting them written whatever happens.

A report file says "not graded" from the start, and is replaced when there is something to say.
"""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from grader import __version__, display
from grader.errors import ChildError, ContentError, GraderError, UsageError
from grader.files import write_file
from grader.results import Report, Verdict, Versions

FORMATS = ("json", "junit", "gradescope", "github")

_SUMMARY_BYTES = 1 << 20  # more than this in a step, and GitHub takes none of it


class Target(NamedTuple):
    """One report that is asked for: its format, and its path ("" for standard output)."""

    format: str
    path: str = ""


def targets(values: Iterable[str], inputs: Iterable[str] = ()) -> list[Target]:
    """Read the values FORMAT[=PATH] of `--report`.

    `inputs` are files that no report may replace. Raises UsageError for an unknown format, a path
    that is missing, not wanted, taken or a folder, and for two documents on standard output.
    """
    found = list(dict.fromkeys(_target(value) for value in values))
    on_output = [target.format for target in found if not target.path]
    if len(on_output) > 1:
        other = next(name for name in on_output if name != "github")
        raise UsageError(
            f"Only one report can go to standard output, not {' and '.join(on_output)}.",
            hint=f"Write one to a file: --report {other}=PATH",
        )
    taken = {os.path.realpath(path): path for path in inputs if path}
    for target in found:
        if target.path:
            _check_path(target, taken)
    return found


def _check_path(target: Target, taken: dict[str, str]) -> None:
    """Raise UsageError for a path that cannot be written or is `taken`; then it is taken too."""
    path = target.path
    place = os.path.realpath(path)
    folder = os.path.dirname(path)
    if place in taken:
        raise UsageError(
            f"--report {target.format}={path} would overwrite {taken[place]}.",
            hint="Give every report a file of its own.",
        )
    if os.path.isdir(path):
        inside = os.path.join(path, target.format)
        raise UsageError(
            f"{path} is a folder; a report is one file.",
            hint=f"Try: --report {target.format}={inside}",
        )
    if folder and not os.path.isdir(folder):
        raise UsageError(
            f"{path} cannot be written: there is no folder {folder}.", hint="Make it first."
        )
    taken[place] = path


def _target(value: str) -> Target:
    name, separator, path = value.partition("=")
    if name not in FORMATS:
        raise UsageError(f"There is no report format {name!r}.{_suggestion(name)}")
    if name == "github" and separator:
        raise UsageError(
            "--report github takes no path: its lines follow the screen.",
            hint="Try: --report github",
        )
    if separator and not path:
        raise UsageError(f"--report {value} names no path.", hint=f"Try: --report {name}=PATH")
    return Target(name, path)


def _suggestion(name: str) -> str:
    import difflib  # only for a slip

    alike = difflib.get_close_matches(name.lower(), FORMATS, n=1)
    return f" Did you mean {alike[0]}?" if alike else f" Formats: {', '.join(FORMATS)}."


def render_report(name: str, report: Report, file: str = "") -> str:
    """Return a report in a format. `file` is where GitHub annotates: a path in the repository."""
    # Each is imported when it is asked for: nobody needs all of them.
    match name:
        case "json":
            from grader.render.as_json import as_json

            return as_json(report)
        case "junit":
            from grader.render.as_junit import as_junit

            return as_junit(report)
        case "gradescope":
            from grader.render.as_gradescope import as_gradescope

            return as_gradescope(report)
        case "github":
            from grader.render.as_github import as_github

            return as_github(report, file)
    raise ValueError(name)


def not_graded(submission: str, error: BaseException | None = None) -> Report:
    """Return the report on a file that could not be graded: for what error, or not yet.

    Learners read this. What is wrong with the cases, or with the grader, is not for them: it might
    quote what is hidden.
    """
    advice = "That is no fault of the file. The grader's error output has the details."
    match error:
        case None:
            message = "The grader has not finished."
            advice = "If this stays, it was stopped before its end; that is no fault of the file."
        case UsageError():
            message, advice = error.message, error.hint
        case ContentError():
            message = "The cases or texts of this exercise cannot be used."
        case ChildError():
            message = error.message
        case KeyboardInterrupt():
            message, advice = "It was interrupted.", ""
        case _:
            message = f"The grader itself failed ({type(error).__name__})."
    return Report(
        exercise="",
        heading="",
        submission=display.one_line(os.fsencode(submission).decode("utf-8", "backslashreplace")),
        verdict=Verdict.NOT_GRADED,
        message=display.sanitise(message),
        advice=display.sanitise(advice),
        versions=Versions(__version__, "", "", ""),
    )


class Reports:
    """The reports that one run of the command line owes."""

    def __init__(self, wanted: Sequence[Target], submission: str = "") -> None:
        """Write all report files as not graded. Raises UsageError where that is impossible."""
        self._files = [target for target in wanted if target.path]
        rest = [target.format for target in wanted if not target.path]
        self._document = next((name for name in rest if name != "github"), "")
        self._submission = submission
        self._settled = False
        self.annotates = "github" in rest
        start = not_graded(submission)
        if self._document:  # what that takes is loaded while the child imports NumPy
            render_report(self._document, start)
        for target in self._files:
            if os.path.isfile(target.path) or not os.path.exists(target.path):
                # What is written to a pipe or a device stays written: that waits for the result.
                write_file(target.path, render_report(target.format, start))

    @property
    def keep_screen(self) -> bool:
        """Whether standard output is free for the screen."""
        return not self._document

    def write(self, report: Report) -> None:
        """Write the files, then the document on standard output. Raises UsageError, OSError."""
        for target in self._files:
            write_file(target.path, render_report(target.format, report))
        self._settled = True
        if self._document:
            sys.stdout.write(render_report(self._document, report))
            sys.stdout.flush()

    def annotate(self, report: Report, path: str) -> None:
        """Print GitHub's annotations of the file at `path`, if asked for; add to its summary."""
        if not self.annotates:
            return
        sys.stdout.write(render_report("github", report, _path_in_repository(path, os.environ)))
        sys.stdout.flush()
        if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
            _add_to_summary(report, summary)

    def give_up(self, error: BaseException) -> None:
        """Write that the file was not graded, unless a result has been written already."""
        if self._settled:
            return
        report = not_graded(self._submission, error)
        try:
            self.write(report)
            self.annotate(report, self._submission)
        except (GraderError, OSError):
            return  # `error` itself is the one to be told


def in_actions_log() -> bool:
    """Whether what is printed goes to a log of GitHub Actions, which obeys commands in it."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


def _path_in_repository(path: str, environ: Mapping[str, str]) -> str:
    """Return a path relative to GitHub's checkout; "" for one outside."""
    workspace = environ.get("GITHUB_WORKSPACE") or os.getcwd()
    inside = os.path.relpath(os.path.realpath(path), os.path.realpath(workspace))
    outside = inside.split(os.sep)[0] in (os.pardir, os.curdir)
    return "" if outside else display.one_line(inside.replace(os.sep, "/"))


def _add_to_summary(report: Report, path: str) -> None:
    """Append the learner's screen to the page of the workflow's run, while there is room."""
    from grader.render import screen, terminal
    from grader.render.as_github import step_summary

    text = step_summary(terminal.plain(screen.lines(report, width=100)))
    data = text.encode("utf-8", "backslashreplace")
    try:
        with open(path, "ab") as file:
            if file.tell() + len(data) <= _SUMMARY_BYTES:
                file.write(data)
    except OSError:
        return  # the page is a courtesy: the log holds the same

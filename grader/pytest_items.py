"""What `pytest --submission FILE` collects and runs: each case of the exercise is an item.

Imported by `pytest_plugin` on demand. The submission runs once for all items of a session (with
xdist: of a worker), in a child process as always, when the first of them is run.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader import content, display, reports, submission
from grader.catalogue import Catalogue
from grader.errors import GraderError, OtherExerciseError, UsageError
from grader.grading import Grading, Options
from grader.model import Case
from grader.render import failures, terminal
from grader.render.as_github import defused
from grader.render.as_json import output_text
from grader.render.blocks import Page
from grader.render.failures import Failure
from grader.render.layout import charset_for
from grader.results import Verdict
from grader.runner import open_runner

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from _pytest._code.code import ExceptionInfo, TerminalRepr

    from grader.model import Exercise
    from grader.results import Output, Report

_CASE_FILES = ".cases.toml"
_PROBES = "probes"
_EXERCISE_OPTION = "--submission-exercise ID"
_LAW = "law"
_HIDDEN = Failure("hidden case failed", "hidden case failed\n")


class SubmissionRun:
    """The hooks of a session that grades a submission, and what its items share.

    The exercise's own cases always have ids that begin with `exercise/ID/cases.toml`, wherever
    the grader is installed; such ids on the command line choose among them. Without any id there,
    all of them are collected, before everything else.
    """

    def __init__(self, config: pytest.Config, path: str, wanted: str) -> None:
        """Read the submission, and find its exercise. Raises pytest.UsageError."""
        self._further: dict[str, tuple[Case, ...]] = {}
        self._graded: Report | GraderError | None = None
        try:
            self.submitted = submission.read(path)
            self.catalogue = Catalogue()
            known = self.catalogue.id_for(self.submitted, wanted)
            self.exercise_id = known or self._exercise_by_function()
        except GraderError as error:
            raise pytest.UsageError(f"--submission: {_told(error)}") from None
        self.page = self._page()
        self._own_id = f"exercise/{self.exercise_id}/cases.toml"
        self.own_path = Path(self.catalogue.root, self._own_id)
        self._take_chosen(config)

    def pytest_report_header(self) -> str:
        """Tell which file is graded as what."""
        return _harmless(f"submission: {self.page.file} ({self.exercise_id})")

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Begin the session with the exercise's own cases, which need not lie in its folders."""
        report = yield
        if isinstance(collector, CaseFile) and isinstance(report.longrepr, tuple):  # skipped
            # Where the file is, in place of where in the grader it was skipped.
            report.longrepr = (str(collector.path), 1, report.longrepr[2])
        if isinstance(collector, pytest.Session) and (self._whole or self._chosen):
            names = None if self._whole else self._chosen
            own = CaseFile.from_parent(
                collector, path=self.own_path, nodeid=self._own_id, run=self, names=names
            )
            report.result.insert(0, own)
        return report

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Collect an instructor's own file of cases."""
        if not file_path.name.endswith(_CASE_FILES):
            return None
        fields: dict[str, Any] = {"path": file_path}
        if not file_path.is_relative_to(parent.config.rootpath):
            # pytest would leave the file out of the ids, which then lead nowhere.
            fields["nodeid"] = file_path.as_posix()
        return CaseFile.from_parent(parent, run=self, **fields)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep each case once: pytest 8 collects a file twice that is given twice."""
        seen: set[str] = set()
        once = []
        for item in items:
            if not isinstance(item, CaseItem) or item.nodeid not in seen:
                once.append(item)
            seen.add(item.nodeid)
        items[:] = once

    def exercise(self) -> Exercise:
        """Return the exercise. Raises ContentProblems when its files are faulty."""
        return self.catalogue.exercise(self.exercise_id)

    def cases(self, path: Path) -> tuple[Case, ...]:
        """Return the cases of a file, which will be graded. Raises ContentProblems.

        Those of another exercise are skipped where they were only found, and an error (raises
        OtherExerciseError) where somebody named the file.
        """
        exercise = self.exercise()
        if path == self.own_path:
            return exercise.cases
        key = str(path)
        if key not in self._further:
            earlier = [case for cases in self._further.values() for case in cases]
            together = exercise._replace(cases=(*exercise.cases, *earlier))
            try:
                self._further[key] = self.catalogue.case_file(key, together)
            except OtherExerciseError as error:
                if os.path.realpath(path) in self._named:
                    raise
                pytest.skip(error.message)
        return self._further[key]

    def report(self) -> Report:
        """Grade when first asked, and return the report. Raises GraderError when we failed."""
        if self._graded is None:
            options = Options(
                exercise=self.exercise_id,
                case_files=tuple(self._further),
                option=_EXERCISE_OPTION,
            )
            try:
                self._graded = self._grade(options)
            except GraderError as error:
                self._graded = error
        if isinstance(self._graded, GraderError):
            raise self._graded
        return self._graded

    def _grade(self, options: Options) -> Report:
        runner = open_runner()
        try:
            return Grading(self.catalogue, runner).grade(self.submitted, options)
        finally:
            runner.close()

    def _exercise_by_function(self) -> str:
        """Return the exercise whose function the file defines, for which it has to be loaded.

        Raises UsageError where nothing tells, with the reason.
        """
        report = self._grade(Options(option=_EXERCISE_OPTION))
        if not report.exercise:
            hint = f"Say which exercise it is: {_EXERCISE_OPTION}."
            raise UsageError(report.message, hint=hint)
        return report.exercise

    def _page(self) -> Page:
        """Return the page to write failures on; asked for before pytest captures the streams."""
        stream = sys.__stdout__ or sys.stdout
        width = terminal.width_of(stream, os.environ)
        charset = charset_for(terminal.encoding_of(stream))
        return Page(width, charset, display.one_line(self.submitted.shown))

    def _take_chosen(self, config: pytest.Config) -> None:
        """Take the exercise's own cases out of the arguments: pytest need not find their file."""
        self._whole = not any("::" in argument for argument in config.args)
        self._chosen: set[str] = set()
        self._named: set[str] = set()
        others = []
        for argument in config.args:
            path, _, name = argument.partition("::")
            if not self._is_own(config.invocation_params.dir / path):
                others.append(argument)
                self._named.add(os.path.realpath(config.invocation_params.dir / path))
            elif name:
                self._chosen.add(name)
            else:
                self._whole = True
        config.args[:] = others

    def _is_own(self, path: Path) -> bool:
        """Tell whether a path leads to the exercise's cases, or is what their ids begin with."""
        if path.exists():
            return self.own_path.exists() and path.samefile(self.own_path)
        return path.as_posix().endswith(f"/{self._own_id}")


class CaseFile(pytest.File):
    """A TOML file with cases; those of the exercise come with items for its probes and laws."""

    def __init__(self, *, run: SubmissionRun, names: set[str] | None = None, **fields: Any) -> None:
        """`names` are those of the items to collect; None stands for all."""
        super().__init__(**fields)
        self.run = run
        self.names = names

    def collect(self) -> list[GradedItem]:
        """Return an item per case. Raises ContentProblems, and UsageError for unknown names."""
        items: list[GradedItem] = [
            CaseItem.from_parent(self, name=case.id, case=case, run=self.run)
            for case in self.run.cases(self.path)
        ]
        exercise = self.run.exercise()
        if self.path == self.run.own_path and exercise.probes:
            items.append(
                ProbesItem.from_parent(self, name=_PROBES, case=exercise.probes[0], run=self.run)
            )
        if self.path == self.run.own_path and exercise.has_laws:
            written = Case(_LAW, (), None, source=str(self.path.with_name("laws.toml")), line=1)
            items.append(LawItem.from_parent(self, name=_LAW, case=written, run=self.run))
        if self.names is None:
            return items
        known = [item.name for item in items]
        unknown = sorted(self.names.difference(known))
        if unknown:
            raise UsageError(
                f"There is no case {', '.join(unknown)}.", hint=f"Cases: {', '.join(known)}."
            )
        return [item for item in items if item.name in self.names]

    def repr_failure(  # type: ignore[override]  # as in pytest's own Collector
        self, excinfo: ExceptionInfo[BaseException]
    ) -> str | TerminalRepr:
        """Return what is wrong with the file, line by line, instead of our traceback."""
        error = excinfo.value
        if isinstance(error, content.ContentProblems):
            first = next(each for each in error.problems if each.severity == "error")
            return _shown(Failure(str(first), f"{error.message}\n"), self.path, first.line)
        if isinstance(error, GraderError):
            return _shown(Failure(error.message, f"{_told(error)}\n"), self.path, 1)
        return super().repr_failure(excinfo)


# --- items ---------------------------------------------------------------------------------------


class CaseFailed(Exception):  # noqa: N818  a failed case is no error
    """An item that did not pass; the item knows what is told of it."""


class GradedItem(pytest.Item):
    """A part of the one report that is an item of its own; `case` says where it is written."""

    def __init__(self, *, case: Case, run: SubmissionRun, **fields: Any) -> None:
        super().__init__(**fields)
        self.case = case
        self.run = run
        self.failure: Failure | None = None

    def setup(self) -> None:
        """Have the submission graded: where that is impossible, nobody's answer was wrong."""
        try:
            self.run.report()
        except GraderError as error:
            pytest.fail(f"not graded: {_told(error)}", pytrace=False)

    def runtest(self) -> None:
        """Pass or raise; a case of 0 points fails like a test that is expected to fail."""
        failure = self.failure_in(self.run.report())
        if failure is None:
            return
        self.failure = Failure(*map(_harmless, failure))
        if self.case.points == 0:
            raise pytest.xfail.Exception(f"0 points: {self.failure.summary}")
        raise CaseFailed(self.failure.summary)

    def failure_in(self, report: Report) -> Failure | None:
        """Return what is told of a failure; None for a pass."""
        raise NotImplementedError

    def repr_failure(
        self, excinfo: ExceptionInfo[BaseException], style: Any = None
    ) -> str | TerminalRepr:
        """Return what the learner is told, instead of our traceback."""
        if self.failure and isinstance(excinfo.value, (CaseFailed, pytest.xfail.Exception)):
            return _shown(self.failure, Path(self.case.source), self.case.line)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, int, str]:
        """Return the case's file, its line from 0, and the heading of a failure."""
        return self.case.source, self.case.line - 1, self.heading()

    def heading(self) -> str:
        """Return what stands above a failure."""
        return self.name

    def add_output(self, output: Output) -> None:
        """Show what was printed; a bar before each line keeps it apart from pytest's own."""
        lines = _harmless(output_text(output)).splitlines()
        if lines:
            self.add_report_section("call", "stdout", "".join(f"| {line}\n" for line in lines))


class CaseItem(GradedItem):
    """One case; its tags are marks. Of a hidden one, only its name and its failure are told."""

    def __init__(self, *, case: Case, **fields: Any) -> None:
        super().__init__(case=case, **fields)
        _register_marks(self.config, case.tags)
        for tag in case.tags:
            self.add_marker(tag)

    def failure_in(self, report: Report) -> Failure | None:
        """Return what the screen shows of this case."""
        if self.case.hidden:
            return None if self.name in report.hidden.ids else _HIDDEN
        if not _ran(report):
            self.add_output(report.output)
            return failures.of_unrun(self.run.page, report)
        result = next(result for result in report.cases if result.id == self.name)
        self.add_output(result.output)
        return failures.of_case(self.run.page, result)

    def heading(self) -> str:
        """Return id and title."""
        return self.name if self.case.hidden else f"{self.name}: {self.case.title}"


class ProbesItem(GradedItem):
    """All further calls of the exercise at once: a file may pass each case and still be wrong."""

    def failure_in(self, report: Report) -> Failure | None:
        """Return the simplest call that goes wrong."""
        told = failures.of_probes if _ran(report) else failures.of_unrun
        return told(self.run.page, report)

    def heading(self) -> str:
        """Return what probes are."""
        return f"{self.name}: further calls beside the cases"


class LawItem(GradedItem):
    """All laws of the exercise at once; skipped where they are not known."""

    def failure_in(self, report: Report) -> Failure | None:
        """Return how the distribution is wrong."""
        if not _ran(report):
            return failures.of_unrun(self.run.page, report)
        if not any(law.agrees is not None for law in report.laws):
            pytest.skip("the distribution is not known")
        return failures.of_laws(self.run.page, report)

    def heading(self) -> str:
        """Return what laws are."""
        return f"{self.name}: how what is returned is distributed"


def _register_marks(config: pytest.Config, tags: Iterable[str]) -> None:
    """Make marks known, so that strict markers do not complain."""
    known = {line.partition(":")[0].partition("(")[0] for line in config.getini("markers")}
    for tag in tags:
        if tag not in known:
            config.addinivalue_line("markers", f"{tag}: a tag of graded cases")


def _ran(report: Report) -> bool:
    """Tell whether the cases were called at all."""
    return report.verdict in (Verdict.PASSED, Verdict.FAILED)


def _told(error: GraderError) -> str:
    """Return what went wrong on our side, with what to do next."""
    return " ".join(filter(None, (error.message, error.hint)))


def _harmless(text: str) -> str:
    """Return text in which GitHub Actions, where it reads the log, finds no command."""
    return defused(text) if reports.in_actions_log() else text


def _shown(failure: Failure, path: Path, line: int) -> TerminalRepr:
    """Return a failure as pytest keeps one: with a line for summaries, which xdist hands on.

    There is no public way to make one; these classes are the same in all versions from 8 on.
    """
    from _pytest._code.code import (
        ReprEntryNative,
        ReprExceptionInfo,
        ReprFileLocation,
        ReprTraceback,
    )

    crash = ReprFileLocation(str(path), line, failure.summary)
    traceback = ReprTraceback([ReprEntryNative([failure.text])], None, "native")
    return ReprExceptionInfo(reprtraceback=traceback, reprcrash=crash)

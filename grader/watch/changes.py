"""What has changed from one report to the next; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grader.results import Outcome, Verdict

if TYPE_CHECKING:
    from grader.results import Report


class Changes(NamedTuple):
    """The numbers of the cases that pass now and did not, and that do not pass now and did.

    `loads` tells whether the file loads now, if that has changed. `none` says that the cases are
    as they were.
    """

    passing: tuple[int, ...] = ()
    failing: tuple[int, ...] = ()
    loads: bool | None = None
    none: bool = False


def changes(before: Report | None, loaded_before: Report | None, after: Report) -> Changes:
    """Return what has changed since the report `before`.

    Cases are compared with those of `loaded_before`, the last report that has any: whoever mends
    a slip of the pen wants to know what the change did that it slipped into. Those of another
    exercise, which the file was for until now, are not compared.
    """
    if before is None:
        return Changes()
    loads = _loads(after) if _loads(after) is not _loads(before) else None
    other = loaded_before is not None and loaded_before.exercise != after.exercise
    if not after.cases or other:
        return Changes(loads=loads)
    passed = _passed(loaded_before) if loaded_before else set()
    now = _passed(after)
    passing = tuple(case.number for case in after.cases if case.id in now - passed)
    failing = tuple(case.number for case in after.cases if case.id in passed - now)
    same = loads is None and bool(before.cases) and not passing and not failing
    return Changes(passing, failing, loads, none=same)


def _loads(report: Report) -> bool:
    return report.verdict is not Verdict.NOT_LOADED


def _passed(report: Report) -> set[str]:
    return {case.id for case in report.cases if case.outcome is Outcome.PASSED}

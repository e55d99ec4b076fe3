"""Decides what of an earlier table stays, and which share of the submissions a call takes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from grader import submission
from grader.batch import details
from grader.batch.run import checksum
from grader.errors import SubmissionError
from grader.results import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.batch.find import Found
    from grader.batch.rows import Row


class Plan(NamedTuple):
    """What is left to grade, the rows that stay, and those of them that are about `found`."""

    todo: list[Found]
    kept: list[Row]
    counted: list[Row]


def share(found: Sequence[Found], number: int, of: int) -> list[Found]:
    """Return the share `number` (from 1) of `of`: a name falls into the same one wherever asked."""
    if of == 1:
        return list(found)
    return [each for each in found if _place(each.name) % of == number - 1]


def _place(name: str) -> int:
    import hashlib  # 8 ms, for shares alone

    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")


def plan(found: Sequence[Found], rows: Sequence[Row], folder: str = "") -> Plan:
    """Keep the rows of unchanged submissions that were graded, and of all that are not `found`.

    A row stays only if its report is in `folder`, where there is to be one.
    """
    latest = {row.name: row for row in rows}
    todo = [each for each in found if not _stays(each, latest.get(each.name), folder)]
    gone = {each.name for each in todo}
    kept = [row for row in latest.values() if row.name not in gone]
    names = {each.name for each in found}
    return Plan(todo, kept, [row for row in kept if row.name in names])


def _stays(found: Found, row: Row | None, folder: str) -> bool:
    if row is None or row.verdict == Verdict.NOT_GRADED or found.problem:
        return False
    if folder and not os.path.isfile(details.place_of(folder, found.name)):
        return False
    try:
        data = submission.read_bytes(found.path, follow_links=False)
    except SubmissionError:
        return False
    return row.sha256 == checksum(data)

"""Writes one JSON report per submission, inside one folder, where its name says."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from grader.errors import UsageError
from grader.files import write_file
from grader.render.as_json import as_json

if TYPE_CHECKING:
    from grader.results import Report

_MOST_BYTES = 200  # of one part of a path; file systems allow 255
_LIKE_A_REPORT = re.compile(r"\.json~*\Z")


def place_of(folder: str, name: str) -> str:
    """Return the path of the report on the submission with this name in the table."""
    *folders, own = name.split("/")
    # A folder called like a report would stand in that report's way.
    parts = [f"{part}~" if _LIKE_A_REPORT.search(part) else part for part in folders]
    return os.path.join(folder, *map(_as_file_name, parts), f"{_as_file_name(own)}.json")


def _as_file_name(part: str) -> str:
    """Return a part as UTF-8 in any locale, and shortened where no file may have such a name."""
    data = part.encode("utf-8")
    if len(data) > _MOST_BYTES:
        import hashlib  # 8 ms, for long names alone

        mark = hashlib.sha256(data).hexdigest()[:12]
        data = f"{data[: _MOST_BYTES - 13].decode('utf-8', 'ignore')}~{mark}".encode()
    return os.fsdecode(data)


def write(folder: str, name: str, report: Report) -> None:
    """Write the report on a submission. Raises UsageError where that is impossible."""
    path = place_of(folder, name)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    except OSError as error:
        problem = error.strerror or error
        raise UsageError(f"{path} cannot be written: {problem}.") from None
    write_file(path, as_json(report))

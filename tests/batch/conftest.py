"""What the tests of `grade batch` share: classes of submissions to the toy exercise, and runs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from grader.batch import command

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from grader.catalogue import Catalogue

RIGHT = """\
def digit_sum(number, base=10):
    total = 0
    while number > 0:
        number, digit = divmod(number, base)
        total += digit
    return total
"""
WRONG = RIGHT.replace("number, base)", "number, 10)")
ENDLESS = "def digit_sum(number, base=10):\n    while True:\n        pass\n"


class Ran(NamedTuple):
    """What one run of the command came to: exit code, and the table's rows by name."""

    exit_code: int
    rows: dict[str, dict[str, Any]]

    def verdicts(self) -> dict[str, str]:
        """The verdict of each row."""
        return {name: row["verdict"] for name, row in self.rows.items()}


def rows_of(table: Path) -> dict[str, dict[str, Any]]:
    """Read a table of JSON lines strictly: every line a row, every name once."""
    rows = [json.loads(line) for line in table.read_text("utf-8").splitlines()]
    assert len(rows) == len({row["name"] for row in rows})
    return {row["name"]: row for row in rows}


@pytest.fixture
def classroom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """A function that writes files (path: source) into the folder `class` of the current one."""
    monkeypatch.chdir(tmp_path)

    def write(files: Mapping[str, str]) -> Path:
        root = tmp_path / "class"
        root.mkdir(exist_ok=True)
        for path, source in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(source, "utf-8")
        return root

    return write


@pytest.fixture
def batch(tmp_path: Path, toys: Catalogue) -> Callable[..., Ran]:
    """A function that runs the command on the toys without a sandbox, with options."""

    def run(*arguments: str, table: str = "table.jsonl") -> Ran:
        out = tmp_path / table
        options = "--sandbox", "none", "--time-limit", "1.5", "--out", str(out)
        code = command.main([*options, *(arguments or ("class",))], toys)
        return Ran(code, rows_of(out))

    return run

"""What tests of authoring look at: the small exercise, runs of commands, whole folders."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

SEEDED = Path(__file__).parent.parent / "data" / "seeded"


class Run(NamedTuple):
    """What a command came to: exit code, standard output, lines on standard error."""

    exit_code: int
    out: str
    told: list[str]


def tree(root: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }

"""Runs the real command line in a process of its own, in an environment without surprises."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Run(NamedTuple):
    """What one run came to: exit code, standard output and standard error."""

    exit_code: int
    out: str
    err: str


def environment(home: Path, changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """An environment that does not depend on the machine's: no colour, 80 columns, no CI."""
    dropped = ("PYTHON", "LC_", "LANG", "COLORTERM", "FORCE_COLOR", "CLICOLOR", "GITHUB_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    fixed = {"HOME": str(home), "XDG_STATE_HOME": str(home), "NO_COLOR": "1", "COLUMNS": "80"}
    return {**kept, **fixed, "LC_ALL": "C.UTF-8", **(changes or {})}


def run(
    folder: Path,
    command: list[str],
    env: Mapping[str, str] | None = None,
    *,
    encoding: str = "utf-8",
) -> Run:
    """Run a program in a folder, without a terminal and with nothing to read."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(folder, env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
    )
    return Run(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


def grade(folder: Path, *arguments: str, env: Mapping[str, str] | None = None) -> Run:
    """Run `grade` in a folder."""
    return run(folder, [sys.executable, "-m", "grader", *arguments], env)

"""README's sessions: run them; `python -m tests.readme` writes what they print into the page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from grader import content
from grader.grading import grade
from grader.render.as_svg import as_svg
from grader.render.screen import lines

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PICTURE = ROOT / "tests/data/report.svg"
_FILE = re.compile(r"<!-- file: (?P<name>\S+) -->\n```\w+\n(?P<text>.*?)```", re.DOTALL)
_SESSION = re.compile(
    r"(?P<head><!-- session -->\n```console\n)(?P<body>.*?)(?P<end>```)", re.DOTALL
)


def block(page: str, label: str) -> str:
    """Return the code of the block under the comment `<!-- label -->`."""
    match = re.search(rf"<!-- {re.escape(label)} -->\n```\w*\n(.*?)```", page, re.DOTALL)
    assert match is not None, f"README has no block {label!r}"
    return match[1]


def with_sessions_run(page: str) -> str:
    """Return the page with every session's output as the commands print it now."""
    with tempfile.TemporaryDirectory() as folder:
        for match in _FILE.finditer(page):
            Path(folder, match["name"]).write_text(match["text"], encoding="utf-8")
        run = lambda match: match["head"] + _session(match["body"], folder) + match["end"]  # noqa: E731
        return _SESSION.sub(run, page)


def picture(page: str) -> str:
    """Return the picture of the report on README's example, as the grader draws it now."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "my.py")
        path.write_text(block(page, "file: my.py"), encoding="utf-8")
        report = grade(str(path))._replace(submission=path.name)
    several = len(content.exercise_ids(str(ROOT))) > 1
    see = f"grade picture {report.exercise}" if several else "grade picture"
    hint = f"grade hint {path.name}"
    return as_svg(lines(report, width=80, next_command=hint, see_command=see), "A report")


def _session(body: str, folder: str) -> str:
    commands = [line[2:] for line in body.splitlines() if line.startswith("$ ")]
    return "".join(f"$ {command}\n{_output(command, folder)}" for command in commands)


def _output(command: str, folder: str) -> str:
    """Return what a command prints to a narrow terminal without colour."""
    grade = f"{sys.executable} -m grader"
    done = subprocess.run(
        command.replace("grade ", f"{grade} ", 1),
        shell=True,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        env={
            "PATH": os.environ["PATH"],
            "COLUMNS": "80",
            "PYTHONIOENCODING": "utf-8",
            "XDG_STATE_HOME": folder,
        },
    )
    return done.stdout + done.stderr


if __name__ == "__main__":
    README.write_text(with_sessions_run(README.read_text(encoding="utf-8")), encoding="utf-8")
    PICTURE.write_text(picture(README.read_text(encoding="utf-8")), encoding="utf-8")

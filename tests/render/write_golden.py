"""Write the golden screens anew: `python -m tests.render.write_golden`; then read the diff.

A file `NAME.WIDTH[.OPTION]...txt` shows the report NAME of `reports`; options are `ascii`, `cp1252`
(the encoding) and `show-output`. Each report has files at 80 and 50 columns at least.
"""

from __future__ import annotations

from pathlib import Path

from grader.render import screen, terminal
from grader.results import Verdict
from tests.render import reports

FOLDER = Path(__file__).parent / "golden"
EVERY_WIDTH = (80, 50)


def rendered(file_name: str) -> str:
    """The screen that a golden file of this name holds."""
    name, width, *options = file_name.removesuffix(".txt").split(".")
    report = reports.EVERY[name]()
    lines = screen.lines(
        report,
        width=int(width),
        encoding=next((option for option in options if option != "show-output"), "utf-8"),
        show_output="show-output" in options,
        next_command="grade hint" if report.verdict is Verdict.FAILED else "",
        see_command="grade picture" if report.verdict is Verdict.FAILED else "",
    )
    return terminal.plain(lines)


def main() -> None:
    """Write those that exist, and the missing ones of each report."""
    names = {path.name for path in FOLDER.glob("*.txt")}
    names |= {f"{name}.{width}.txt" for name in reports.EVERY for width in EVERY_WIDTH}
    for name in sorted(names):
        (FOLDER / name).write_text(rendered(name), encoding="utf-8")


if __name__ == "__main__":
    main()

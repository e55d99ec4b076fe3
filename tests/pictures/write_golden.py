"""Write the golden pictures anew: `python -m tests.pictures.write_golden`; then read the diff.

A file `NAME.WIDTH[.ascii].txt` shows the drawing NAME of `drawings` on a screen, `NAME.svg` as SVG.
Look at the SVG files in a browser, too.
"""

from __future__ import annotations

from pathlib import Path

from grader.pictures.as_lines import picture_lines
from grader.pictures.as_svg import as_svg
from grader.render import terminal
from tests.pictures import drawings

FOLDER = Path(__file__).parent / "golden"
EVERY_SCREEN = ("100", "80", "50", "80.ascii")


def rendered(file_name: str) -> str:
    """The text that a golden file of this name holds."""
    name, _, rest = file_name.partition(".")
    drawing = drawings.EVERY[name]()
    if rest == "svg":
        return as_svg([drawing])
    width, *encodings = rest.removesuffix(".txt").split(".")
    return terminal.plain(picture_lines(drawing, int(width), (*encodings, "utf-8")[0]))


def names() -> list[str]:
    """The files that there must be: each drawing on every screen, and as SVG."""
    screens = [f"{name}.{screen}.txt" for name in drawings.EVERY for screen in EVERY_SCREEN]
    return [*screens, *(f"{name}.svg" for name in drawings.EVERY)]


def main() -> None:
    """Write all of them."""
    for name in names():
        (FOLDER / name).write_text(rendered(name), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Lines of styled text as a picture (SVG), for pages that show what a report looks like."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from grader.render.layout import Style, cells, size

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.render.layout import Line

_COLUMN, _ROW, _MARGIN = 8.4, 19, 16  # of 14 pixel type
_FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
_BACKGROUND, _TEXT = "#0d1117", "#d6dde6"
_THEME: Mapping[Style, str] = {
    Style.TITLE: "font-weight: bold; fill: #ffffff",
    Style.HEADING: "fill: #9aa5b1",
    Style.PASSED: "fill: #6cb6ff",
    Style.FAILED: "font-weight: bold; fill: #ff7b72",
    Style.MUTED: "fill: #9aa5b1",
    Style.VALUE: "font-weight: bold; fill: #ffffff",
    Style.MARK: "font-weight: bold; fill: #ff7b72",
    Style.HINT: "font-style: italic",
}


def as_svg(lines: Sequence[Line], title: str) -> str:
    """Return the lines as one SVG document; `title` is what it says to who cannot see it."""
    width = _MARGIN * 2 + _COLUMN * max(map(size, lines), default=0)
    height = _MARGIN * 2 + _ROW * len(lines)
    rows = "\n".join(filter(None, (_row(line, index) for index, line in enumerate(lines))))
    looks = "\n".join(f".{style.value} {{ {look} }}" for style, look in _THEME.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
        f'width="{width:.0f}" height="{height}" role="img">\n'
        f"<title>{escape(title)}</title>\n"
        f"<style>\ntext {{ font: 14px {_FONT}; fill: {_TEXT}; white-space: pre }}\n{looks}\n"
        f"</style>\n"
        f'<rect width="100%" height="100%" rx="8" fill="{_BACKGROUND}"/>\n{rows}\n</svg>\n'
    )


def _row(line: Line, index: int) -> str:
    """Return a line as one <text>; each span stands at its own column, whatever the font."""
    y = _MARGIN + _ROW * index + 14
    spans, column = [], 0
    for style, text in line:
        if text.strip():
            indent = len(text) - len(text.lstrip(" "))
            x = _MARGIN + _COLUMN * (column + indent)
            inner = escape(text.strip(" "))
            spans.append(f'<tspan x="{x:.1f}" class="{style.value}">{inner}</tspan>')
        column += cells(text)
    return f'<text y="{y}" xml:space="preserve">{"".join(spans)}</text>' if spans else ""

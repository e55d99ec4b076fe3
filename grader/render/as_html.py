"""Lines of styled text as HTML, for notebooks; beside it goes the plain text of the same lines."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from grader.render.layout import Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grader.render.layout import Line, Span

# Inline, since notebooks drop style sheets from their output. The text keeps the page's own colour;
# blue and red have a contrast of more than 4 on white and on a dark page.
_THEME: Mapping[Style, str] = {
    Style.TITLE: "font-weight:bold",
    Style.HEADING: "opacity:0.75",
    Style.PASSED: "color:#1f77d0",
    Style.FAILED: "color:#dc3545;font-weight:bold",
    Style.MUTED: "opacity:0.75",
    Style.CODE: "",
    Style.VALUE: "font-weight:bold",
    Style.MARK: "color:#dc3545;font-weight:bold",
    Style.HINT: "font-style:italic",
}
_BLOCK = "white-space:pre;overflow-x:auto;line-height:1.35"


def as_html(lines: Iterable[Line]) -> str:
    """Return the lines as one `<pre>`; all but plain text has a class, such as `grade-failed`."""
    text = "\n".join("".join(map(_span, line)) for line in lines)
    return f'<pre class="grade-report" style="{_BLOCK}">\n{text}\n</pre>\n'


def _span(span: Span) -> str:
    style, text = span
    if style is Style.TEXT:
        return escape(text)
    look = f' style="{_THEME[style]}"' if _THEME[style] else ""
    return f'<span class="grade-{style.value}"{look}>{escape(text)}</span>'

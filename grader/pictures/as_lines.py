"""Pictures as lines for a screen; what is special to a kind is drawn by its own module."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from grader.pictures.curves_lines import curves_lines
from grader.pictures.overlap_lines import overlap_lines
from grader.pictures.records import Curves, Overlap, Trace
from grader.pictures.signs import signs_for
from grader.pictures.trace_lines import trace_lines
from grader.render.layout import Line, Style, charset_for, wrap

if TYPE_CHECKING:
    from grader.pictures.records import Drawing


def picture_lines(drawing: Drawing, width: int, encoding: str = "utf-8") -> list[Line]:
    """Return a picture for a screen of `width` columns and this encoding.

    Lines keep to `width`, from 20 columns, but for words that cannot be broken.
    """
    charset = charset_for(encoding)
    signs = signs_for(encoding)
    match drawing:
        case Trace():
            body = trace_lines(drawing, width, charset, signs)
        case Overlap():
            body = overlap_lines(drawing, width, charset, signs)
        case Curves():
            body = curves_lines(drawing, width, charset, signs)
        case _:
            assert_never(drawing)
    lines = wrap([(Style.TITLE, charset.prose(drawing.title))], width)
    if not isinstance(drawing, Curves):
        lines += wrap([(Style.HEADING, charset.prose(drawing.subject))], width)
    lines += [[], *body]
    if drawing.caption:
        lines += [[], *wrap([(Style.TEXT, charset.prose(drawing.caption))], width)]
    return lines

"""Pictures as one SVG document: a light card that is readable on any page, needing nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from grader.pictures.curves_svg import clip, curves_block
from grader.pictures.overlap_svg import overlap_block
from grader.pictures.records import Curves, Overlap, Trace
from grader.pictures.svg import (
    BLUE,
    FAINT,
    GREY,
    INK,
    MARGIN,
    RED,
    WIDTH,
    Block,
    coordinate,
    escaped,
    moved,
    paragraph,
    rectangle,
    stacked,
)
from grader.pictures.trace_svg import trace_block
from grader.pictures.words import description

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.pictures.records import Drawing

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
_STYLE = f"""\
text {{ font: 13px {_FONT}; fill: {INK} }}
.title {{ font-size: 17px; font-weight: 600 }}
.quiet {{ fill: {GREY} }}
.small {{ font-size: 12px; fill: {GREY} }}
.strong {{ font-weight: 600 }}
.inside {{ font-weight: 600; fill: #1a5fb4 }}
.outside {{ font-weight: 600; fill: {RED} }}"""
# Hatching in two directions, so that the areas differ without colour.
_PATTERNS = f"""\
<pattern id="lower" width="7" height="7" patternUnits="userSpaceOnUse" \
patternTransform="rotate(45)"><rect width="7" height="7" fill="#fdeaea"/>\
<rect width="2.5" height="7" fill="{RED}"/></pattern>
<pattern id="upper" width="7" height="7" patternUnits="userSpaceOnUse" \
patternTransform="rotate(-45)"><rect width="7" height="7" fill="#e9f2fc"/>\
<rect width="2.5" height="7" fill="{BLUE}"/></pattern>"""
_GAP = 36  # pixels between two pictures


def as_svg(drawings: Sequence[Drawing]) -> str:
    """Return one or more pictures, below each other, as an SVG document."""
    whole = stacked([_block(drawing) for drawing in drawings], _GAP)
    height = coordinate(whole.height + 2 * MARGIN)
    title = "; ".join(drawing.title for drawing in drawings)
    told = " ".join(description(drawing) for drawing in drawings)
    card = rectangle(
        0.5,
        0.5,
        WIDTH - 1,
        whole.height + 2 * MARGIN - 1,
        f'rx="10" fill="#ffffff" stroke="{FAINT}"',
    )
    body = "\n".join(moved(whole.elements, MARGIN, MARGIN))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" role="img" aria-labelledby="title desc">\n'
        f'<title id="title">{escaped(title)}</title>\n'
        f'<desc id="desc">{escaped(told)}</desc>\n'
        f"<style>\n{_STYLE}\n</style>\n<defs>\n{_PATTERNS}\n{clip()}\n</defs>\n{card}\n{body}\n</svg>\n"
    )


def _block(drawing: Drawing) -> Block:
    """Return a picture between its title and its caption."""
    match drawing:
        case Trace():
            body = trace_block(drawing)
        case Overlap():
            body = overlap_block(drawing)
        case Curves():
            body = curves_block(drawing)
        case _:
            assert_never(drawing)
    head = [paragraph(0, drawing.title, "title", (WIDTH - 2 * MARGIN) / 1.3)]
    if not isinstance(drawing, Curves):
        head.append(paragraph(0, drawing.subject, "quiet"))
    caption = [paragraph(0, drawing.caption)] if drawing.caption else []
    return stacked([stacked(head, 3), body, *caption], 14)

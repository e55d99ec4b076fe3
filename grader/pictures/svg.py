"""The elements of an SVG picture as text, with numbers of at most one digit after the point."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from grader import display
from grader.render.layout import Style, wrap

WIDTH = 760  # of every picture, in pixels
MARGIN = 28
LINE = 19  # pixels from one line of text to the next

# Blue and red can be told apart with red-green blindness; hatching does without colour.
BLUE, SOLID, RED = "#3b82d6", "#94bbec", "#c5303a"
INK, GREY, FAINT = "#1f2328", "#57606a", "#d8dee4"
_LETTER = 7.2  # pixels that a letter of 13 pixel type takes, in a wide font


class Block(NamedTuple):
    """A part of a picture: its elements, drawn from y = 0 downwards, and its height."""

    elements: list[str]
    height: float


def coordinate(value: float) -> str:
    """Return a number of pixels: "12", "12.5"."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def text(x: float, y: float, content: str, look: str = "", anchor: str = "") -> str:
    """Return a line of text; `look` names a class of the style sheet, `anchor` what x is."""
    options = f' class="{look}"' if look else ""
    options += f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{coordinate(x)}" y="{coordinate(y)}"{options}>{escaped(content)}</text>'


def escaped(content: str) -> str:
    """Return text for an element: what XML does not allow is shown as an escape."""
    return escape(display.one_line(content), quote=False)


def rectangle(x: float, y: float, width: float, height: float, paint: str) -> str:
    """Return a rectangle; `paint` holds its other attributes."""
    place = f'x="{coordinate(x)}" y="{coordinate(y)}"'
    return f'<rect {place} width="{coordinate(width)}" height="{coordinate(height)}" {paint}/>'


def line(x1: float, y1: float, x2: float, y2: float, paint: str) -> str:
    """Return a straight line; `paint` holds its other attributes."""
    start = f'x1="{coordinate(x1)}" y1="{coordinate(y1)}"'
    return f'<line {start} x2="{coordinate(x2)}" y2="{coordinate(y2)}" {paint}/>'


def paragraph(x: float, content: str, look: str = "", room: float = WIDTH - 2 * MARGIN) -> Block:
    """Return text in lines that fit into so many pixels; SVG itself breaks no lines."""
    lines = text_lines(content, room)
    elements = [text(x, LINE * index + 14, each, look) for index, each in enumerate(lines)]
    return Block(elements, LINE * len(lines))


def text_lines(content: str, room: float) -> list[str]:
    """Return text broken into lines that fit into so many pixels, at least one."""
    columns = int(room / _LETTER)
    return ["".join(part for _, part in each) for each in wrap([(Style.TEXT, content)], columns)]


def stacked(blocks: list[Block], gap: float = 0) -> Block:
    """Return blocks below each other."""
    elements: list[str] = []
    height = 0.0
    for block in blocks:
        if elements and block.elements:
            height += gap
        elements += moved(block.elements, 0, height)
        height += block.height
    return Block(elements, height)


def moved(elements: list[str], x: float, y: float) -> list[str]:
    """Return elements in another place."""
    if not elements:
        return []
    if not x and not y:
        return elements
    inner = "\n".join(elements)
    return [f'<g transform="translate({coordinate(x)} {coordinate(y)})">\n{inner}\n</g>']

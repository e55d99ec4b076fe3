"""Statements and hints as lines: the little Markdown that our own content uses.

Headings, paragraphs, lists, pictures, fenced code and `code` between backticks; anything else is a
paragraph. Of a picture, the words that stand for it are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.render.layout import Charset, Line, Style, attach, charset_for, indent, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = "```"


def task_lines(markdown: str, width: int, encoding: str = "utf-8") -> list[Line]:
    """The text for a screen of `width` columns and this encoding; code is never broken."""
    charset = charset_for(encoding)
    lines: list[Line] = []
    fenced = False
    for block in _blocks(markdown):
        if block.lstrip().startswith(_FENCE):
            fenced = not fenced
        elif fenced:
            lines += indent([[(Style.CODE, charset.code(block))]], 4)
        elif block or (lines and lines[-1]):
            lines += _block_lines(block, width, charset)
    return lines


def _blocks(markdown: str) -> Iterator[str]:
    """Lines of code as they are; the lines of a heading, paragraph or list item as one; blanks."""
    block, fenced = "", False
    for line in markdown.splitlines():
        fence = line.lstrip().startswith(_FENCE)
        alone = fenced or fence or not line.strip() or line.startswith("#")
        if block and (alone or _marker(line)):
            yield block
            block = ""
        if alone:
            yield line if fenced else line.strip()
        else:
            block = f"{block} {line.strip()}" if block else line
        fenced ^= fence
    if block:
        yield block


def _marker(line: str) -> str:
    """What opens a list item, with the spaces around it: "- ", "  - ", "12. "; else nothing."""
    text = line.lstrip()
    sign = text.split(" ", 1)[0]
    if " " in text and (sign in ("-", "*") or (sign.endswith(".") and sign[:-1].isdigit())):
        return f"{line[: len(line) - len(text)]}{sign} "
    return ""


def _block_lines(block: str, width: int, charset: Charset) -> list[Line]:
    if block.startswith("#"):
        return wrap([(Style.TITLE, charset.prose(block.lstrip("#").strip()))], width)
    if picture := picture_words(block):
        return wrap([(Style.MUTED, charset.prose(f"[Picture: {picture}]"))], width)
    marker = _marker(block)
    body = wrap(_spans(block[len(marker) :], charset), width - len(marker))
    return attach([(Style.TEXT, marker)], body) if marker else body


def picture_words(block: str) -> str:
    """Return the words for a picture, `![words](path)`, that is a paragraph; "" for any other."""
    words, found, rest = block.removeprefix("![").partition("](")
    is_picture = found and block.startswith("![") and rest.endswith(")")
    return words if is_picture else ""


def _spans(text: str, charset: Charset) -> Line:
    """Every second piece between backticks is code; a lone backtick is just a sign."""
    pieces = charset.prose(text).split("`")
    if len(pieces) % 2 == 0:
        pieces[-2:] = ["`".join(pieces[-2:])]
    styles = (Style.TEXT, Style.VALUE)
    return [(styles[index % 2], piece) for index, piece in enumerate(pieces) if piece]

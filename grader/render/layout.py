"""The shapes of text on a screen: styles, character sets, widths, wrapped words, broken code."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple


class Style(StrEnum):
    """What a piece of text is; the terminal decides how that looks."""

    TEXT = "text"
    TITLE = "title"
    HEADING = "heading"
    PASSED = "passed"
    FAILED = "failed"
    MUTED = "muted"
    CODE = "code"
    VALUE = "value"
    MARK = "mark"
    HINT = "hint"


Span = tuple[Style, str]
Line = list[Span]

# What stands for a sign of our own prose on a screen that lacks it. In numbers, since Python loads
# unicodedata to compile names.
_PLAIN = {
    0x2014: "--",  # em dash
    0x2013: "-",  # en dash
    0x2212: "-",  # minus
    0x2022: "-",  # bullet
    0x2026: "...",  # ellipsis
    0x2190: "<-",
    0x2192: "->",
    0x2018: "'",
    0x2019: "'",
    0x201C: '"',
    0x201D: '"',
    0x00D7: "x",  # times
    0x2264: "<=",
    0x2265: ">=",
    0x2260: "!=",
}

# Keeps two words on one line; `wrap` turns it into a space.
NO_BREAK = "\u00a0"

# The marks of our own, each one column wide: for them alone, unicodedata need not be loaded.
_OWN_SIGNS = str.maketrans(dict.fromkeys("✓✗←…", "-"))

_SPACES = str.maketrans("\t\n\r", "   ")
_TAB = 4


class Charset(NamedTuple):
    """What a screen can show: its encoding, and marks that it can show."""

    encoding: str = "utf-8"
    passed: str = "✓"
    failed: str = "✗"
    skipped: str = "-"
    arrow: str = "←"
    ellipsis: str = "…"

    def code(self, text: str) -> str:
        """`text` with tabs as spaces and every character that the screen lacks as an escape."""
        text = text.expandtabs(_TAB)
        if text.isascii():
            return text
        return text.encode(self.encoding, "backslashreplace").decode(self.encoding)

    def prose(self, text: str) -> str:
        """Like `code`, but signs such as dashes and arrows get a look-alike, not an escape."""
        return self.code(text if self.ellipsis == "…" else text.translate(_PLAIN))


def charset_for(encoding: str) -> Charset:
    """The marks for a screen of this encoding; an unknown encoding is taken for ASCII."""
    try:
        "".join(Charset()[1:]).encode(encoding)
    except LookupError:
        encoding = "ascii"
    except UnicodeEncodeError:
        pass
    else:
        return Charset(encoding)
    return Charset(encoding, passed="ok", failed="x", arrow="<-", ellipsis="...")


def cells(text: str) -> int:
    """How many columns `text` takes: two for East Asian wide characters, none for accents."""
    if text.isascii() or text.translate(_OWN_SIGNS).isascii():
        return len(text)
    # Most screens are all ASCII but for the marks, and start-up counts.
    from unicodedata import category, east_asian_width

    return sum(
        0 if category(char) in ("Mn", "Me", "Cf") else 2 if east_asian_width(char) in "WF" else 1
        for char in text
    )


def size(line: Line) -> int:
    """How many columns a line takes."""
    return sum(cells(text) for _, text in line)


def chop(text: str, width: int) -> list[str]:
    """`text` in pieces of at most `width` columns, cut anywhere; at least one piece."""
    if text.isascii():
        return [text[at : at + width] for at in range(0, len(text), max(width, 1))] or [""]
    pieces, used = [""], 0
    for char in text:
        wide = cells(char)
        if pieces[-1] and used + wide > width:
            pieces.append("")
            used = 0
        pieces[-1] += char
        used += wide
    return pieces


def wrap(spans: Iterable[Span], width: int) -> list[Line]:
    """The words of `spans` in lines of at most `width` columns; at least one line.

    A longer word stays whole (a path or a name must survive copying), unless it is of a script
    that writes without spaces.
    """
    lines: list[Line] = [[]]
    used = 0
    for word in _words(spans, width):
        needs = size(word)
        if used and used + 1 + needs > width:
            lines.append([])
            used = 0
        if used:
            same = lines[-1][-1][0] == word[0][0]
            _add(lines[-1], (word[0][0] if same else Style.TEXT, " "))
            used += 1
        for span in word:
            _add(lines[-1], span)
        used += needs
    return lines


def _words(spans: Iterable[Span], width: int) -> Iterator[Line]:
    """What stands between spaces; a word may change its style in the middle."""
    word: Line = []
    for style, text in spans:
        for index, piece in enumerate(text.translate(_SPACES).split(" ")):
            if index and word:
                yield from _fitting(word, width)
                word = []
            if piece:
                word.append((style, piece))
    if word:
        yield from _fitting(word, width)


def _fitting(word: Line, width: int) -> Iterator[Line]:
    if size(word) <= width or all(text.isascii() for _, text in word):
        yield word
        return
    for style, text in word:
        for piece in chop(text, width):
            yield [(style, piece)]


def _add(line: Line, span: Span) -> None:
    """Append to a line, as one span with its last when the style is the same."""
    style, text = span[0], span[1].replace(NO_BREAK, " ")
    if line and line[-1][0] == style:
        line[-1] = (style, line[-1][1] + text)
    else:
        line.append((style, text))


def attach(first: Line, body: Iterable[Line]) -> list[Line]:
    """The lines of `body` to the right of `first`, hanging below each other."""
    blank: Line = [(Style.TEXT, " " * size(first))]
    return [[*(blank if index else first), *line] for index, line in enumerate(body)]


def indent(body: Iterable[Line], columns: int) -> list[Line]:
    """The lines of `body` moved to the right."""
    return attach([(Style.TEXT, " " * columns)], body)


def break_code(text: str, width: int) -> list[str]:
    """Python text in lines of at most `width` columns where that can be; still valid Python.

    Lines are broken inside brackets only: after commas, and after the opening bracket of a call
    whose arguments would not fit beside its name. Arguments with brackets get lines of their own,
    so that parallel lists stand below each other; plain ones share lines. Where something has to be
    broken, three rows of numbers or more stand below each other as well.
    """
    return [text] if cells(text) <= width else _broken(text, width)


def _broken(text: str, width: int) -> list[str]:
    """Return Python text in lines as `break_code` does, as a part of what is broken already."""
    head, items = _split_brackets(text)
    fits = cells(text) <= width and not _is_matrix(text)
    if fits or width < 1 or not items:
        return [text]
    margin, lines = cells(head), [head]
    too_wide = any(_least_width(item) > width - margin for item in items)
    if len(items) > 1 and margin > _TAB and too_wide:
        margin = _TAB
        lines.append(" " * margin)
    for number, item in enumerate(items):
        fits = cells(lines[-1]) + 1 + cells(item) <= width
        if number and fits and not (_has_brackets(item) or _has_brackets(items[number - 1])):
            lines[-1] += " " + item
            continue
        if number:
            lines.append(" " * margin)
        first, *rest = _broken(item, width - margin)
        lines[-1] += first
        lines += [" " * margin + line for line in rest]
    return lines


def _is_matrix(text: str) -> bool:
    """Whether a text holds three rows of numbers or more."""
    return "[[" in text and text.count("], [") >= 2


def _least_width(item: str) -> int:
    """How many columns an item needs that need not be broken, or not but between its rows."""
    parts = item.split("], [") if _is_matrix(item) else [item]
    return max(map(cells, parts))


def _has_brackets(item: str) -> bool:
    return item != "[]," and any(bracket in item for bracket in "([{")


def _split_brackets(text: str) -> tuple[str, list[str]]:
    """A call, list or tuple as its text up to the first bracket, and the items behind that.

    Items keep their commas, the last one all that follows. No brackets, no items.
    """
    depth, quote, start, head = 0, "", 0, ""
    items: list[str] = []
    position = 0
    while position < len(text):
        char = text[position]
        position += 1
        if quote:
            position += char == "\\"
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in "([{":
            depth += 1
            if depth == 1:
                head, start = text[:position], position
        elif char in ")]}" and depth:
            depth -= 1
            if depth == 0:
                break
        elif char == "," and depth == 1:
            items.append(text[start:position].strip())
            start = position
    rest = text[start:].strip()
    if items and rest.startswith((")", "]", "}")):
        items[-1] += rest
    elif head and not rest.startswith((")", "]", "}")):
        items.append(rest)
    return head, items

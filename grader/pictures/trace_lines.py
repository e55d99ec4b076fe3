"""A trace on a screen: a bar for each row, its numbers beside it, or below on a narrow screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.pictures.words import NOT_EXAMINED, NOTHING_TO_DRAW, verdict
from grader.render.layout import Charset, Line, Style, cells, indent, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.pictures.records import Bar, Trace
    from grader.pictures.signs import Signs

_GAP = "  "
_FRAME = 2  # columns
_LEAST_BAR = 20  # columns


def trace_lines(trace: Trace, width: int, charset: Charset, signs: Signs) -> list[Line]:
    """Return the bars below a scale, and what the signs mean."""
    if not trace.bars:
        return wrap([(Style.MUTED, NOTHING_TO_DRAW)], width)
    labels = _column([trace.headings.label, *(bar.label for bar in trace.bars)], charset, end=True)
    words = _words(trace, charset)
    room = width - cells(labels[0]) - len(_GAP) - _FRAME
    beside = room - len(_GAP) - cells(words[0])
    if beside >= _LEAST_BAR:
        lines = _with_words_beside(trace, labels, words, beside, signs)
    else:
        lines = _with_words_below(trace, labels, room, charset, signs)
    heads = trace.headings
    legend = f"{signs.bar(3)} from 0 to {heads.fill}, {signs.mark} {heads.mark}"
    return [*lines, [], *wrap([(Style.MUTED, charset.prose(legend))], width)]


def _with_words_beside(
    trace: Trace, labels: list[str], words: list[str], room: int, signs: Signs
) -> list[Line]:
    lines: list[Line] = [[(Style.HEADING, f"{labels[0]}{_GAP}{_scale(room)}{_GAP}{words[0]}")]]
    for bar, label, text in zip(trace.bars, labels[1:], words[1:], strict=True):
        style = Style.TEXT if bar.examined else Style.MUTED
        lines.append([(style, f"{label}{_GAP}"), *_bar(bar, room, signs), (style, _GAP + text)])
    return lines


def _with_words_below(
    trace: Trace, labels: list[str], room: int, charset: Charset, signs: Signs
) -> list[Line]:
    lines: list[Line] = [[(Style.HEADING, f"{labels[0]}{_GAP}{_scale(room)}")]]
    for bar, label in zip(trace.bars, labels[1:], strict=True):
        style = Style.TEXT if bar.examined else Style.MUTED
        lines.append([(style, f"{label}{_GAP}"), *_bar(bar, room, signs)])
        if bar.examined:
            words = wrap([(style, charset.prose(verdict(trace.headings, bar)))], room)
            lines += indent(words, cells(label) + len(_GAP) + 1)
    return lines


def _scale(room: int) -> str:
    """Return 0 and 1 above the ends of a bar."""
    return f" 0{'1':>{room - 1}} "


def _bar(bar: Bar, room: int, signs: Signs) -> Line:
    """Return a bar in its frame: the filled zone and, in the column where it lies, the mark."""
    left, right = (Style.MUTED, signs.left), (Style.MUTED, signs.right)
    if not bar.examined:
        return [left, (Style.MUTED, f"{NOT_EXAMINED:<{room}}"), right]
    if bar.fill is None and bar.mark is None:
        return [(Style.TEXT, " " * (room + _FRAME))]  # words alone
    zone = f"{signs.bar((bar.fill or 0.0) * room):<{room}}"
    if bar.mark is None:
        return [left, (Style.PASSED, zone), right]
    at = min(int(bar.mark * room), room - 1)
    mark = (Style.MARK if bar.outside else Style.TITLE, signs.mark)
    return [left, (Style.PASSED, zone[:at]), mark, (Style.PASSED, zone[at + 1 :]), right]


def _words(trace: Trace, charset: Charset) -> list[str]:
    """Return mark, relation, fill and words in columns: first the titles, then each bar's."""
    head, bars = trace.headings, trace.bars
    marks = _column([head.mark, *(bar.mark_text for bar in bars)], charset, end=True)
    signs = _column(["", *(bar.relation for bar in bars)], charset)
    fills = _column([head.fill, *(bar.fill_text for bar in bars)], charset, end=True)
    words = _column([head.words, *(bar.words for bar in bars)], charset)
    columns = zip(marks, signs, fills, words, strict=True)
    return [f"{mark} {sign} {fill}{_GAP}{text}" for mark, sign, fill, text in columns]


def _column(texts: Sequence[str], charset: Charset, *, end: bool = False) -> list[str]:
    """Return texts of one width, that of the widest; aligned at its end if asked for."""
    texts = [charset.prose(text) for text in texts]
    width = max(map(cells, texts))
    blanks = [" " * (width - cells(text)) for text in texts]
    pairs = zip(texts, blanks, strict=True)
    return [blank + text if end else text + blank for text, blank in pairs]

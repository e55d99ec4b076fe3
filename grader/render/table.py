"""A table as lines: aligned columns, and the row where the answer leaves what is right."""

from typing import NamedTuple

from grader.render.layout import Charset, Line, Style, attach, cells, indent, size, wrap
from grader.results import Table

# Of a longer table the rows around the first difference are shown: more of those before it, since
# that is where its reason lies.
_WHOLE = 12
_BEFORE = 6
_AFTER = 2
_BELOW = 4  # how far words below their row are indented

_DIFFERENCE = "first difference"
_SKIPPED = "not examined"


class _Row(NamedTuple):
    """A row with the words of its mark, which most rows have not."""

    texts: tuple[str, ...]
    examined: bool
    mark: str

    @property
    def style(self) -> Style:
        return Style.TEXT if self.examined else Style.MUTED


def table_lines(
    table: Table, width: int, charset: Charset, difference: str = _DIFFERENCE
) -> list[Line]:
    """The table in at most `width` columns, as far as its words allow.

    `difference` is what stands behind the row that differs. Where the marks do not fit beside their
    rows they shrink to signs that a last line explains; where the columns do not fit either, the
    words of the last one go below their row; and where even that is too wide, every row becomes a
    sentence.
    """
    start, stop = _window(len(table.rows), table.first_difference)
    titles = tuple(map(charset.prose, table.titles))
    rows = [
        _Row(
            tuple(map(charset.prose, texts)),
            examined,
            difference if index == table.first_difference else "",
        )
        for index, (texts, examined) in enumerate(zip(table.rows, table.examined, strict=True))
    ][start:stop]
    above, below = _elision(start, charset), _elision(len(table.rows) - stop, charset)
    for gap, words in ((2, True), (2, False), (1, False)):
        top, *body = _grid(titles, rows, gap, words, charset)
        if max(map(size, [top, *body])) <= width:
            legend = [] if words else _legend(rows, width, charset)
            return [top, *above, *body, *below, *legend]
    top, *body = _stacked(titles, rows, width, charset) or [[]]
    if not body:
        body = [line for row in rows for line in _sentence(titles, row, width, charset)]
    return [*filter(None, [top]), *above, *body, *below]


def _window(count: int, difference: int | None) -> tuple[int, int]:
    """The rows to show; a single row is never replaced by the line that would count it."""
    if count <= _WHOLE:
        return 0, count
    centre = _BEFORE if difference is None else difference
    start = max(0, centre - _BEFORE)
    stop = min(count, centre + _AFTER + 1)
    return (0 if start == 1 else start), (count if stop == count - 1 else stop)


def _elision(count: int, charset: Charset) -> list[Line]:
    return [[(Style.MUTED, f"{charset.ellipsis} {count} more rows")]] if count else []


def _grid(
    titles: tuple[str, ...], rows: list[_Row], gap: int, words: bool, charset: Charset
) -> list[Line]:
    """Titles and rows in columns, numbers to the right, with the marks of the rows behind them."""
    columns = list(zip(titles, *(row.texts for row in rows), strict=True))
    widths = [max(map(cells, column)) for column in columns]
    to_right = [all(map(_is_number, column[1:])) for column in columns]

    def joined(texts: tuple[str, ...]) -> str:
        return (" " * gap).join(map(_padded, texts, widths, to_right))

    head: Line = [(Style.HEADING, joined(titles))]
    return [
        head,
        *([(row.style, joined(row.texts)), *_marks(row, words, charset)] for row in rows),
    ]


def _padded(text: str, width: int, to_right: bool) -> str:
    space = " " * (width - cells(text))
    return space + text if to_right else text + space


def _is_number(text: str) -> bool:
    """Whether a cell holds a number or nothing."""
    try:
        float(text or "0")
    except ValueError:
        return False
    return True


def _marks(row: _Row, words: bool, charset: Charset) -> Line:
    marks: Line = []
    if not row.examined:
        marks.append((Style.MUTED, f"  {_SKIPPED if words else charset.skipped}"))
    if row.mark:
        marks.append((Style.MARK, f"  {charset.arrow}" + f" {row.mark}" * words))
    return marks


def _legend(rows: list[_Row], width: int, charset: Charset) -> list[Line]:
    signs = [f"{charset.arrow} {row.mark}" for row in rows if row.mark]
    signs += [f"{charset.skipped} {_SKIPPED}"] * any(not row.examined for row in rows)
    return wrap([(Style.MUTED, ", ".join(signs))], width) if signs else []


def _stacked(titles: tuple[str, ...], rows: list[_Row], width: int, charset: Charset) -> list[Line]:
    """The rows in columns with the last one's words below each; none where that is too wide."""
    if all(_is_number(row.texts[-1]) for row in rows):
        return []
    numbers = [row._replace(texts=row.texts[:-1], examined=True, mark="") for row in rows]
    for gap in (2, 1):
        top, *body = _grid(titles[:-1], numbers, gap, True, charset)
        if max(map(size, [top, *body])) <= width:
            lines = [top]
            for row, [(_, text)] in zip(rows, body, strict=True):
                lines += [[(row.style, text)], *_words(row, width, charset)]
            return lines
    return []


def _words(row: _Row, width: int, charset: Charset) -> list[Line]:
    """The words of a row, to go below its numbers."""
    last = row.texts[-1]
    spans: Line = [(row.style, last)] if last else []
    if not row.examined:
        spans.append((Style.MUTED, f", {_SKIPPED}" if last else _SKIPPED))
    if row.mark:
        spans.append((Style.MARK, f" {charset.arrow} {row.mark}"))
    return indent(wrap(spans, width - _BELOW), _BELOW) if spans else []


def _sentence(titles: tuple[str, ...], row: _Row, width: int, charset: Charset) -> list[Line]:
    """The row as words, for a screen too narrow for columns."""
    pairs = zip(titles, row.texts, strict=True)
    spans: Line = [(row.style, ", ".join(f"{title} {cell}" for title, cell in pairs if cell))]
    if not row.examined:
        spans.append((Style.MUTED, f", {_SKIPPED}"))
    if row.mark:
        spans.append((Style.MARK, f" {charset.arrow} {row.mark}"))
    first, *rest = wrap(spans, width - 2)
    return [first, *attach([(Style.TEXT, "  ")], rest)]

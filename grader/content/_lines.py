"""Find the lines of tables and keys in TOML text, of which tomllib tells no positions.

The text must be valid TOML. Limit: a key inside an inline table, and an item of a list, are not
found; the line of the whole stands for them. Keys with escaped quotes are not found either.
"""

from __future__ import annotations

import re

# The way from the top of a file to a value: ("case", 2, "args", "draft_probs", 1).
Where = tuple[str | int, ...]

_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:\\.|[^"\\])*"|'[^']*')"""
_TOKEN = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}'''
    r"""|'''.*?'{3,5}"""
    r'''|"(?:\\.|[^"\\\n])*"'''
    r"""|'[^'\n]*'"""
    r"""|\#[^\n]*"""
    r"""|[\[\]{}\n]""",
    re.DOTALL,
)
_START = re.compile(rf"\s*(\[\[|\[)?\s*({_KEY}(?:\s*\.\s*{_KEY})*)")


def _statements(text: str) -> list[tuple[int, str]]:
    """Return the line and text of everything that ends at a line's end outside of brackets."""
    statements = []
    depth = start = 0
    line = first = 1
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark == "\n":
            line += 1
            if not depth:
                statements.append((first, text[start : token.start()]))
                start, first = token.end(), line
        elif mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        else:
            line += mark.count("\n")
    return [*statements, (first, text[start:])]


def lines_of(text: str) -> dict[Where, int]:
    """Return the line, from 1, on which each table and each key of a TOML text begins."""
    lines: dict[Where, int] = {}
    counts: dict[Where, int] = {}
    table: Where = ()
    for line, statement in _statements(text):
        head = _START.match(statement)
        if head is None:
            continue  # an empty line or a comment
        names = [name.strip("\"'") for name in re.findall(_KEY, head[2])]
        if head[1]:
            table = where = _numbered(names, counts, new=head[1] == "[[")
        else:
            where = (*table, *names)
        for length in range(1, len(where) + 1):
            lines.setdefault(where[:length], line)
    return lines


def _numbered(names: list[str], counts: dict[Where, int], *, new: bool) -> Where:
    """Return the way to a header's table: after each name of a list of tables, its last index."""
    where: Where = ()
    for position, name in enumerate(names, 1):
        where = (*where, name)
        if new and position == len(names):
            counts[where] = counts.get(where, -1) + 1
        if where in counts:
            where = (*where, counts[where])
    return where

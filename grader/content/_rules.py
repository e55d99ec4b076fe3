"""The rules for hand-written tables: which keys they have, and what each key holds."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from grader.content._file import described, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from grader.content._file import TomlFile
    from grader.content._lines import Where

TYPES = {
    "int": "a whole number",
    "float": "a number",
    "list[int]": "a list of whole numbers",
    "list[float]": "a list of numbers",
    "list[list[float]]": "a list of rows of numbers",
}
LARGEST = sys.float_info.max
_KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Kind(NamedTuple):
    """What a key of a hand-written table holds: in words, as a test, and as an example."""

    words: str
    fits: Callable[[Any], bool]
    example: str


def _is_number(value: object) -> bool:
    # Comparing refuses NaN and infinity, and unlike math.isfinite takes integers of any size.
    return type(value) in (int, float) and -LARGEST <= value <= LARGEST  # type: ignore[operator]


def _is_list_of_text(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_kebab(value: object) -> bool:
    return isinstance(value, str) and _KEBAB.fullmatch(value) is not None


TEXT = Kind("text in quotes", lambda value: isinstance(value, str), '"..."')
SENTENCE = Kind("text, not empty", lambda value: TEXT.fits(value) and value.strip(), '"..."')
TEXTS = Kind("a list of texts", _is_list_of_text, '["...", "..."]')
SENTENCES = Kind(
    "a list of texts, none of them empty",
    lambda value: _is_list_of_text(value) and value and all(item.strip() for item in value),
    '["...", "..."]',
)
ID = Kind("an id of lower-case letters, digits and single hyphens", _is_kebab, '"my-id"')
NAME = Kind("a Python name", lambda value: TEXT.fits(value) and value.isidentifier(), '"name"')


def one_of(choices: Sequence[str]) -> Kind:
    """Return the kind of a text that must be one of a few."""
    fits = lambda value: TEXT.fits(value) and value in choices  # noqa: E731
    return Kind("one of " + ", ".join(choices), fits, f'"{choices[0]}"')


TYPE = one_of(list(TYPES))
FLAG = Kind("true or false", lambda value: isinstance(value, bool), "true")
NUMBER = Kind("a finite number", _is_number, "1")
AMOUNT = Kind("a finite number, 0 or more", lambda value: _is_number(value) and value >= 0, "1")
POSITIVE = Kind("a finite number above 0", lambda value: _is_number(value) and value > 0, "1.0")
COUNT = Kind("a whole number, 0 or more", lambda value: type(value) is int and value >= 0, "1")
TABLE = Kind("a table", lambda value: isinstance(value, dict), "{ ... }")
ANY = Kind("anything", lambda _: True, "...")


def take(
    file: TomlFile,
    where: Where,
    table: dict[str, Any],
    kinds: Mapping[str, Kind],
    required: Iterable[str] = (),
    explained: Mapping[str, str] = {},
) -> dict[str, Any]:
    """Return the entries of `table` that are right; record the unknown, wrong and missing ones.

    A missing key is not told when an unknown one was probably meant to be it. For `explained`
    see `names_meant`.
    """
    meant = names_meant(file, where, table, kinds, "key", explained)
    good = {}
    for key, value in table.items():
        kind = kinds.get(key)
        if kind is not None and kind.fits(value):
            good[key] = value
        elif kind is not None:
            message = f"{described(value)} is not {kind.words}"
            file.error((*where, key), message, _mended(key, value, kind))
    for key in required:
        if key not in table and key not in meant:
            file.error(where, f'the key "{key}" is missing', f"add {key} = {kinds[key].example}")
    return good


def entries(file: TomlFile, name: str) -> list[tuple[Where, dict[str, Any]]]:
    """Return each table `[[name]]` of the file with the way to it; record what is none."""
    tables = file.tables.get(name, [])
    if isinstance(tables, list) and all(isinstance(table, dict) for table in tables):
        return [((name, index), table) for index, table in enumerate(tables)]
    message = f"{described(tables)} stands for tables"
    file.error((name,), message, f"write [[{name}]] above each of them")
    return []


def names_meant(
    file: TomlFile,
    where: Where,
    table: Iterable[str],
    known: Collection[str],
    what: str,
    explained: Mapping[str, str] = {},
) -> set[str]:
    """Record each unknown name in `table`; return the known ones that were probably meant.

    `explained` holds the fix for names that authors expect here although they are none.
    """
    meant = set()
    for name in table:
        if name not in known:
            meant.add(_close(name, known))
            fix = explained.get(_close(name, explained, cutoff=0.8)) or nearest(name, known)
            file.error((*where, name), f"unknown {what} {quoted(name)}", fix)
    return meant


def nearest(word: str, known: Collection[str]) -> str:
    """Return the fix for a misspelt name: the one that was probably meant, else all of them."""
    close = _close(word, known)
    if close:
        return f'did you mean "{close}"?'
    return f"known here: {', '.join(known)}" if known else "remove it"


def _close(word: str, known: Collection[str], cutoff: float = 0.6) -> str:
    """Return the known name that looks most like `word`, or nothing."""
    import difflib  # costs start-up time and is needed for faulty content only

    return next(iter(difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=cutoff)), "")


def _mended(key: str, value: object, kind: Kind) -> str:
    """Return how to mend a value of the wrong kind."""
    if kind is ID and isinstance(value, str):
        kebab = re.sub(r"[^a-z0-9]+", "-", value.lower()).strip("-")
        if kebab:
            return f'write {key} = "{kebab}"'
    if kind is TYPE and isinstance(value, str):
        return nearest(value, TYPES)
    if kind is FLAG and isinstance(value, str) and value.lower() in ("true", "false"):
        return f"write {key} = {value.lower()}, without quotes"
    return f"write {key} = {kind.example}"

"""Read the pictures of exercise.toml: which keys each kind has, and what these may name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grader.content import _rules as rules
from grader.model import Picture

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grader.content._file import TomlFile
    from grader.content._lines import Where
    from grader.model import Column, Exercise, Parameter

_AREAS = rules.Kind(
    "three texts: for min(p, q), for q - p, for p - q",
    lambda value: rules.SENTENCES.fits(value) and len(value) == 3,
    '["in both", "in q alone", "in p alone"]',
)
_ALWAYS = {"id": rules.ID, "kind": rules.ANY, "title": rules.SENTENCE}
_REQUIRED = {
    "trace": {
        "case": rules.ID,
        "label": rules.NAME,
        "fill": rules.NAME,
        "mark": rules.NAME,
        "words": rules.NAME,
    },
    "overlap": {"case": rules.ID, "upper": rules.NAME, "lower": rules.NAME},
    "curves": {},
}
_OPTIONAL = {
    "trace": {},
    "overlap": {"row": rules.COUNT, "label": rules.SENTENCE, "areas": _AREAS},
    "curves": {},
}
# What a picture of each kind may say.
KINDS = {
    kind: {**_ALWAYS, "caption": rules.SENTENCE, **_REQUIRED[kind], **_OPTIONAL[kind]}
    for kind in _REQUIRED
}
_ROWS, _ROW = "list[list[float]]", "list[float]"


def read_pictures(
    file: TomlFile, columns: Iterable[Column], parameters: Iterable[Parameter]
) -> tuple[Picture, ...]:
    """Return the picture of each complete table `[[picture]]`; what is wrong is told to `file`."""
    keys = [column.key for column in columns]
    rows = [each.name for each in parameters if each.type in (_ROWS, _ROW)]
    found = []
    first: dict[str, Where] = {}
    for where, table in rules.entries(file, "picture"):
        good = _taken(file, where, table)
        if good.get("id") in first:
            message = f'the id "{good["id"]}" is already used at {file.at(first[good["id"]])}'
            file.error((*where, "id"), message, "choose another id")
        elif "id" in good:
            first[good["id"]] = where
        if good.get("kind") == "trace":
            _check_names(file, where, good, tuple(_REQUIRED["trace"])[1:], keys, "a column's key")
        if good.get("kind") == "overlap":
            words = "a parameter with a list of numbers, or with rows of them"
            _check_names(file, where, good, ("upper", "lower"), rows, words)
        if {"id", "kind", "title"} <= good.keys():
            found.append(Picture(**{**good, "areas": tuple(good.get("areas", ()))}))
    return tuple(found)


def _taken(file: TomlFile, where: Where, table: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of one picture that are right for its kind."""
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:  # then only that is worth telling
        only = {"kind": rules.one_of(list(KINDS))}
        return rules.take(file, where, {"kind": kind} if "kind" in table else {}, only, only)
    own = KINDS[kind]
    fix = f'a picture of kind "{kind}" has none; known here: {", ".join(own)}'
    others = {key: fix for keys in KINDS.values() for key in keys if key not in own}
    return rules.take(file, where, table, own, (*_ALWAYS, *_REQUIRED[kind]), others)


def _check_names(
    file: TomlFile,
    where: Where,
    good: dict[str, Any],
    keys: Iterable[str],
    known: list[str],
    words: str,
) -> None:
    """Check that these keys name one of the things that they may name."""
    for key in keys:
        if key in good and good[key] not in known:
            message = f'"{good[key]}" is not {words}'
            file.error((*where, key), message, rules.nearest(good[key], known))


def check_cases(file: TomlFile, exercise: Exercise) -> None:
    """Check that each picture of an exercise names one of its cases, or none."""
    known = [case.id for case in exercise.cases]
    for index, picture in enumerate(exercise.pictures):
        if picture.case and picture.case not in known:
            message = f'there is no case "{picture.case}"'
            fix = rules.nearest(picture.case, known)
            file.error(("picture", index, "case"), message, fix)

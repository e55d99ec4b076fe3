"""What was measured of the laws of known mistakes, so that it need not be done each time.

To measure a mistake takes longer than all else about it. measured.json, beside the reference, says
of each what came of it, and of what: as long as that is the same, it is taken from there.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grader.law_records import Law, LawPrint, LawResult
    from grader.model import Exercise

_DIGITS = 9  # of a law: in the others machines differ


class KnownLaw(NamedTuple):
    """How a mistake's law stands to the one it must be; the words are those of `LawResult`."""

    method: str
    agrees: bool | None
    sentence: str
    found: LawPrint


class MistakeLaws(NamedTuple):
    """What came of a mistake, by the law's id; `made_from` is a checksum of what was measured."""

    made_from: str
    laws: Mapping[str, KnownLaw]

    @property
    def agrees(self) -> bool | None:
        """What all its laws are together: wrong if one is, else unknown if one is, else right."""
        found = {law.agrees for law in self.laws.values()}
        return False if False in found else None if None in found else True

    @property
    def recognised(self) -> bool:
        """Whether it can be recognised by its laws: one is wrong, and all are known exactly."""
        return self.agrees is False and self._exact

    @property
    def right(self) -> bool:
        """Whether all its laws are known exactly, and right."""
        return self.agrees is True and self._exact

    @property
    def _exact(self) -> bool:
        return all(law.method == "exact" for law in self.laws.values())


def known(result: LawResult) -> KnownLaw:
    """Return what is kept of a result."""
    found = {
        part: {value: round(p, _DIGITS) for value, p in shares.items()}
        for part, shares in result.law_print.items()
    }
    return KnownLaw(result.method, result.agrees, result.sentence, found)


def made_from(exercise: Exercise, laws: Iterable[Law], source: bytes) -> str:
    """Return a checksum of a mistake's source, and of all that it is set against."""
    asked = [exercise.function, exercise.seed, exercise.result, [*laws]]
    digest = hashlib.sha256(json.dumps(asked).encode() + b"\0")
    digest.update(source.replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:12]


def path(root: str, exercise_id: str) -> str:
    """Return where it is kept: it is about files that are not handed out, and goes with them."""
    return os.path.join(root, "reference", exercise_id, "measured.json")


def load(root: str, exercise_id: str) -> dict[str, MistakeLaws]:
    """Return what is kept of each mistake; nothing where the file is not as sync writes it."""
    try:
        with open(path(root, exercise_id), "rb") as file:
            return {mistake: _entry(entry) for mistake, entry in json.load(file).items()}
    except (OSError, KeyError, TypeError, ValueError, AttributeError):
        return {}


def _entry(entry: dict[str, Any]) -> MistakeLaws:
    laws = {id: KnownLaw(**law) for id, law in entry["laws"].items()}
    return MistakeLaws(entry["made_from"], laws)


def record(mistakes: Mapping[str, MistakeLaws]) -> dict[str, object]:
    """Return what the file is to hold.

    A mistake that could not be measured is left out: it is tried again each time.
    """
    return {
        mistake: {
            "made_from": one.made_from,
            "laws": {
                id: {**law._asdict(), "found": law.found if one.recognised else {}}
                for id, law in one.laws.items()
            },
        }
        for mistake, one in mistakes.items()
        if one.agrees is not None
    }

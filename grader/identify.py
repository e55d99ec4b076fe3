"""Which exercise a file is for, where its name is not an exercise's, or a file of cases; pure.

What a file defines decides, and is known once it was loaded. Before that, and where it defines
nothing that is wanted, its text and its name are looked at; nothing is parsed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from grader.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from grader.model import Exercise
    from grader.results import Defined
    from grader.submission import Submission

# How much more alike than any other an exercise's function must be to a name that was meant for it.
_LEAST_ALIKE, _LEAST_MORE_ALIKE = 0.6, 0.05


def defined(
    submitted: Submission, exercises: Sequence[Exercise], names: Sequence[Defined], option: str
) -> Exercise | None:
    """Return the one exercise whose function a file defines; None when it defines none.

    Of several it is the one that the file's name contains. Raises UsageError when that does not
    tell; `option` is how to say which one is meant.
    """
    found = _functions(exercises, (name.name for name in names if name.callable))
    found = found or _functions(exercises, (name.name for name in names))
    if len(found) > 1:
        found = _in_name(submitted, found) or found
    if len(found) > 1:
        functions = ", ".join(exercise.function for exercise in found)
        raise UsageError(
            f"{submitted.name} defines the functions of several exercises: {functions}.",
            hint=f"Say which one is meant: {option}.",
        )
    return found[0] if found else None


def likely(
    submitted: Submission, exercises: Sequence[Exercise], names: Sequence[Defined] = ()
) -> Exercise | None:
    """Return the exercise that a file seems to be for; None when nothing tells.

    The first of these that leads to one exercise: a `def` of its function in the text, its id in
    the file's name, a defined name that is almost its function's, its function's name in the text.
    """
    if len(exercises) == 1:
        return exercises[0]
    ways = _ways(submitted, exercises, names)
    return next((found[0] for found in ways if len(found) == 1), None)


def _ways(
    submitted: Submission, exercises: Sequence[Exercise], names: Sequence[Defined]
) -> Iterator[list[Exercise]]:
    yield _in_text(submitted, exercises, rb"\bdef\s+")
    yield _in_name(submitted, exercises)
    yield _alike(exercises, [name.name for name in names if name.callable])
    yield _in_text(submitted, exercises, rb"\b")


def taking(exercises: Sequence[Exercise], names: Collection[str]) -> list[Exercise]:
    """Return the exercises whose functions have parameters of all these names; none for no name."""
    return [
        exercise
        for exercise in exercises
        if names and set(names) <= {parameter.name for parameter in exercise.parameters}
    ]


def _functions(exercises: Iterable[Exercise], names: Iterable[str]) -> list[Exercise]:
    known = set(names)
    return [exercise for exercise in exercises if exercise.function in known]


def _in_text(submitted: Submission, exercises: Sequence[Exercise], before: bytes) -> list[Exercise]:
    """Return the exercises whose functions stand in the text, after what must be `before` them."""
    import re  # only for files that are not called like an exercise

    functions = b"|".join(exercise.function.encode() for exercise in exercises)
    found = re.findall(before + rb"(" + functions + rb")\b", submitted.source)
    return _functions(exercises, (name.decode() for name in found))


def _in_name(submitted: Submission, exercises: Sequence[Exercise]) -> list[Exercise]:
    ids = in_name(submitted.name, [exercise.id for exercise in exercises])
    return [exercise for exercise in exercises if exercise.id in ids]


def in_name(name: str, ids: Sequence[str]) -> list[str]:
    """Return the ids that are whole words of a file's name, and no part of another such id.

    So `choose_it` is in "ann-choose_it (2).py" and "Choose-It.ipynb", not in "choose_items.py".
    """
    text = _words(os.path.splitext(name)[0])
    words = {_words(each): each for each in ids if _words(each) in text}
    return [
        each for own, each in words.items() if not any(own in word for word in words if word != own)
    ]


def _words(text: str) -> str:
    """Return a text's words in lower case, each between two underscores."""
    plain = "".join(char if char.isalnum() else " " for char in text.lower())
    return f"_{'_'.join(plain.split())}_"


def _alike(exercises: Sequence[Exercise], names: Sequence[str]) -> list[Exercise]:
    """Return the exercise whose function looks most like one of the names, if one does."""
    if not names:
        return []
    from difflib import SequenceMatcher  # only for a function that is missing

    scores = [
        max(SequenceMatcher(None, exercise.function, name.lower()).ratio() for name in names)
        for exercise in exercises
    ]
    best, second = sorted(scores, reverse=True)[:2]
    clear = best >= max(_LEAST_ALIKE, second + _LEAST_MORE_ALIKE)
    return [exercises[scores.index(best)]] if clear else []

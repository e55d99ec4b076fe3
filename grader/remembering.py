"""Remembers what was worked out of the same objects: a batch keeps asking of the same few."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, cast

F = TypeVar("F", bound=Callable[..., object])

_MOST = 4000  # results of one function


def remembered(function: F) -> F:
    """Make a function return the same result for the very same arguments, as long as it is kept.

    For pure functions of records that nobody changes: equal arguments that are other objects are
    worked out anew, since records hold lists, which cannot be looked up.
    """
    known: dict[tuple[int, ...], tuple[tuple[object, ...], object]] = {}

    @wraps(function)
    def look_up(*arguments: object) -> object:
        key = tuple(map(id, arguments))
        found = known.get(key)
        if found is None:
            if len(known) >= _MOST:
                known.clear()
            # The arguments are kept, or their ids might come to others.
            found = known[key] = arguments, function(*arguments)
        return found[1]

    return cast("F", look_up)

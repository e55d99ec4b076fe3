"""Results are remembered for the same objects, for as long as these are kept, and no longer."""

from __future__ import annotations

import gc

from grader import remembering
from grader.remembering import remembered


def test_the_same_objects_are_worked_out_once() -> None:
    """Equal ones are worked out anew: they may hold lists, which cannot be looked up."""
    asked = []

    @remembered
    def total(numbers: list[int], more: list[int]) -> int:
        asked.append((numbers, more))
        return sum(numbers) + sum(more)

    one, two = [1, 2], [3]
    assert [6, 6, 6] == [total(one, two), total(one, two), total([1, 2], two)]
    assert 2 == len(asked)


def test_no_result_is_another_objects() -> None:
    """Objects that come and go get the ids of those before them."""

    @remembered
    def first(numbers: list[int]) -> int:
        return numbers[0]

    for number in range(3 * remembering._MOST):
        assert number == first([number])


def test_memory_stays_flat() -> None:
    """Of very many, the earlier ones are forgotten."""

    class Thing:
        pass

    @remembered
    def name(thing: Thing) -> str:
        return type(thing).__name__

    for _ in range(2 * remembering._MOST + 1):
        name(Thing())
    assert sum(type(each) is Thing for each in gc.get_objects()) <= remembering._MOST

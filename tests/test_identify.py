"""Which exercise a file is for, as far as its name, its text and what it defines tell."""

from __future__ import annotations

import pytest

from grader import identify
from grader.errors import UsageError
from grader.model import Exercise, Limits
from grader.results import Defined
from grader.submission import Submission


def exercise(id: str) -> Exercise:
    """An exercise that is known by its id alone."""
    return Exercise(id, id, id, (), (), Limits(), ())


EXERCISES = [exercise(id) for id in ("count", "count_all", "halve", "double_up")]


def submitted(name: str = "mine.py", text: str = "") -> Submission:
    """A submission of this name and text."""
    return Submission(name, text.encode())


def functions(*names: str) -> list[Defined]:
    """What a file defines that defines these functions."""
    return [Defined(name, "function", callable=True) for name in names]


def id_of(found: Exercise | None) -> str:
    """The id of what was found; "" for nothing."""
    return found.id if found else ""


# --- names of files ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("halve.py", ["halve"]),
        ("halve (1).py", ["halve"]),
        ("halve_v2.py", ["halve"]),
        ("ann-halve.ipynb", ["halve"]),
        ("Halve final.py", ["halve"]),
        ("double-up.py", ["double_up"]),
        ("count_all_2.py", ["count_all"]),
        ("count.2.py", ["count"]),
        ("halve", ["halve"]),
        ("halves.py", []),
        ("behalve.py", []),
        ("double.up.by.py", ["double_up"]),
        ("halve_and_count.py", ["count", "halve"]),
        ("mine.py", []),
        (".py", []),
    ],
)
def test_an_id_is_found_in_a_name_as_whole_words(name: str, expected: list[str]) -> None:
    """Copies, versions and names of learners do no harm; parts of other words are no ids."""
    ids = [each.id for each in EXERCISES]
    assert expected == identify.in_name(name, ids)


# --- what is defined -----------------------------------------------------------------------------


def test_the_one_function_that_is_defined_decides() -> None:
    """Whatever the name of the file says: other names in it are helpers."""
    names = functions("helper", "halve")
    found = identify.defined(submitted("count_v2.py"), EXERCISES, names, "--exercise ID")
    assert "halve" == id_of(found)


def test_a_variable_is_no_function_beside_one() -> None:
    """A number called like another exercise does not make a file ambiguous; alone it tells."""
    number = Defined("count", "int", callable=False)
    both = identify.defined(submitted(), EXERCISES, [number, *functions("halve")], "")
    alone = identify.defined(submitted(), EXERCISES, [number], "")
    assert ("halve", "count") == (id_of(both), id_of(alone))


def test_of_several_functions_the_files_name_chooses() -> None:
    """A learner may go on from the last exercise in the same text; a copy's name tells which."""
    names = functions("count", "halve")
    found = identify.defined(submitted("halve (2).py"), EXERCISES, names, "--exercise ID")
    assert "halve" == id_of(found)


@pytest.mark.parametrize("name", ["mine.py", "count_and_halve.py", "double_up_2.py"])
def test_several_functions_without_a_telling_name_are_wrong_use(name: str) -> None:
    """They are named, and so is the way to say which one is meant."""
    with pytest.raises(UsageError) as caught:
        identify.defined(submitted(name), EXERCISES, functions("halve", "count"), "--this ID")
    assert f"{name} defines the functions of several exercises: count, halve." == (
        caught.value.message
    )
    assert "Say which one is meant: --this ID." == caught.value.hint


def test_a_file_that_defines_none_is_none_of_them() -> None:
    """Names that are alike are no functions of an exercise."""
    assert identify.defined(submitted("halve.py"), EXERCISES, functions("halves"), "") is None


# --- what is likely ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "names", "expected"),
    [
        ("mine.py", "x = 1\ndef halve(n):\n    return count(", (), "halve"),
        ("mine.py", "    def  halve (n", (), "halve"),
        ("count_v2.py", "def halve(n):", (), "halve"),
        ("count_v2.py", "deff halve(n):", (), "count"),
        ("count_v2.py", "", (), "count"),
        ("halve_v2.py", "def count(): ...\ndef halve(): ...", (), "halve"),
        ("mine.py", "halve = lambda n: n / 2)", (), "halve"),
        ("mine.py", "", ("halves", "helper"), "halve"),
        ("mine.py", "", ("Double_Up",), "double_up"),
        ("mine.py", "# count\n", ("halved",), "halve"),
        ("mine.py", "def count(): ...\ndef halve(): ...", (), ""),
        ("mine.py", "def counted(n): ...", (), ""),
        ("mine.py", "", ("something",), ""),
        ("mine.py", "", (), ""),
    ],
)
def test_text_name_and_alike_names_tell_what_is_likely(
    name: str, text: str, names: tuple[str, ...], expected: str
) -> None:
    """The first of them that leads to one exercise does; what leads to several tells nothing."""
    found = identify.likely(submitted(name, text), EXERCISES, functions(*names))
    assert expected == id_of(found)


def test_two_functions_that_are_as_alike_tell_nothing() -> None:
    """A name between two exercises is neither's."""
    both = [exercise("keep_left"), exercise("keep_east")]
    assert identify.likely(submitted(), both, functions("keep")) is None


def test_a_single_exercise_is_likely_whatever_there_is() -> None:
    """Where there is but one, nothing has to tell."""
    assert "halve" == id_of(identify.likely(submitted(), [exercise("halve")]))

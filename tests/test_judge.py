"""What passes and what does not, and that the words for it never show two values alike."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.judge import agrees, judge
from grader.model import Case, Column, Exercise, Limits, Parameter, ResultPart, Row
from grader.results import (
    CaseResult,
    Crashed,
    DictValue,
    Foreign,
    Frame,
    GeneratorUse,
    LearnerError,
    NotRun,
    NumpyArray,
    NumpyScalar,
    Observation,
    Outcome,
    Place,
    Printed,
    Raised,
    Returned,
    TimedOut,
)
from grader.source import Source

if TYPE_CHECKING:
    from grader.model import Value

SOURCE = Source("mine.py", ["import math", "def kept(marks):", "    return 1 / 0\x1b[31m"])
WORDS = {
    "never-seeded": "never seeded",
    "other-seed": "another seed",
    "other-generator": "seeded, but drawn from another",
    "not-used": "not used",
    "fewer-draws": "{draws} draws, not {expected}",
    "more-draws": "{draws} draws, not {expected}",
}


def exercise(*result: ResultPart, rows_follow: str = "", seed: int | None = None) -> Exercise:
    """An exercise that takes a list of ints, with this result."""
    return Exercise(
        "kept",
        "Keep marks",
        "kept",
        (Parameter("marks", "list[int]"), Parameter("level", "int", optional=True)),
        result,
        Limits(),
        (),
        seed=seed,
        columns=(Column("i", "i"), Column("share", "share", 3)),
        rows_follow=rows_follow,
    )


PAIR = exercise(
    ResultPart("kept", "list[int]", prefix_of="marks"),
    ResultPart("count", "int", length_of="kept"),
    rows_follow="kept",
    seed=42,
)
COUNT = exercise(ResultPart("count", "int"))
MEAN = exercise(ResultPart("mean", "float", tolerance=1e-6))
EXACT = exercise(ResultPart("mean", "float"))
SCORED = exercise(ResultPart("best", "int"), ResultPart("score", "float", tolerance=1e-6))
MEANS = exercise(ResultPart("means", "list[float]", tolerance=1e-6), rows_follow="means")
GRID = exercise(ResultPart("grid", "list[list[float]]", tolerance=1e-6))

ROWS = tuple(Row({"i": i, "share": i / 3}, examined=i < 2) for i in range(3))
PAIR_CASE = Case("first", ([7, 8, 9],), ([7, 8], 2), "keeps two", "because", rows=ROWS, draws=3)


def judged(
    task: Exercise, expected: Value, value: Value, case: Case = PAIR_CASE, **seen: object
) -> CaseResult:
    """The result of a call that returned a value where another one is expected."""
    observation = Observation(Returned(value))._replace(**seen)
    wanted = case._replace(expected=expected)
    result = judge(task, wanted, 1, observation, SOURCE, WORDS)
    assert agrees(task, wanted, observation) == (result.outcome is Outcome.PASSED)
    return result


def shown(value: object) -> str:
    """A parameter of a test in short: exercises by the types of their results."""
    if isinstance(value, Exercise):
        return "-".join(part.type for part in value.result)
    return repr(value)[:40]


# --- what passes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("task", "expected", "value"),
    [
        (PAIR, ([7, 8], 2), ([7, 8], 2)),
        (PAIR, ([], 0), ([], 0)),
        (PAIR, ([7, 8], 2), ([NumpyScalar("int64", 7), 8], NumpyScalar("uint8", 2))),
        (COUNT, 3, 3),
        (COUNT, 10**40, 10**40),
        (COUNT, 3, NumpyScalar("int8", 3)),
        (MEAN, 3.5, 3.5),
        (MEAN, 3.5, 3.5 + 9e-7),
        (MEAN, 3.5, 3.5 - 9e-7),
        (MEAN, 3.0, 3),
        (MEAN, 3.0, NumpyScalar("float32", 3.0)),
        (MEAN, 3.0, NumpyScalar("int64", 3)),
        (MEAN, 0.0, -0.0),
        (EXACT, 0.1, 0.1),
        (EXACT, 3.0, 3),
        (MEANS, [0.5, 1.0], [0.5 + 1e-7, 1]),
        (MEANS, [0.5], [NumpyScalar("float64", 0.5)]),
        (GRID, [[0.5], []], [[0.5 + 1e-7], []]),
    ],
    ids=shown,
)
def test_right_values_pass(task: Exercise, expected: Value, value: Value) -> None:
    """The expected structure with equal numbers passes, and is told no reason and no table."""
    result = judged(task, expected, value)
    assert (Outcome.PASSED, "", None) == (result.outcome, result.reason, result.table)


# --- what does not -------------------------------------------------------------------------------

WRONG = [
    (PAIR, ([7, 8], 2), None, "None"),
    (PAIR, ([7, 8], 2), [[7, 8], 2], "a list; expected a tuple (kept, count)"),
    (PAIR, ([7, 8], 2), ([7, 8],), "a tuple of 1; expected a tuple (kept, count)"),
    (PAIR, ([7, 8], 2), ([7, 8], 2, 2), "a tuple of 3"),
    (PAIR, ([7, 8], 2), (2, [7, 8]), "kept is an int; expected a list of ints"),
    (PAIR, ([7, 8], 2), ((7, 8), 2), "kept is a tuple; expected a list of ints"),
    (PAIR, ([7, 8], 2), "([7, 8], 2)", "a str; expected a tuple"),
    (PAIR, ([7, 8], 2), ([7, 8], 2.0), "count is a float, 2.0; expected an int"),
    (PAIR, ([7], 1), ([7], True), "count is a bool, True; expected an int"),
    (PAIR, ([7], 1), ([7], "1"), "count is a str, '1'; expected an int"),
    (PAIR, ([7, 8], 2), ([7, 8], None), "count is None"),
    (PAIR, ([7, 8], 2), ([7.0, 8], 2), "kept[0] is a float, 7.0; expected an int"),
    (PAIR, ([1], 1), ([True], 1), "kept[0] is a bool, True; expected an int"),
    (PAIR, ([7, 8], 2), ([7, [8]], 2), "kept[1] is a list, [8]; expected an int"),
    (PAIR, ([7, 8], 2), ([7, "8"], 2), "kept[1] is a str, '8'; expected an int"),
    (PAIR, ([7, 8], 2), (NumpyArray("int64", (2,), [7, 8]), 2), "kept is a NumPy array"),
    (PAIR, ([7, 8], 2), NumpyArray("int64", (2,), [7, 8]), "a NumPy array; expected a tuple"),
    (PAIR, ([7, 8], 2), DictValue((("kept", [7, 8]), ("count", 2))), "a dict; expected a tuple"),
    (PAIR, ([7, 8], 2), Foreign("Pair"), "an object of type Pair; expected a tuple"),
    (PAIR, ([7, 8], 2), (Foreign("list"), 2), "kept is an object of type list; expected a list"),
    (PAIR, ([7, 8], 2), ([7, 8], Foreign("int")), "count is an object of type int, <int>"),
    (PAIR, ([7, 8], 2), ([7, 8], Foreign("int of 5000 bits")), "count is an int of 5000 bits"),
    (PAIR, ([7, 8], 2), ([7, 8], NumpyScalar("float64", 2.0)), "count is a NumPy float64"),
    (PAIR, ([7], 1), ([7], NumpyScalar("bool", True)), "count is a NumPy bool, np.bool(True)"),
    (PAIR, ([7, 8], 2), ([NumpyScalar("float64", 7.0), 8], 2), "kept[0] is a NumPy float64"),
    (PAIR, ([7, 8], 2), ([7, 8], math.nan), "count is a float, nan; expected an int"),
    (PAIR, ([7, 8], 2), (math.nan, 2), "kept is a float, not a number; expected a list"),
    (PAIR, ([7, 8], 2), Foreign("coroutine"), "`async`; a plain `def`"),
    (PAIR, ([7, 8], 2), Foreign("generator"), "`yield`; use `return`"),
    (PAIR, ([7, 8], 2), ([7, 8], 3), "kept holds 2 items, but count is 3"),
    (PAIR, ([7, 8], 2), ([7], 2), "kept holds 1 item, but count is 2"),
    (PAIR, ([7, 8], 2), ([7, 9], 2), "a prefix of marks; this list is none"),
    (PAIR, ([7, 8], 2), ([8, 7], 2), "a prefix of marks; this list is none"),
    (PAIR, ([7, 8], 2), ([7, 8, 9, 9], 4), "a prefix of marks; this list is none"),
    (PAIR, ([7, 8], 2), ([7], 1), "kept holds 1 item; expected 2 items"),
    (PAIR, ([7, 8], 2), ([7, 8, 9], 3), "kept holds 3 items; expected 2 items"),
    (COUNT, 3, 4, "count is 4; expected 3"),
    (COUNT, 3, (3,), "count is a tuple, (3,); expected an int"),
    (COUNT, 3, [3], "count is a list, [3]; expected an int"),
    (COUNT, 10**400, 10**400 + 1, "count is 1"),
    (MEAN, 3.5, 3.5 + 2e-6, "mean is 3.500002; expected 3.5. It is off by 2.0e-06, and at most"),
    (MEAN, 3.5, NumpyScalar("float32", 3.4999), "is off by 1.0e-04, and at most 1e-06 is allowed."),
    (MEAN, 3500.5, 3500, "mean is 3500; expected 3500.5. It is off by 5.0e-01, and at most 1e-06"),
    (MEANS, [0.5, 1.0], [0.5, 1.0001], "means[1] is 1.0001; expected 1.0. It is off by 1.0e-04"),
    (MEAN, 3.5, None, "It returned None"),
    (SCORED, (1, 3.5), (0, math.nan), "score is nan (not a number); expected 3.5."),
    (SCORED, (1, 3.5), (0, math.inf), "best is 0; expected 1."),
    (SCORED, (1, 3.5), (1, None), "score is None; expected a float."),
    (MEAN, 3.5, math.nan, "mean is nan (not a number); expected 3.5"),
    (MEAN, 3.5, math.inf, "mean is inf; expected 3.5"),
    (MEAN, 3.5, -math.inf, "mean is -inf; expected 3.5"),
    (MEAN, 3.5, 10**400, "mean is 1"),
    (MEAN, 3.5, -(10**400), "mean is -1"),
    (MEAN, 1.0, True, "mean is a bool, True; expected a float"),
    (MEAN, 3.5, "3.5", "mean is a str, '3.5'; expected a float"),
    (MEAN, 3.5, NumpyArray("float64", (), [3.5]), "mean is a NumPy array, np.array(3.5)"),
    (MEAN, 3.5, NumpyScalar("float64", 3.6), "mean is 3.6; expected 3.5"),
    (EXACT, 0.3, 0.1 + 0.2, "mean is 0.30000000000000004; expected 0.3"),
    (MEANS, [0.5, 1.0, 2.0], [0.5 + 1e-7, 1.5, 2.0], "means[1] is 1.5; expected 1.0"),
    (MEANS, [0.5, 1.0], [0.5, math.nan], "means[1] is nan (not a number); expected 1.0"),
    (MEANS, [0.5, 1.0], [0.5], "means holds 1 item; expected 2 items"),
    (MEANS, [0.5], 0.5, "means is a float; expected a list of floats"),
    (GRID, [[0.5], [1.0]], [[0.5], [1.5]], "grid[1]"),
    (GRID, [[0.5], [1.0]], [[0.5 + 1e-7], [1.5]], "grid[1]"),
    (GRID, [[0.5], [1.0]], [[0.5], 1.0], "grid[1] is a float; expected a list of floats"),
    (GRID, [[0.5], [1.0]], [[0.5], ["1"]], "grid[1][0] is a str, '1'; expected a float"),
    (GRID, [[0.5], [1.0]], [[0.5]], "grid holds 1 item; expected 2 items"),
]


@pytest.mark.parametrize(("task", "expected", "value", "words"), WRONG, ids=shown)
def test_wrong_values_fail_and_the_reason_says_how(
    task: Exercise, expected: Value, value: Value, words: str
) -> None:
    """A wrong type or number fails; the reason names both types or the first place."""
    result = judged(task, expected, value)
    assert Outcome.FAILED is result.outcome
    assert words in result.reason
    assert result.reason.endswith(".")
    assert result.expected != result.actual


def test_long_values_that_differ_in_the_middle_do_not_look_alike() -> None:
    """What is cut out of long values is never the very place where they differ."""
    wanted = list(range(60))
    mine = [*range(35), 99, *range(36, 60)]
    result = judged(PAIR, (wanted, 60), (mine, 60), Case("long", (wanted,), None))
    assert Outcome.FAILED is result.outcome
    assert result.expected != result.actual
    assert "34, 99, 36" in result.actual


numbers = st.integers(-3, 3) | st.booleans() | st.sampled_from([0.0, 1.0, 2.0, math.nan])
scalars = st.builds(NumpyScalar, st.just("int64"), st.integers(-3, 3)) | st.builds(
    NumpyScalar, st.just("float64"), st.sampled_from([0.0, 1.0])
)
anything = st.recursive(
    numbers | scalars | st.none() | st.text("ab", max_size=2) | st.builds(Foreign, st.just("list")),
    lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)
prefixes = st.integers(0, 3).map(lambda size: ([7, 8, 9][:size], size))


def plain(value: object) -> object:
    """A value with NumPy ints as ints, for comparing by type and text."""
    if type(value) is NumpyScalar and value.dtype == "int64":
        return value.value
    if type(value) is list:
        return [plain(item) for item in value]
    return value


@given(prefixes, anything | prefixes | st.tuples(st.lists(numbers | scalars, max_size=3), numbers))
def test_a_pair_passes_exactly_when_it_is_the_expected_pair(expected: Value, value: Value) -> None:
    """Only a tuple of a list of ints and an int with the expected numbers passes."""
    is_pair = type(value) is tuple and len(value) == 2
    same = is_pair and repr((plain(value[0]), plain(value[1]))) == repr(expected)  # type: ignore[index]
    result = judged(PAIR, expected, value)
    assert same == (result.outcome is Outcome.PASSED)
    assert same or result.expected != result.actual
    assert same == (result.reason == "")


# --- calls that brought no value -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("ending", "outcome", "reason"),
    [
        (TimedOut(0.5), Outcome.TIMED_OUT, "It did not return within 0.5 s and was stopped."),
        (TimedOut(2.0), Outcome.TIMED_OUT, "It did not return within 2 s and was stopped."),
        (Crashed("it fell"), Outcome.CRASHED, "No answer: it fell."),
        (NotRun("it was late"), Outcome.NOT_RUN, "Not run: it was late."),
    ],
)
def test_a_call_without_a_value_never_passes(
    ending: TimedOut | Crashed | NotRun, outcome: Outcome, reason: str
) -> None:
    """A hang, a crash and a call that was not made are outcomes of their own, with a reason."""
    seen = Observation(ending, Printed(b"so far\n"))
    result = judge(PAIR, PAIR_CASE, 4, seen, SOURCE, WORDS)
    assert (outcome, reason, "") == (result.outcome, result.reason, result.actual)
    assert not agrees(PAIR, PAIR_CASE, seen)
    assert "so far" == result.output.head


def raised(type_name: str, message: str = "no", **changes: object) -> CaseResult:
    """The result of a call that raised an exception."""
    error = LearnerError(type_name, message, (Frame(2, "<module>"), Frame(3, "kept")))
    seen = Observation(Raised(error._replace(**changes)))  # type: ignore[arg-type]
    result = judge(PAIR, PAIR_CASE, 1, seen, SOURCE, WORDS)
    assert Outcome.RAISED is result.outcome
    assert not agrees(PAIR, PAIR_CASE, seen)
    return result


def test_an_exception_is_told_with_the_innermost_place_in_the_file() -> None:
    """Type and text, the line, its source made harmless, and the function."""
    result = raised("ZeroDivisionError", "division\x1b by zero")
    assert "ZeroDivisionError: division\\x1b by zero" == result.message
    assert Place(3, "    return 1 / 0\\x1b[31m", None, "kept") == result.place
    assert "" == result.reason


@pytest.mark.parametrize(
    ("type_name", "words"),
    [
        ("SystemExit", "exited early"),
        ("KeyboardInterrupt", "itself raised KeyboardInterrupt"),
        ("RecursionError", "mine.py:3"),
        ("MemoryError", "512 MiB"),
        ("EOFError", "no keyboard input"),
        ("ModuleNotFoundError", "put helpers in this file"),
    ],
)
def test_exceptions_that_say_too_little_are_explained(type_name: str, words: str) -> None:
    """Some exceptions get a sentence on what they mean here."""
    assert words in raised(type_name).reason


def test_an_exception_without_text_or_place_is_told_by_its_type() -> None:
    """No colon follows a type without a text, and without a frame there is no place."""
    result = raised("ValueError", "", frames=())
    assert ("ValueError", None) == (result.message, result.place)


def test_a_wrong_number_of_arguments_is_explained_with_the_parameters() -> None:
    """A TypeError of the call itself names what is passed."""
    message = "kept() takes 0 positional arguments but 1 was given"
    assert "marks, level" in raised("TypeError", message, frames=()).reason
    assert "" == raised("TypeError", message).reason


PICKS = exercise(ResultPart("kept", "list[int]"))._replace(
    parameters=(Parameter("rows", "list[list[float]]"), Parameter("marks", "list[int]"))
)
LINE = "    a = p / q[i] + p.sum()"


def shapes(*arrays: tuple[str, tuple[int, ...]], marks: int = 3, line: str = LINE) -> str:
    """The reason that a call gets whose line raised, with these arrays around it."""
    error = LearnerError("ValueError", "no", (Frame(1, "kept"),), arrays=arrays)
    case = Case("first", ([[0.5, 0.5]] * marks, [0] * marks), [])
    return judge(PICKS, case, 1, Observation(Raised(error)), Source("a.py", [line]), {}).reason


@pytest.mark.parametrize(
    ("arrays", "marks", "reason"),
    [
        (
            [("p", (3, 3)), ("r", (3,))],
            3,
            "p has the shape (3, 3) there. One number for each of marks would be (3,).",
        ),
        (
            [("q", (4,)), ("p", (2, 5))],
            2,
            "q has the shape (4,) there, p (2, 5). One number for each of marks would be (2,).",
        ),
        ([("p", (3, 3))], 2, "p has the shape (3, 3) there."),
        ([("p", (3,)), ("q", ())], 3, "p has the shape (3,) there, q ()."),
        ([("r", (3, 3)), ("su", (3,))], 3, ""),
        ([], 3, ""),
    ],
)
def test_an_error_over_arrays_tells_the_shapes_in_its_line(
    arrays: list[tuple[str, tuple[int, ...]]], marks: int, reason: str
) -> None:
    """A table where a number per item was meant is told beside the shape that was meant."""
    assert reason == shapes(*arrays, marks=marks)


def test_shapes_of_no_known_line_are_not_told() -> None:
    """Without a place there is no line whose names could be told of."""
    error = LearnerError("ValueError", "no", (), arrays=(("p", (3, 3)),))
    seen = Observation(Raised(error))
    assert "" == judge(PICKS, Case("one", ([], []), []), 1, seen, SOURCE, WORDS).reason


@pytest.mark.parametrize(
    ("task", "expected", "value", "reason"),
    [
        (
            PAIR,
            ([7, 8], 2),
            (NumpyArray("int64", (2, 2), [7, 8, 7, 8]), 2),
            "kept is a NumPy array of shape (2, 2); expected a list of ints, of shape (2,).",
        ),
        (
            PAIR,
            ([7, 8], 2),
            ([[7, 8, 1], [7, 8, 1]], 2),
            "kept is a list of shape (2, 3); expected a list of ints, of shape (2,).",
        ),
        (
            PAIR,
            ([7, 8], 2),
            ([NumpyArray("int64", (2,), [7, 8]), [7, 8]], 2),
            "kept is a list of shape (2, 2); expected a list of ints, of shape (2,).",
        ),
        (
            COUNT,
            3,
            NumpyArray("float64", (3, 3), None),
            "count is a NumPy array of shape (3, 3); expected an int.",
        ),
        (
            GRID,
            [[0.5], [0.25, 0.75]],
            [[[0.5]], [[0.25]]],
            "grid is a list of shape (2, 1, 1); expected a list of lists of floats.",
        ),
        (PAIR, ([7], 1), ([[7], [7, 8]], 1), "kept[0] is a list, [7]; expected an int."),
        (PAIR, ([7], 1), ([(7,)], 1), "kept is a list of shape (1, 1); expected a list of ints"),
        (PAIR, ([7], 1), (NumpyArray("int64", (1,), [7]), 1), "kept is a NumPy array; expected"),
        (PAIR, ([7], 1), ([7], [1]), "count is a list, [1]; expected an int."),
        (PAIR, ([7], 1), ([Foreign("set")], 1), "kept[0] is an object of type set"),
    ],
)
def test_a_dimension_too_many_is_told_as_a_shape(
    task: Exercise, expected: Value, value: Value, reason: str
) -> None:
    """A table where a list was wanted is told by both shapes; ragged lists have none."""
    assert judged(task, expected, value).reason.startswith(reason)


@pytest.mark.parametrize("line", [0, -1, 10**30])
def test_a_place_outside_of_the_file_does_no_harm(line: int) -> None:
    """A forged or strange line number is no reason to fail."""
    result = raised("ValueError", "no", frames=(Frame(line, "f"),))
    assert result.place is None or "" == result.place.source


# --- notes ---------------------------------------------------------------------------------------


def note_ids(**seen: object) -> list[str]:
    """The ids of the notes on a right call with these facts."""
    result = judged(PAIR, ([7, 8], 2), ([7, 8], 2), **seen)
    assert Outcome.PASSED is result.outcome
    return [note.id for note in result.notes]


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        (None, []),
        (GeneratorUse("seeded", 3), []),
        (GeneratorUse("seeded", 0), ["other-generator"]),
        (GeneratorUse("seeded", 2), ["fewer-draws"]),
        (GeneratorUse("seeded", 4), ["more-draws"]),
        (GeneratorUse("seeded", None), ["more-draws"]),
        (GeneratorUse("untouched", 0), ["not-used"]),
        (GeneratorUse("unseeded", 3), ["never-seeded"]),
        (GeneratorUse("other", None), ["other-seed"]),
    ],
)
def test_facts_about_the_draws_are_notes(use: GeneratorUse | None, expected: list[str]) -> None:
    """What the generator's state tells is a note, and changes no outcome."""
    assert expected == note_ids(generator=use)


@pytest.mark.parametrize("draws", [0, None])
def test_without_draws_to_compare_with_there_is_no_note(draws: int | None) -> None:
    """A case without draws wants no generator; one of unknown draws is not judged by them."""
    case = PAIR_CASE._replace(draws=draws)
    seen = {"generator": GeneratorUse("untouched", 0)}
    result = judged(PAIR, ([7, 8], 2), ([7, 8], 2), case, **seen)
    assert () == result.notes


def test_an_exercise_without_a_seed_has_no_notes_on_draws() -> None:
    """Where no seed is prescribed, draws are no matter."""
    case = PAIR_CASE._replace(draws=0)
    seen = {"generator": GeneratorUse("unseeded", 3)}
    assert () == judged(COUNT, 3, 3, case, **seen).notes


def test_the_numbers_of_draws_are_told() -> None:
    """The sentence of a note is filled with the numbers drawn and needed."""
    seen = {"generator": GeneratorUse("seeded", 5)}
    (note,) = judged(PAIR, ([7, 8], 2), ([7, 8], 2), **seen).notes
    assert "5 draws, not 3" == note.text


def test_changed_arguments_warnings_and_numpy_numbers_are_notes() -> None:
    """They are told in passing and in failing, and change neither."""
    seen = {"arguments_changed": (0, 1, 7), "warnings": ("UserWarning: a\nb", "other")}
    value = ([NumpyScalar("int64", 7), 8], 2)
    for expected in (([7, 8], 2), ([7], 1)):
        notes = {note.id: note.text for note in judged(PAIR, expected, value, **seen).notes}
        assert {"arguments-changed", "warnings", "numpy-scalars"} == set(notes)
        assert "marks, level" in notes["arguments-changed"]
        assert "a\\nb" in notes["warnings"]


# --- the decision table --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "row"),
    [
        (([7, 9], 2), 1),
        (([7], 1), 1),
        (([], 0), 0),
        (([7, 8, 9], 3), 2),
        (([NumpyScalar("int64", 7), 9], 2), 1),
        (([7, 8], 3), None),
        ([7, 8], None),
        (((7, 8), 2), None),
        (None, None),
    ],
    ids=str,
)
def test_the_first_row_that_differs_is_marked(value: Value, row: int | None) -> None:
    """The table of a failed case marks the row where the list leaves the rule, if it does."""
    table = judged(PAIR, ([7, 8], 2), value).table
    assert table is not None
    assert row == table.first_difference
    assert (("i", "share"), (True, True, False)) == (table.titles, table.examined)
    assert (("0", "0.000"), ("1", "0.333"), ("2", "0.667")) == table.rows


def test_a_row_within_the_tolerance_is_not_marked() -> None:
    """The marked row is the first whose number is wrong, not the first that is not exact."""
    table = judged(MEANS, [0.5, 1.0, 2.0], [0.5 + 1e-7, 1.0, 2.5]).table
    assert table is not None
    assert 2 == table.first_difference


def test_a_case_without_rows_has_no_table() -> None:
    """Cases of an instructor's own file come without a table."""
    assert judged(PAIR, ([7], 1), ([7, 8], 2), PAIR_CASE._replace(rows=())).table is None


def test_a_result_says_what_was_called_and_what_it_is_worth() -> None:
    """Call, title, why, points and topic of the case go into its result."""
    case = Case("x", ([1.5], None), 3, points=0.5, topic="topic", why="why", arrays=("marks",))
    result = judged(COUNT, 4, 3, case)
    assert ("x", "x", 0.5, "why") == (result.id, result.title, result.points, result.why)
    assert "kept(np.array([1.5]), None)" == result.call
    assert ("4", "3", "topic") == (result.expected, result.actual, result.topic)
    assert not judged(COUNT, 4, 3, case._replace(points=0)).scored

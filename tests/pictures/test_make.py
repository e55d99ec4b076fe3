"""Data of an exercise become pictures: which numbers and words each kind takes from where."""

from __future__ import annotations

import pytest

from grader.model import Case, Exercise, Limits, Parameter, Picture, Row
from grader.pictures.make import NotDrawnError, drawing
from grader.pictures.records import Axis, Bar, Curves, Overlap, Trace


def declared(exercise: Exercise, picture_id: str) -> Picture:
    """The picture of this id."""
    return next(picture for picture in exercise.pictures if picture.id == picture_id)


def test_a_trace_has_a_bar_for_each_row_of_its_own_case(gate: Exercise) -> None:
    """Numbers come from the rows, texts as the decision table shows them."""
    made = drawing(gate, declared(gate, "gates"))
    assert isinstance(made, Trace)
    assert "Case 1: the second value stops at its limit" == made.subject
    assert ("i", "limit", "v", "what happens") == made.headings
    assert (
        Bar("0", 0.5, 0.25, "0.500", "0.25", "passes"),
        Bar("1", 0.75, 0.75, "0.750", "0.75", "stops"),
        Bar("2", examined=False),
    ) == made.bars


def test_another_case_can_be_drawn(gate: Exercise) -> None:
    """The case that is asked for takes the place of the picture's own."""
    made = drawing(gate, declared(gate, "gates"), gate.cases[1])
    assert isinstance(made, Trace)
    assert ("Case 2: both values pass", 2) == (made.subject, len(made.bars))


def test_a_case_without_rows_is_a_trace_without_bars(gate: Exercise) -> None:
    """That there is nothing to examine is worth showing, too."""
    made = drawing(gate, declared(gate, "gates"), gate.cases[2])
    assert isinstance(made, Trace)
    assert () == made.bars


def test_a_mark_at_the_end_of_the_zone_is_outside(gate: Exercise) -> None:
    """The zone does not hold its upper end: a tie is beyond it."""
    made = drawing(gate, declared(gate, "gates"))
    assert isinstance(made, Trace)
    inside, tie, unexamined = made.bars
    assert [(True, False, "<"), (False, True, "≥"), (False, False, "")] == [
        (bar.inside, bar.outside, bar.relation) for bar in (inside, tie, unexamined)
    ]


def test_an_overlap_takes_a_list_or_a_row_of_lists(gate: Exercise) -> None:
    """Here p is a list itself and q the row that the picture names; both say where they stand."""
    made = drawing(gate, declared(gate, "shares"))
    assert isinstance(made, Overlap)
    assert ("after", "before[1]") == made.names
    assert ((0.5, 0.3, 0.2), (0.25, 0.5, 0.25)) == (made.upper, made.lower)
    assert (("stays", "goes", "comes"), "part") == (made.areas, made.label)
    assert pytest.approx((0.75, 0.25, 0.25)) == made.sizes


def test_areas_without_names_are_called_by_what_they_are(gate: Exercise) -> None:
    """The names are optional."""
    made = drawing(gate, declared(gate, "shares")._replace(areas=(), label=""))
    assert isinstance(made, Overlap)
    assert (("in both", "in q alone", "in p alone"), "index") == (made.areas, made.label)


@pytest.mark.parametrize(
    ("case", "changes", "words"),
    [
        (0, {}, "nothing in this case's after"),
        (1, {"row": 2}, r"nothing in this case's before\[2\]"),
        (1, {"row": 0}, r"after holds 3 numbers, before\[0\] 2"),
        (1, {"case": "gone", "kind": "overlap"}, None),
    ],
)
def test_what_cannot_be_laid_over_each_other_is_told(
    gate: Exercise, case: int, changes: dict[str, object], words: str | None
) -> None:
    """A missing argument, a missing row and unequal lengths have their own words."""
    picture = declared(gate, "shares")._replace(**changes)  # type: ignore[arg-type]  # fields
    if words is None:
        with pytest.raises(NotDrawnError, match="names no case"):
            drawing(gate, picture)
    else:
        with pytest.raises(NotDrawnError, match=words):
            drawing(gate, picture, gate.cases[case])


def test_curves_are_those_that_sync_recorded(gate: Exercise) -> None:
    """Points, the marked one, the ceiling and the style; axes that begin at 0."""
    made = drawing(gate, declared(gate, "growth"))
    assert isinstance(made, Curves)
    saturating, bent = made.curves
    assert [(None, 3, False), ((3.0, 2.5), None, True)] == [
        (curve.mark, curve.ceiling, curve.dashed) for curve in (saturating, bent)
    ]
    assert (Axis("steps", 0.0, 6.0), Axis("value <reached>", 0.0, 3.2)) == (made.x, made.y)


def test_an_axis_without_limits_follows_the_points_and_ceilings(gate: Exercise) -> None:
    """It begins at 0 or at the least value, and leaves some room at the upper end of y."""
    data = {
        "x": {"title": "x"},
        "y": {"title": "y"},
        "curves": [{"label": "c", "points": [[-1, 2.0], [3, -1.0]], "ceiling": 4.0}],
    }
    made = drawing(gate, declared(gate, "growth")._replace(data=data))
    assert isinstance(made, Curves)
    assert ((-1.0, 3.0), (-1.0, 4.25)) == (made.x[1:], made.y[1:])


def test_curves_that_are_not_recorded_name_the_command(gate: Exercise) -> None:
    """A picture that was just declared needs a sync."""
    with pytest.raises(NotDrawnError) as caught:
        drawing(gate, declared(gate, "growth")._replace(data=None))
    assert "run: grade author sync" == caught.value.hint


@pytest.mark.parametrize(
    ("examined", "shown"), [("", 0), ("e", 0), ("ee", 1), ("e-", 0), ("eee", 1), ("--e", 0)]
)
def test_the_rows_laid_over_each_other_are_those_that_end_the_case(
    examined: str, shown: int
) -> None:
    """Without `row` they are the last that the table examines; further rows are no arguments."""
    rows = tuple(Row({}, each == "e") for each in examined)
    case = Case("one", ([[0.5, 0.5], [0.1, 0.9]], [[0.9, 0.1], [0.3, 0.7]]), None, rows=rows)
    parameters = tuple(Parameter(name, "list[list[float]]") for name in ("p", "q"))
    exercise = Exercise("x", "X", "x", parameters, (), Limits(), (case,))
    made = drawing(exercise, Picture("o", "overlap", "O", case="one", upper="p", lower="q"))
    assert isinstance(made, Overlap)
    assert (f"p[{shown}]", f"q[{shown}]") == made.names

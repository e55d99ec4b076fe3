"""Pictures on a screen: they fit, and what they show is where the numbers say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.pictures.as_lines import picture_lines
from grader.pictures.records import Axis, Bar, Curve, Curves, Trace
from grader.pictures.scale import ticks
from grader.pictures.signs import signs_for
from grader.render.layout import Style, size
from grader.render.terminal import plain
from tests.pictures import drawings

SHARES = st.floats(0, 1)


def bars_of(trace: Trace, width: int, encoding: str = "utf-8") -> list[str]:
    """What stands between the frames of a trace's bars."""
    signs = signs_for(encoding)
    text = plain(picture_lines(trace, width, encoding)).splitlines()
    framed = [line.partition(signs.left) for line in text if signs.left in line]
    return [rest.rpartition(signs.right)[0] for _, _, rest in framed]


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp437", "latin-1"])
@pytest.mark.parametrize("name", drawings.EVERY)
def test_every_line_fits_and_can_be_shown(name: str, encoding: str) -> None:
    """From 30 to 100 columns no line is too long, and the encoding has every sign."""
    for width in (30, 40, 50, 60, 79, 80, 100):
        lines = picture_lines(drawings.EVERY[name](), width, encoding)
        plain(lines).encode(encoding)
        assert [] == [line for line in lines if size(line) > width]


@given(fill=SHARES, mark=SHARES, width=st.integers(40, 100))
def test_a_mark_never_looks_to_be_on_the_wrong_side(fill: float, mark: float, width: int) -> None:
    """Nothing is filled beyond a mark outside; nothing is empty before a mark inside."""
    bar = Bar("1", fill, mark, "f", "m", "words")
    (shown,) = bars_of(drawings.trace()._replace(bars=(bar,)), width)
    before, _, behind = shown.partition("┃")
    if bar.outside:
        assert "" == behind.strip()
    else:
        assert before == "█" * len(before)


@given(fill=SHARES, width=st.integers(40, 100))
def test_a_zone_is_as_long_as_its_number_to_an_eighth_of_a_column(fill: float, width: int) -> None:
    """Whole blocks, then one block of eighths."""
    (shown,) = bars_of(drawings.trace()._replace(bars=(Bar("1", fill),)), width)
    eighths = sum(" ▏▎▍▌▋▊▉█".index(sign) for sign in shown)
    assert pytest.approx(fill * len(shown), abs=1 / 16) == eighths / 8


def test_rows_that_are_not_examined_are_quiet_and_say_so() -> None:
    """Words tell it; the style only helps."""
    lines = picture_lines(drawings.trace(), 80)
    (row,) = [line for line in lines if any("not examined" in text for _, text in line)]
    assert {Style.MUTED} == {style for style, _ in row}


def test_the_words_stay_without_room_beside_the_bars() -> None:
    """On a narrow screen they stand below: no number and no reason is lost."""
    text = plain(picture_lines(drawings.trace(), 50))
    for words in ("r 0.3745 < a 1.0000, keep, draft 0", "r 0.1560 ≥ a 0.0000, reject, target 0"):
        assert words in text


def test_equal_areas_take_equally_many_columns() -> None:
    """With round numbers the proof can be counted: both hatchings fill as many columns."""
    for width in range(50, 101):
        text = plain(picture_lines(drawings.overlap(), width)).split("p is ")[0]
        assert 0 < text.count("╱") == text.count("░")


def test_the_sizes_of_the_areas_are_told_in_words() -> None:
    """Equal areas are called equal; others are not."""
    told = plain(picture_lines(drawings.overlap(), 80))
    assert "The two hatched areas are equal: 0.3 each." in told
    unequal = drawings.overlap()._replace(upper=(0.5, 0.2, 0.2, 0.0))
    assert "The hatched areas are 0.4 and 0.3." in plain(picture_lines(unequal, 80))


def test_a_curve_is_told_by_its_own_sign() -> None:
    """Each curve has another one, in the plot and below it, so that colour is not needed."""
    text = plain(picture_lines(drawings.curves(), 80))
    assert "o  alpha = 0.5, ceiling 2\n" in text
    assert "x  alpha = 0.7" in text
    assert "+  falling\n" in text
    assert 1 == text.split("drafted tokens K")[0].count("◆")


def test_what_lies_beyond_an_axis_is_not_drawn() -> None:
    """A curve leaves the plot at its edge instead of bending along it."""
    curve = Curve("steep", ((0.0, 0.0), (1.0, 1.0), (2.0, 100.0)))
    drawing = Curves("c", "T", "", Axis("x", 0, 2), Axis("y", 0, 2), (curve,))
    plot = plain(picture_lines(drawing, 60)).split("\no  steep")[0]
    assert 2 == plot.count("o")


@given(low=st.floats(-1000, 1000), span=st.floats(1e-3, 1e4), most=st.integers(1, 12))
def test_ticks_are_round_and_lie_on_the_axis(low: float, span: float, most: int) -> None:
    """At most one more than asked for, evenly spaced, none of them outside."""
    found = ticks(low, low + span, most)
    assert len(found) <= most + 1
    slack = 1e-6 * (abs(low) + span) + 1e-9
    assert all(low - slack <= tick <= low + span + slack for tick in found)


def test_ticks_have_no_digits_that_adding_up_leaves() -> None:
    """0.3 is 0.3, and there is no minus zero."""
    assert ["0.0", "0.1", "0.2", "0.3"] == [str(tick) for tick in ticks(-0.0, 0.3, 3)]

"""Pictures as SVG: valid, self-contained, with words for who cannot see them."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from grader.pictures.as_svg import as_svg
from grader.pictures.records import Bar
from tests.pictures import drawings

SVG = "{http://www.w3.org/2000/svg}"


def parsed(*names: str) -> ElementTree.Element:
    """The root element of a document with these drawings."""
    return ElementTree.fromstring(as_svg([drawings.EVERY[name]() for name in names]))


def words(root: ElementTree.Element) -> str:
    """All text that a document shows."""
    return "\n".join("".join(each.itertext()) for each in root.iter(f"{SVG}text"))


@pytest.mark.parametrize("name", drawings.EVERY)
def test_a_picture_is_an_image_with_title_and_description(name: str) -> None:
    """Screen readers get the title and everything that the picture shows, in sentences."""
    drawing = drawings.EVERY[name]()
    root = parsed(name)
    assert ("img", "title desc") == (root.get("role"), root.get("aria-labelledby"))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and description is not None
    assert (drawing.title, "title") == (title.text, title.get("id"))
    assert "desc" == description.get("id")
    assert drawing.caption in str(description.text)


def test_the_description_tells_each_bar() -> None:
    """What the bars show is in the description, rows that are not examined included."""
    told = str(parsed("trace").findtext(f"{SVG}desc"))
    assert "token 12: r 0.7320 < a 0.7500, keep." in told
    assert "token 3: not examined." in told


@pytest.mark.parametrize("name", drawings.EVERY)
def test_a_picture_needs_nothing_from_elsewhere(name: str) -> None:
    """No link, no script, no font or picture to load; what is referred to is in the document."""
    text = as_svg([drawings.EVERY[name]()])
    assert [] == re.findall(r"href|<script|<image|@import|url\((?!#)", text)
    defined = set(re.findall(r'id="([^"]+)"', text))
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= defined


@pytest.mark.parametrize("name", drawings.EVERY)
def test_coordinates_have_one_digit_after_the_point(name: str) -> None:
    """The text is the same on every machine: rounding hides the last bits."""
    attributes = [
        value
        for element in parsed(name).iter()
        for key, value in element.attrib.items()
        if key in ("x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "width", "height", "points")
    ]
    numbers = [number for value in attributes for number in re.split(r"[ ,]", value)]
    assert [] == [number for number in numbers if not re.fullmatch(r"-?\d+(\.\d)?", number)]


@pytest.mark.parametrize("name", drawings.EVERY)
def test_everything_lies_on_the_card(name: str) -> None:
    """No shape has a place outside of the picture's width."""
    for element in parsed(name).iter():
        for key in ("x", "x1", "x2", "cx"):
            assert -1 <= float(element.get(key, 0)) <= 760


def test_the_card_brings_its_own_background() -> None:
    """Dark text stands on white, so it is readable on a dark page as well."""
    card = parsed("trace").find(f"{SVG}rect")
    assert card is not None
    assert ("#ffffff", "759") == (card.get("fill"), card.get("width"))


def test_texts_cannot_become_markup() -> None:
    """Signs with a meaning in XML are escaped; what XML forbids is shown as an escape."""
    bars = (Bar("1", words='<b>&"]]>\x00\x1b[31m'),)
    text = as_svg([drawings.trace()._replace(bars=bars, title="a < b & c", caption="tab\there")])
    root = ElementTree.fromstring(text)
    assert '<b>&"]]>\\x00\\x1b[31m' in words(root)
    assert "a < b & c" == root.findtext(f"{SVG}title")


def test_several_pictures_stand_below_each_other() -> None:
    """The document is as high as all of them, and names them all."""
    both, one, other = parsed("trace", "curves"), parsed("trace"), parsed("curves")
    heights = [float(root.get("height", 0)) for root in (both, one, other)]
    assert heights[0] > heights[1] + heights[2] - 60
    title = drawings.trace().title + "; " + drawings.curves().title
    assert title == both.findtext(f"{SVG}title")


def test_hatchings_differ_in_direction_and_are_where_they_belong() -> None:
    """The areas can be told apart in grey; each is in its columns and in the legend."""
    text = as_svg([drawings.overlap()])
    assert ("rotate(45)" in text, "rotate(-45)" in text) == (True, True)
    assert (3, 2) == (text.count("url(#lower)"), text.count("url(#upper)"))


def test_names_of_curves_do_not_touch() -> None:
    """Curves that end at the same height have their names below each other."""
    drawing = drawings.curves()
    same = tuple(curve._replace(points=drawing.curves[0].points) for curve in drawing.curves)
    texts = ElementTree.fromstring(as_svg([drawing._replace(curves=same)])).iter(f"{SVG}text")
    heights = sorted(float(each.get("y", 0)) for each in texts if each.get("x") == "548")
    assert 8 == len(heights)  # five lines of names, three of remarks
    assert all(above + 12 <= below for above, below in pairwise(heights))

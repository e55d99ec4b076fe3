"""Reports as HTML: golden files, harmless text, and that nothing of the plain text is missing."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.render import screen
from grader.render.as_html import as_html
from grader.render.layout import Line, Style
from grader.render.terminal import plain
from tests.render import reports

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("passed", "wrong_values", "syntax_error", "not_started", "rows")
WIDTH = 88


def rendered(name: str) -> str:
    """The HTML of one of the reports that the tests of the screen use."""
    return as_html(screen.lines(reports.EVERY[name](), width=WIDTH, next_command="%grade hint"))


class Elements(HTMLParser):
    """Collects the elements of a document, their classes, and its text."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.classes: set[str] = set()
        self.text = ""
        self.feed(document)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the name of an element and its class."""
        self.tags.append(tag)
        self.classes.add(dict(attrs)["class"] or "")

    def handle_data(self, data: str) -> None:
        """Keep the text between two tags."""
        self.text += data


@pytest.mark.parametrize("name", NAMES)
def test_html_reads_as_reviewed(name: str) -> None:
    """The HTML of a report is exactly its golden file (`python -m tests.notebook.write_golden`)."""
    assert (GOLDEN / f"{name}.html").read_text("utf-8") == rendered(name)


@pytest.mark.parametrize("name", sorted(reports.EVERY))
def test_html_holds_the_whole_text(name: str) -> None:
    """Without its elements, the HTML of every report is the text of the screen."""
    lines = screen.lines(reports.EVERY[name](), width=WIDTH)
    html = Elements(as_html(lines)).text
    assert plain(lines) == "".join(f"{line.rstrip(' ')}\n" for line in html.split("\n")[1:-2])


STYLED_LINES = st.lists(
    st.lists(st.tuples(st.sampled_from(Style), st.text(st.characters(blacklist_categories="C")))),
    min_size=1,
)


@given(STYLED_LINES)
def test_no_text_becomes_an_element(lines: list[Line]) -> None:
    """Whatever a submission prints or raises: one block, and a span per piece of styled text."""
    found = Elements(as_html(lines))
    styled = [style for line in lines for style, _ in line if style is not Style.TEXT]
    assert ["pre", *("span" for _ in styled)] == found.tags
    text = "\n".join("".join(text for _, text in line) for line in lines)
    assert f"\n{text}\n\n" == found.text


def test_every_style_has_its_class() -> None:
    """A page can restyle each kind of text by its class; colours and weights are inline."""
    document = as_html([[(style, "x") for style in Style]])
    found = Elements(document)
    named = {f"grade-{style.value}" for style in Style if style is not Style.TEXT}
    assert {"grade-report", *named} == found.classes
    assert '<span class="grade-passed" style="color:#1f77d0">x</span>' in document
    assert "<style" not in document

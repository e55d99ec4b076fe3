"""What each kind of picture shows, ready to be drawn: numbers, and all words about them."""

from __future__ import annotations

from typing import NamedTuple


class Bar(NamedTuple):
    """One bar of a trace: [0, fill) is filled and `mark` marked, both from 0 to 1 where given.

    `fill_text` and `mark_text` are these numbers as the decision table shows them.
    """

    label: str
    fill: float | None = None
    mark: float | None = None
    fill_text: str = ""
    mark_text: str = ""
    words: str = ""
    examined: bool = True

    @property
    def inside(self) -> bool:
        """Whether the mark lies in the filled zone, which does not hold its upper end."""
        return self.fill is not None and self.mark is not None and self.mark < self.fill

    @property
    def outside(self) -> bool:
        """Whether the mark lies beyond the filled zone; where there is no zone, it does not."""
        return self.fill is not None and self.mark is not None and self.mark >= self.fill

    @property
    def relation(self) -> str:
        """The sign between mark and fill; "" where one of them is missing."""
        return "<" if self.inside else "≥" if self.outside else ""


class Headings(NamedTuple):
    """What the parts of a trace are called: the titles of the table's columns."""

    label: str
    fill: str
    mark: str
    words: str


class Trace(NamedTuple):
    """A bar from 0 to 1 for each row of a decision table; `subject` says of which case."""

    id: str
    title: str
    caption: str
    subject: str
    headings: Headings
    bars: tuple[Bar, ...]


class Overlap(NamedTuple):
    """Two distributions over the same indices, p (`upper`) and q (`lower`), named in `names`.

    `areas` says what min(p, q), q - p and p - q are; `label` what the indices are.
    """

    id: str
    title: str
    caption: str
    subject: str
    label: str
    names: tuple[str, str]
    areas: tuple[str, str, str]
    upper: tuple[float, ...]
    lower: tuple[float, ...]

    @property
    def pairs(self) -> list[tuple[float, float]]:
        """(p, q) of each index."""
        return list(zip(self.upper, self.lower, strict=True))

    @property
    def sizes(self) -> tuple[float, float, float]:
        """The sizes of the areas: of min(p, q), of q - p and of p - q."""
        return (
            sum(min(pair) for pair in self.pairs),
            sum(max(0.0, q - p) for p, q in self.pairs),
            sum(max(0.0, p - q) for p, q in self.pairs),
        )


class Axis(NamedTuple):
    """An axis of a plot: its title and the range that it shows."""

    title: str
    low: float
    high: float


class Curve(NamedTuple):
    """A curve through its points, with perhaps one point marked and a level it never passes."""

    label: str
    points: tuple[tuple[float, float], ...]
    mark: tuple[float, float] | None = None
    ceiling: float | None = None
    dashed: bool = False


class Curves(NamedTuple):
    """Curves over common axes."""

    id: str
    title: str
    caption: str
    x: Axis
    y: Axis
    curves: tuple[Curve, ...]


Drawing = Trace | Overlap | Curves

"""Pictures to draw: a small factory for each kind of thing that one can show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from grader.pictures.records import Axis, Bar, Curve, Curves, Headings, Overlap, Trace

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.pictures.records import Drawing

DRAWN = Path(__file__).parent.parent / "data" / "drawn"

HEADINGS = Headings("token", "a", "r", "rule")
STOPPED = (
    Bar("0", 1.0, 0.3745, "1.0000", "0.3745", "keep, draft 0"),
    Bar("12", 0.75, 0.732, "0.7500", "0.7320", "keep"),
    Bar("7", 0.0, 0.156, "0.0000", "0.1560", "reject, target 0"),
    Bar("3", examined=False),
)


def trace() -> Trace:
    """Kept for certain, kept narrowly, rejected for certain, not examined."""
    return Trace(
        "trace",
        "Each draw against its acceptance probability",
        "A draw inside the filled part keeps the token; the first outside of it ends the loop.",
        "Case 6: keeps a draft of 0, rejects a target of 0",
        HEADINGS,
        STOPPED,
    )


def trace_of_nothing() -> Trace:
    """No row at all."""
    return trace()._replace(subject="Case 3: an empty draft", bars=())


def trace_with_gaps() -> Trace:
    """Rows without a zone, without a mark, with neither; words that need escaping."""
    bars = (
        Bar("1", 0.5, None, "0.5000", "", "no draw"),
        Bar("2", None, 0.25, "", "0.2500", "a draw <alone> & nothing else"),
        Bar("3", words="from the residual"),
        Bar("4", 0.25, 0.25, "0.2500", "0.2500", "reject, r = a"),
    )
    return trace()._replace(bars=bars)


def overlap() -> Overlap:
    """Mass that moves to the first index from two others; one index where both agree."""
    return Overlap(
        "overlap",
        "Where the rejected mass goes",
        "What is rejected comes back where the draft gave too little.",
        "Case 2: keeps both, then the bonus",
        "token",
        ("target[0]", "draft[0]"),
        ("drafted and kept", "drafted and rejected", "put there by the residual"),
        (0.5, 0.2, 0.2, 0.1),
        (0.2, 0.3, 0.4, 0.1),
    )


def overlap_of_equals() -> Overlap:
    """Two distributions that are the same: nothing is hatched."""
    return overlap()._replace(upper=(0.1, 0.9), lower=(0.1, 0.9))


def overlap_of_many() -> Overlap:
    """Too many indices for numbers below each column, and numbers that are not round."""
    many = 17
    upper = tuple((index + 1) / 153 for index in range(many))
    return overlap()._replace(upper=upper, lower=tuple(reversed(upper)), caption="")


def curves() -> Curves:
    """Curves with ceilings, one of them marked and one dashed."""
    rising = tuple((float(k), 2 - 0.5**k) for k in range(9))
    higher = tuple((float(k), 4 - 3 * 0.7**k) for k in range(9))
    falling = tuple((float(k), 3.5 * 0.6**k) for k in range(9))
    return Curves(
        "curves",
        "Tokens per target pass",
        "Longer drafts bring each curve nearer to its ceiling.",
        Axis("drafted tokens K", 0.0, 8.0),
        Axis("expected tokens E(K)", 0.0, 4.2),
        (
            Curve("alpha = 0.5", rising, None, 2.0),
            Curve("alpha = 0.7, a name that needs more than one line", higher, higher[3], 4.0),
            Curve("falling", falling, dashed=True),
        ),
    )


EVERY: dict[str, Callable[[], Drawing]] = {
    build.__name__: build
    for build in (
        trace,
        trace_of_nothing,
        trace_with_gaps,
        overlap,
        overlap_of_equals,
        overlap_of_many,
        curves,
    )
}

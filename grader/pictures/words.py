"""What a picture shows, in words: for who cannot see it, and beside it for who can."""

from __future__ import annotations

from typing import assert_never

from grader.pictures.records import Bar, Curve, Curves, Drawing, Headings, Overlap, Trace

NOTHING_TO_DRAW = "There is nothing to examine in this case."
NOT_EXAMINED = "not examined"


def number(value: float) -> str:
    """Return a number with at most four digits that count: 0.3 for 0.30000000000000004."""
    text = f"{value:.4g}"
    return "0" if text == "-0" else text


def description(drawing: Drawing) -> str:
    """Return everything that a picture shows, in sentences."""
    match drawing:
        case Trace():
            heads = drawing.headings
            told = [f"{drawing.subject}."]
            told += [f"{heads.label} {bar.label}: {verdict(heads, bar)}." for bar in drawing.bars]
            told += [] if drawing.bars else [NOTHING_TO_DRAW]
        case Overlap():
            told = [f"{drawing.subject}.", f"{names(drawing)}."]
            told += [
                f"{drawing.label} {index}: p {number(p)}, q {number(q)}."
                for index, (p, q) in enumerate(drawing.pairs)
            ]
            told += [*(f"{text}." for text in areas(drawing)), balance(drawing)]
        case Curves():
            told = [f"{drawing.y.title} over {drawing.x.title}.", *map(_curve, drawing.curves)]
        case _:
            assert_never(drawing)
    return " ".join(filter(None, [*told, drawing.caption]))


def verdict(heads: Headings, bar: Bar) -> str:
    """Return mark, fill and what follows: "r 0.3745 < a 0.8000, keep"."""
    if not bar.examined:
        return NOT_EXAMINED
    return ", ".join(filter(None, (numbers(heads, bar), bar.words)))


def numbers(heads: Headings, bar: Bar) -> str:
    """Return mark and fill with the relation between them: "r 0.3745 < a 0.8000"."""
    mark = f"{heads.mark} {bar.mark_text}" if bar.mark_text else ""
    fill = f"{heads.fill} {bar.fill_text}" if bar.fill_text else ""
    return " ".join(filter(None, (mark, bar.relation, fill)))


def names(overlap: Overlap) -> str:
    """Return which distributions p and q are."""
    return f"p is {overlap.names[0]}, q is {overlap.names[1]}"


def areas(overlap: Overlap) -> tuple[str, str, str]:
    """Return what each of the three areas is, with its size."""
    both, lower, upper = map(number, overlap.sizes)
    in_both, in_lower, in_upper = overlap.areas
    return (
        f"{in_both}: min(p, q), {both} in all",
        f"{in_lower}: q − p, {lower} in all",
        f"{in_upper}: p − q, {upper} in all",
    )


def balance(overlap: Overlap) -> str:
    """Return how the two hatched areas compare."""
    _, lower, upper = map(number, overlap.sizes)
    if lower == upper == "0":
        return "p and q are the same: nothing is hatched."
    if lower == upper:
        return f"The two hatched areas are equal: {lower} each."
    return f"The hatched areas are {lower} and {upper}."


def _curve(curve: Curve) -> str:
    start, end = (f"({number(x)}, {number(y)})" for x, y in (curve.points[0], curve.points[-1]))
    told = ", ".join([f"from {start} to {end}", *remarks(curve)])
    return f"{curve.label}: {told}."


def remarks(curve: Curve) -> list[str]:
    """Return where a curve is marked, and its ceiling."""
    told = []
    if curve.mark is not None:
        told.append(f"marked at {number(curve.mark[0])}: {number(curve.mark[1])}")
    if curve.ceiling is not None:
        told.append(f"ceiling {number(curve.ceiling)}")
    return told

"""Shows values as Python text, calls as one pasteable line, and makes foreign text harmless."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.remembering import remembered
from grader.results import DictValue, Foreign, NumpyArray, NumpyScalar, Output, Printed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Case, Exercise, Value

_HEAD_ITEMS, _TAIL_ITEMS = 24, 4  # of a returned container
_TEXT = 200
_SHOWN_LINES = 12, 4  # of what a call printed: first and last lines
_SHOWN_COLUMNS = 400
_NUMBERS = frozenset((bool, int, float))
_INVISIBLE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_COMBINING = frozenset(("Mn", "Me"))


def value_text(value: Value, *, whole: bool = False) -> str:
    """Return a returned value as Python text; long ones are cut in the middle, and say so.

    Lists and tuples are not cut if the `whole` of them is wanted.
    """
    # Most values are such; the patterns below take ten times longer.
    if _is_short(value) or (
        type(value) is tuple and len(value) <= _HEAD_ITEMS and all(map(_is_short, value))
    ):
        return repr(value)
    match value:
        case Foreign(type_name=name):
            return sanitise(f"<{name}>")
        case NumpyScalar(dtype=dtype, value=inner):
            return f"np.{dtype}({value_text(inner)})"
        case NumpyArray():
            return _array_text(value)
        case DictValue(pairs=pairs):
            texts = [f"{value_text(key)}: {value_text(item)}" for key, item in pairs]
            return "{" + ", ".join(_shortened(texts)) + "}"
    if type(value) is list:
        return "[" + ", ".join(_item_texts(value, whole)) + "]"
    if type(value) is tuple:
        items = _item_texts(value, whole)
        return "(" + ", ".join(items) + (",)" if len(items) == 1 else ")")
    if type(value) is str and len(value) > _TEXT:
        return sanitise(f"{value[:_TEXT]!r}... ({len(value)} characters)")
    return sanitise(repr(value))


def _is_short(value: Value) -> bool:
    """Return whether a value is a number, or a short list of numbers: shown as it is."""
    if type(value) is list:
        return len(value) <= _HEAD_ITEMS and {*map(type, value)} <= _NUMBERS
    return type(value) in _NUMBERS


def value_texts(expected: Value, actual: Value, *, differ: bool) -> tuple[str, str]:
    """Return two values as text; those that `differ` only where both are cut are left whole."""
    texts = value_text(expected), value_text(actual)
    if differ and texts[0] == texts[1]:
        return value_text(expected, whole=True), value_text(actual, whole=True)
    return texts


def _item_texts(items: Sequence[Value], whole: bool) -> Sequence[str]:
    texts = [value_text(item, whole=whole) for item in items]
    return texts if whole else _shortened(texts)


def _shortened(items: Sequence[str]) -> Sequence[str]:
    left_out = len(items) - _HEAD_ITEMS - _TAIL_ITEMS
    if left_out <= 1:
        return items
    return [*items[:_HEAD_ITEMS], f"... {left_out:,} more ...", *items[-_TAIL_ITEMS:]]


def _array_text(array: NumpyArray) -> str:
    if array.items is None or len(array.shape) > 1:
        return sanitise(f"<array of {array.dtype}, shape {array.shape}>")
    items = array.items
    return f"np.array({value_text(items)})" if array.shape else f"np.array({value_text(items[0])})"


@remembered
def call_text(exercise: Exercise, case: Case) -> str:
    """Return the call of a case as one line that can be pasted into Python (np is NumPy)."""
    pairs = zip(exercise.parameters, case.args, strict=False)
    arguments = [_argument_text(value, parameter.name in case.arrays) for parameter, value in pairs]
    return f"{exercise.function}({', '.join(arguments)})"


def _argument_text(value: Value, as_array: bool) -> str:
    if as_array and type(value) is list:
        if len(value) > 3 and type(value[0]) is float and len(set(map(repr, value))) == 1:
            return f"np.full({len(value)}, {value[0]!r})"
        return f"np.array({value!r})"
    return repr(value)


def digits_for(difference: float) -> int:
    """Return with how many decimals two probabilities that differ by so much show it."""
    digits = 4
    while digits < 12 and 0 < difference * 10 ** (digits - 1) < 1:
        digits += 1
    return digits


def number_text(number: float, digits: int = 4) -> str:
    """Return a probability or a mean with at most so many decimals, none of them a last zero."""
    return f"{number:.{digits}f}".rstrip("0").rstrip(".")


def cell_text(value: Value, decimals: int | None) -> str:
    """Return a cell of the decision table; floats with a fixed number of digits where given."""
    if value is None:
        return ""
    if type(value) is float and decimals is not None:
        return f"{value:.{decimals}f}"
    return sanitise(str(value))


def sanitise(text: str) -> str:
    """Make text of a submission harmless: what cannot be seen, or moves a cursor, is escaped.

    Line feeds and tabs stay. At most two combining marks in a row stay.
    """
    if text.isascii() and text.isprintable():
        return text
    import unicodedata  # only for unusual text

    shown: list[str] = []
    marks = 0
    for character in text:
        category = unicodedata.category(character)
        marks = marks + 1 if category in _COMBINING else 0
        if character in "\n\t" or (category not in _INVISIBLE and marks <= 2):
            shown.append(character)
        else:
            shown.append(_escape(character))
    return "".join(shown)


def _escape(character: str) -> str:
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def one_line(text: str) -> str:
    """Sanitise text that must stay on one line."""
    return sanitise(text).replace("\n", "\\n").replace("\t", " ")


def output_text(printed: Printed) -> Output:
    """Return all that was kept of what a call printed, as lines, and how many were lost."""
    if not printed.cut_bytes:
        return Output("\n".join(_text_lines(printed.head + printed.tail)))
    head, tail = _text_lines(printed.head), _text_lines(printed.tail)
    # A cut within one line counts as a line: what follows it must not look like the next.
    return Output("\n".join(head), max(1, printed.cut_lines), "\n".join(tail))


def shortened(output: Output) -> Output:
    """Return the first and last lines of an output, and how many lie between."""
    first, last = _SHOWN_LINES
    head, tail = output.head.split("\n"), output.tail.split("\n") if output.tail else []
    kept = head + tail
    left_out = len(kept) - first - last
    if left_out <= 0:
        return output
    cut = left_out + output.cut_lines
    return Output("\n".join(kept[:first]), cut, "\n".join(kept[-last:]))


def _text_lines(data: bytes) -> list[str]:
    text = data.decode("utf-8", "backslashreplace").replace("\r\n", "\n")
    return [_clipped(sanitise(line)) for line in text.rstrip("\n").split("\n")] if text else []


def _clipped(line: str) -> str:
    surplus = len(line) - _SHOWN_COLUMNS
    return line if surplus <= 0 else f"{line[:_SHOWN_COLUMNS]}... {surplus:,} more characters"

"""Turns what a call returned into plain JSON data, by exact type and without asking the value.

Values come from code that may lie: no repr, no ==, no len and no attribute of a foreign class is
used. The codes:

    None, bool, int, finite float, str     themselves
    ["float", "nan" | "inf" | "-inf"]      the other floats
    ["list", item...]  ["tuple", item...]  exact lists and tuples
    ["dict", [key, value]...]              exact dicts, in their order
    ["np", dtype name, value]              NumPy booleans, integers and floats of up to 64 bits
    ["array", dtype name, shape, items]    NumPy arrays; items flat, null if too many or no numbers
    ["other", description]                 anything else: its type's name, or what is too large
"""

import json
import math

import numpy

MAX_ITEMS = 10_000  # of one container, and of all containers in one value
MAX_DEPTH = 8
MAX_TEXT = 10_000
MAX_BITS = 4_096
MAX_LINE = 1 << 20

# Bound before any submission runs: a submission may patch the modules these come from.
_dumps = json.JSONEncoder(allow_nan=False, check_circular=False, separators=(",", ":")).encode
_ndarray = numpy.ndarray
_isfinite = math.isfinite
_name_of_type = type.__dict__["__name__"].__get__  # type.__name__ as a function
_NUMPY_SCALARS = {
    kind: numpy.dtype(kind).name
    for kind in (
        *(numpy.bool_, numpy.float16, numpy.float32, numpy.float64),
        *(numpy.int8, numpy.int16, numpy.int32, numpy.int64, numpy.longlong),
        *(numpy.uint8, numpy.uint16, numpy.uint32, numpy.uint64, numpy.ulonglong),
    )
}


class _TooLargeError(Exception):
    """The value as a whole has more parts than an answer may have."""


def type_name(value):
    """Return the name of the value's real type, whatever its class claims."""
    return name_of(type(value))


def name_of(kind):
    """Return the name of a type, shortened, without asking its metaclass."""
    name = _name_of_type(kind)
    return name if len(name) <= 80 else name[:80] + "..."


def line(data):
    """Return plain data as one line of JSON, as bytes; never longer than MAX_LINE."""
    text = _dumps(data).encode("ascii") + b"\n"
    if len(text) > MAX_LINE:
        raise ValueError("the answer is too long")
    return text


def encode(value):
    """Return the code of any value, as above."""
    try:
        return _encode(value, MAX_DEPTH, [MAX_ITEMS])
    except _TooLargeError:
        return ["other", f"{type_name(value)}, too large to show"]


def _encode(value, depth, budget):
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is int:
        bits = value.bit_length()
        return value if bits <= MAX_BITS else ["other", f"int of {bits} bits"]
    if kind is float:
        return value if _isfinite(value) else ["float", repr(value)]
    if kind is str:
        size = len(value)
        return value if size <= MAX_TEXT else ["other", f"str of {size} characters"]
    if kind is list or kind is tuple:
        return _container(value, kind.__name__, value, depth, budget)
    if kind is dict:
        return _container(value, "dict", value.items(), depth, budget)
    if kind is _ndarray:
        return _array(value, budget)
    if kind in _NUMPY_SCALARS:
        return ["np", _NUMPY_SCALARS[kind], _encode(value.item(), depth, budget)]
    return ["other", type_name(value)]


def _container(value, name, items, depth, budget):
    size = len(value)
    if depth == 0:
        return ["other", f"{name}, nested too deeply to show"]
    if size > MAX_ITEMS:
        return ["other", f"{name} of {size} items"]
    budget[0] -= size
    if budget[0] < 0:
        raise _TooLargeError
    if name == "dict":
        pairs = [[_encode(k, depth - 1, budget), _encode(v, depth - 1, budget)] for k, v in items]
        return [name, *pairs]
    return [name, *[_encode(item, depth - 1, budget) for item in items]]


def _array(value, budget):
    head = ["array", value.dtype.name, list(value.shape)]
    if value.dtype.kind not in "biuf" or value.dtype.itemsize > 8 or value.size > budget[0]:
        return [*head, None]
    budget[0] -= value.size
    return [*head, [_encode(item, 1, budget) for item in value.ravel().tolist()]]

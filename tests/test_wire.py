"""What is sent to the child, and that nothing but exactly specified frames is believed."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import pytest

from grader import wire
from grader.model import Case, Limits
from grader.results import (
    Crashed,
    Defined,
    DictValue,
    Foreign,
    Frame,
    GeneratorUse,
    LearnerError,
    NotRun,
    NumpyArray,
    NumpyScalar,
    Printed,
    Raised,
    Returned,
    TimedOut,
)

if TYPE_CHECKING:
    from collections.abc import Callable

LIMITS = Limits()


def call_frame(**changes: Any) -> dict[str, Any]:
    """A faultless frame of the call with index 3, with some keys changed."""
    frame: dict[str, Any] = {
        "call": 3,
        "value": 7,
        "generator": ["seeded", 2],
        "warnings": ["RuntimeWarning: divide by zero"],
        "changed": [0, 2],
        "seconds": 0.5,
    }
    return {**frame, **changes}


def error(**changes: Any) -> dict[str, Any]:
    """A faultless error, with some keys changed."""
    plain = {"type": "ValueError", "message": "no", "frames": [[4, "f"]], "repeated": 0}
    return {**plain, **changes}


def answer(frame: object, of: str | int = 3, **changes: Any) -> wire.Answer:
    """An answer that brings a frame: bytes as they are, other data as JSON."""
    data = frame if isinstance(frame, bytes) else json.dumps(frame).encode()
    return wire.Answer(of, "answered", None, 0.5, data, Printed(b"out"))._replace(**changes)


def ending(frame: object, of: int = 3) -> object:
    """What becomes of a call whose answer brings this frame."""
    return wire.observation(answer(frame, of), LIMITS).ending


# --- requests ------------------------------------------------------------------------------------


def test_frames_of_several_calls_come_in_one_answer() -> None:
    """Calls that were handed over at once are answered together, each by its own frame."""
    texts = [json.dumps(call_frame(call=number)).encode() for number in (5, 6, 9)]
    sizes = ",".join(str(len(text)) for text in texts)
    header = f'{{"of":2,"frames":[{sizes}]}}\n'.encode()
    answer = wire.read_answer(*reader(header + b"".join(texts)))
    assert answer is not None and (2, tuple(texts)) == (answer.of, answer.frames)
    seen = wire.observations(answer, LIMITS, 5)
    assert [Returned, Returned, Crashed] == [type(each.ending) for each in seen]
    cut = [wire.read_answer(*reader((header + texts[0])[:size])) for size in range(len(header))]
    assert {None} == set(cut)


def test_load_request_holds_the_source_and_the_limits_in_bytes() -> None:
    """A load request is one line with the source as latin-1, limits in seconds and bytes."""
    limits = Limits(0.5, 3.0, 100, 2, 1)
    line = wire.load_request(b"x = '\xff'\n", "mine.py", 42, limits, 2)
    data = json.loads(line)
    assert line.endswith(b"\n")
    assert 1 == line.count(b"\n")
    assert b"x = '\xff'\n" == data["source"].encode("latin-1")
    assert ("load", "mine.py", 42) == (data["do"], data["file"], data["seed"])
    assert {
        "load": 3.0,
        "call": 0.5,
        "memory": 100 << 20,
        "kept": 2 << 10,
        "stop": 1 << 20,
        "timeouts": 2,
    } == data["limits"]


def test_command_lines_number_the_calls_and_mark_the_arrays() -> None:
    """A command line per case: its index, the arguments in order, arrays in a wrapping object."""
    cases = [
        Case("a", ([1.5], 2), 0),
        Case("b", ([1.5], [[2.0], []]), 0, arrays=("second", "absent")),
        Case("c", (None,), 0),
    ]
    lines = [
        json.loads(line) for line in wire.command_lines("f", cases, ["first", "second"], told=False)
    ]
    assert [
        {"call": 0, "function": "f", "args": [[1.5], 2], "told": False},
        {"call": 1, "function": "f", "args": [[1.5], {"array": [[2.0], []]}], "told": False},
        {"call": 2, "function": "f", "args": [None], "told": False},
    ] == lines


def test_requests_never_hold_an_expected_value() -> None:
    """Nothing of a case but its arguments is sent: not what is expected, its title or its rows."""
    secret = "do-not-tell"
    case = Case(secret, (1,), [secret], title=secret, why=secret, topic=secret, tags=(secret,))
    lines = wire.command_lines("f", [case], ["number"])
    assert secret.encode() not in wire.calls_request(lines)


def test_calls_request_announces_how_many_lines_follow() -> None:
    """A calls request is a line with the count, followed by the command lines as they are."""
    first, *rest = wire.calls_request([b"one\n", b"two\n"], told=False).splitlines()
    assert {"do": "calls", "bytes": 8, "told": False} == json.loads(first)
    assert [b"one", b"two"] == rest


def test_an_argument_that_is_no_number_is_refused_before_it_is_sent() -> None:
    """NaN in a case is no strict JSON: it raises here instead of reaching the child."""
    with pytest.raises(ValueError, match="JSON"):
        wire.command_lines("f", [Case("a", (math.nan,), 0)], ["x"])


# --- answers of the zygote -----------------------------------------------------------------------


def reader(data: bytes) -> tuple[Callable[[], bytes], Callable[[int], bytes]]:
    """The two functions that read a line and a number of bytes from some data."""
    import io

    stream = io.BytesIO(data)
    return stream.readline, stream.read


def test_an_answer_is_split_at_the_announced_sizes() -> None:
    """Frame, head and tail follow the header, in the announced sizes, and may hold anything."""
    header = {
        "of": 2,
        "status": "answered",
        "detail": None,
        "seconds": 0.5,
        "sizes": [3, 4, 2],
        "cut": [10, 1],
    }
    data = json.dumps(header).encode() + b"\n" + b"fra" + b"he\nd" + b"ta" + b"next"
    expected = wire.Answer(2, "answered", None, 0.5, b"fra", Printed(b"he\nd", b"ta", 10, 1))
    assert expected == wire.read_answer(*reader(data))


def test_an_answer_that_stops_in_the_middle_is_none() -> None:
    """Wherever the stream ends inside an answer, there is no answer."""
    header = b'{"of":0,"status":"exited","detail":1,"seconds":0.0,"sizes":[0,3,2],"cut":[0,0]}\n'
    whole = header + b"heata"
    assert wire.read_answer(*reader(whole)) is not None
    parts = [wire.read_answer(*reader(whole[:size])) for size in range(len(whole))]
    assert [None] * len(whole) == parts


def test_ready_and_end_are_answers_without_a_frame() -> None:
    """The two short answers carry the versions, and nothing."""
    ready = wire.read_answer(*reader(b'{"ready":{"python":"3.11","numpy":"2.0"}}\n'))
    assert ready is not None
    assert {"python": "3.11", "numpy": "2.0"} == json.loads(ready.status)
    assert wire.Answer("end", "answered") == wire.read_answer(*reader(b'{"of":"end"}\n'))


# --- endings that bring no frame -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "detail", "expected"),
    [
        ("timed-out", None, TimedOut(2.0)),
        ("flooded", None, Crashed("it printed more than 8 MiB")),
        ("exited", 0, Crashed("the program ended itself (exit status 0)")),
        ("killed", 11, Crashed("the program was killed (segmentation fault)")),
        ("killed", 9, Crashed("the program was killed (signal 9, perhaps memory)")),
        ("killed", 6, Crashed("the program was killed (signal 6, SIGABRT)")),
        ("killed", 63, Crashed("the program was killed (signal 63)")),
        ("killed", None, Crashed("the program was killed (signal None)")),
        ("faulty", None, Crashed("it left no answer")),
        ("something new", None, Crashed("it left no answer")),
        ("not-run", None, NotRun("earlier calls did not end")),
    ],
)
def test_every_ending_without_a_frame_is_told_in_words(
    status: str, detail: int | None, expected: object
) -> None:
    """Each status becomes its ending, also when a faultless frame came with it."""
    seen = wire.observation(answer(call_frame(), status=status, detail=detail), LIMITS)
    assert expected == seen.ending


def test_the_limit_of_a_load_is_the_load_limit() -> None:
    """A load that timed out names the load's limit, not that of a call."""
    loaded = wire.load_observation(wire.Answer("load", "timed-out"), Limits(load_seconds=7.0))
    assert TimedOut(7.0) == loaded.problem


# --- frames of calls -----------------------------------------------------------------------------


def test_a_faultless_frame_is_read_whole() -> None:
    """Value, prints, changed arguments, generator, warnings and time come through."""
    seen = wire.observation(answer(call_frame()), LIMITS)
    assert Returned(7) == seen.ending
    assert Printed(b"out") == seen.printed
    assert (0, 2) == seen.arguments_changed
    assert GeneratorUse("seeded", 2) == seen.generator
    assert ("RuntimeWarning: divide by zero",) == seen.warnings
    assert 0.5 == seen.seconds


def test_an_error_is_read_whole() -> None:
    """Type, message, places, and what only some errors have come through."""
    shapes = [["p", [3, 4]], ["q", []]]
    frame = call_frame(error=error(line=3, column=5, module="torch", arrays=shapes))
    del frame["value"]
    arrays = (("p", (3, 4)), ("q", ()))
    expected = LearnerError("ValueError", "no", (Frame(4, "f"),), 0, 3, 5, "torch", arrays)
    assert Raised(expected) == ending(frame)


def without(key: str) -> dict[str, Any]:
    """A frame that lacks a key."""
    frame = call_frame()
    del frame[key]
    return frame


def raising(**changes: Any) -> dict[str, Any]:
    """A frame of a call that raised, its error changed."""
    return {**without("value"), "error": error(**changes)}


DAMAGED_FRAMES = {
    "nothing": b"",
    "no JSON": b"hello",
    "cut off": b'{"call":3,"value":7',
    "two documents": json.dumps(call_frame()).encode() * 2,
    "no text": b'{"call":3,\xff}',
    "utf-16": json.dumps(call_frame()).encode("utf-16-be"),
    "a list": [],
    "a number": 3,
    "null": None,
    "no call": without("call"),
    "no generator": without("generator"),
    "no warnings": without("warnings"),
    "no changes": without("changed"),
    "seconds in words": call_frame(seconds="0.5"),
    "seconds below 0": call_frame(seconds=-0.5),
    "seconds without end": b'{"call":3,"value":7,"generator":["seeded",2],"warnings":[],'
    b'"changed":[],"seconds":1e999}',
    "more seconds than there were": call_frame(seconds=1e9),
    "neither value nor error": without("value"),
    "value and error": call_frame(error=error()),
    "another call": call_frame(call=2),
    "call as text": call_frame(call="3"),
    "call as null": call_frame(call=None),
    "call as float": call_frame(call=3.0),
    "generator as text": call_frame(generator="seeded"),
    "generator too short": call_frame(generator=["seeded"]),
    "generator too long": call_frame(generator=["seeded", 2, 3]),
    "generator of no kind": call_frame(generator=["fresh", 2]),
    "generator with fractions": call_frame(generator=["seeded", 2.5]),
    "warnings as text": call_frame(warnings="none"),
    "warnings as numbers": call_frame(warnings=[1]),
    "warnings without end": call_frame(warnings=["x" * 20_000]),
    "changed as text": call_frame(changed="0"),
    "changed as bool": call_frame(changed=[True]),
    "changed as floats": call_frame(changed=[0.5]),
    "error as text": {**without("value"), "error": "ValueError"},
    "error as null": {**without("value"), "error": None},
    "error without type": raising(type=None),
    "error with a number as its type": raising(type=3),
    "error without message": raising(message=None),
    "error with an endless message": raising(message="x" * 20_000),
    "error without places": raising(frames=None),
    "error with a damaged place": raising(frames=[["4", "f"]]),
    "error with a damaged shape": raising(arrays=[["p", "(3, 3)"]]),
    "error with a shape of text": raising(arrays=[["p", ["3"]]]),
    "error with a negative shape": raising(arrays=[["p", [3, -1]]]),
    "error with a shape beyond all arrays": raising(arrays=[["p", [2**63]]]),
    "error with endless dimensions": raising(arrays=[["p", [1] * 65]]),
    "error with an array without a name": raising(arrays=[[None, [3]]]),
    "error with arrays that are no list": raising(arrays={"p": [3]}),
    "error with a short place": raising(frames=[[4]]),
    "error without repeats": raising(repeated=None),
    "error with a bool line": raising(line=True),
    "error with a text line": raising(line="3"),
    "error with a float column": raising(column=1.5),
    "error with a number as module": raising(module=5),
}


@pytest.mark.parametrize("damage", DAMAGED_FRAMES)
def test_a_damaged_frame_is_a_crash_and_never_a_value(damage: str) -> None:
    """Whatever is wrong with a frame, the call crashed, with a reason; its prints are kept."""
    seen = wire.observation(answer(DAMAGED_FRAMES[damage]), LIMITS)
    assert isinstance(seen.ending, Crashed)
    assert "damaged" in seen.ending.reason
    assert Printed(b"out") == seen.printed


@pytest.mark.parametrize("call", [True, 1.0])
def test_an_index_that_only_equals_the_call_is_refused(call: object) -> None:
    """True and 1.0 equal 1 in Python, but are no index of a call."""
    assert isinstance(ending(call_frame(call=call), of=1), Crashed)


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize("key", ["value", "seconds", "extra"])
def test_constants_that_json_does_not_have_are_refused(constant: str, key: str) -> None:
    """NaN and Infinity, which Python would read, make a frame faulty wherever they stand."""
    text = json.dumps(call_frame(**{key: "HERE"})).replace('"HERE"', constant)
    assert isinstance(ending(text.encode()), Crashed)


@pytest.mark.parametrize("number", ["1e999", "-1e999", '["list", 1e999]'])
def test_numbers_beyond_all_floats_are_refused(number: str) -> None:
    """1e999 is JSON, and infinity to Python: it is refused as a value."""
    text = json.dumps(call_frame(value="HERE")).replace('"HERE"', number)
    assert isinstance(ending(text.encode()), Crashed)


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"value":' * 50_000,
        b'{"call":3,"value":' + b'["list",' * 50_000 + b"1" + b"]" * 50_000 + b"}",
    ],
    ids=["open lists", "lists", "objects", "value"],
)
def test_deep_nesting_is_a_crash_of_the_call_and_not_of_the_grader(text: bytes) -> None:
    """A frame nested deeper than the parser can follow is faulty."""
    assert isinstance(ending(text), Crashed)


def test_a_value_nested_deeper_than_the_format_allows_is_refused() -> None:
    """What the parser can follow is still refused beyond the depth of any encoded value."""
    code: object = 1
    for _ in range(40):
        code = ["list", code]
    assert isinstance(ending(call_frame(value=code)), Crashed)


def test_a_number_with_endless_digits_is_refused() -> None:
    """An int with more digits than Python converts makes a frame faulty."""
    text = json.dumps(call_frame(value="HERE")).replace('"HERE"', "9" * 500_000)
    assert isinstance(ending(text.encode()), Crashed)


def test_a_huge_line_of_valid_json_is_read_without_harm() -> None:
    """A frame of almost the greatest size is decoded like any other."""
    assert Returned("x" * 1_000_000) == ending(call_frame(value="x" * 1_000_000))


# --- values --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (None, None),
        (True, True),
        (-3, -3),
        (10**300, 10**300),
        (0.5, 0.5),
        ("text", "text"),
        (["float", "inf"], math.inf),
        (["float", "-inf"], -math.inf),
        (["list"], []),
        (["tuple"], ()),
        (["dict"], DictValue(())),
        (["list", 1, ["tuple", 2.0, "x"]], [1, (2.0, "x")]),
        (["dict", ["a", 1], [["tuple", 1], None]], DictValue((("a", 1), ((1,), None)))),
        (["np", "int64", 3], NumpyScalar("int64", 3)),
        (["np", "float32", ["float", "inf"]], NumpyScalar("float32", math.inf)),
        (["np", "bool", True], NumpyScalar("bool", True)),
        (["array", "int64", [2], [1, 2]], NumpyArray("int64", (2,), [1, 2])),
        (["array", "float64", [], [0.5]], NumpyArray("float64", (), [0.5])),
        (["array", "float64", [0, 3], []], NumpyArray("float64", (0, 3), [])),
        (["array", "object", [2], None], NumpyArray("object", (2,), None)),
        (["other", "Vector"], Foreign("Vector")),
    ],
    ids=str,
)
def test_every_code_of_the_format_is_decoded(code: object, expected: object) -> None:
    """Each code becomes its value, of exactly its type."""
    found = wire.value(code)
    assert expected == found
    assert type(expected) is type(found)


def test_the_code_of_nan_is_decoded() -> None:
    """NaN, which equals nothing, has its own code too."""
    found = wire.value(["float", "nan"])
    assert isinstance(found, float)
    assert math.isnan(found)


@pytest.mark.parametrize(
    "code",
    [
        [],
        {},
        {"array": [1]},
        ["set", 1],
        [["list"]],
        [None],
        ["float"],
        ["float", 1.5],
        ["float", "NaN"],
        ["float", "nan", "nan"],
        ["dict", ["a"]],
        ["dict", ["a", 1, 2]],
        ["dict", "ab"],
        ["dict", {"a": 1}],
        ["np"],
        ["np", "int64"],
        ["np", "int64", 1, 2],
        ["np", 64, 1],
        ["np", "int64", None],
        ["np", "int64", "1"],
        ["np", "int64", ["list", 1]],
        ["np", "int64", 1.0],
        ["np", "int64", True],
        ["np", "float64", 1],
        ["np", "bool", 1],
        ["np", "str", 1],
        ["np", "object", 1],
        ["np", "int64\x1b[31m", 1],
        ["np", "integer", 1],
        ["array", "int64", [1]],
        ["array", "int64", 1, [1]],
        ["array", "int64", [2], [1]],
        ["array", "int64", [-1], [1]],
        ["array", "int64", [-1, -1], [1]],
        ["array", "int64", [1.0], [1]],
        ["array", "int64", [True], [1]],
        ["array", "int64", [1], {}],
        ["array", "int64", [1], [["list", 1]]],
        ["array", "int64", [1], [None]],
        ["array", "int64", [1], ["1"]],
        ["array", 64, [1], [1]],
        ["other"],
        ["other", 1],
        ["other", "a", "b"],
        ["other", "x" * 20_000],
    ],
    ids=str,
)
def test_every_other_code_is_refused(code: object) -> None:
    """A code of the wrong shape, wherever the damage is, raises FaultyFrameError."""
    with pytest.raises(wire.FaultyFrameError):
        wire.value(code)
    with pytest.raises(wire.FaultyFrameError):
        wire.value(["tuple", ["list", code], 1])


# --- frames of loads -----------------------------------------------------------------------------


def test_a_load_frame_is_read_whole() -> None:
    """The names that a submission defines come through, with what they are."""
    frame = {"defines": [["f", "function", True], ["x", "int", False]], "error": None}
    loaded = wire.load_observation(answer(frame, "load"), LIMITS)
    assert loaded.problem is None
    assert (Defined("f", "function", True), Defined("x", "int", False)) == loaded.defines


def test_an_error_while_loading_keeps_what_was_defined_until_then() -> None:
    """A load that raised brings the error."""
    frame = {"defines": [["x", "int", False]], "error": error(line=3)}
    loaded = wire.load_observation(answer(frame, "load"), LIMITS)
    assert isinstance(loaded.problem, Raised)
    assert 3 == loaded.problem.error.line


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        [],
        {"defines": []},
        {"error": None},
        {"defines": None, "error": None},
        {"defines": [["f", "function"]], "error": None},
        {"defines": [["f", "function", 1]], "error": None},
        {"defines": [[1, "function", True]], "error": None},
        {"defines": ["fgh"], "error": None},
        {"defines": [], "error": "ValueError"},
        {"defines": [], "error": []},
        {"defines": [], "error": False},
        call_frame(),
    ],
    ids=str,
)
def test_a_damaged_load_frame_is_a_load_that_crashed(frame: object) -> None:
    """Whatever is wrong with the frame of a load, nothing was loaded."""
    loaded = wire.load_observation(answer(frame, "load"), LIMITS)
    assert isinstance(loaded.problem, Crashed)
    assert () == loaded.defines

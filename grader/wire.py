"""The grader's side of the wire format: requests out, answers strictly decoded into Observations.

The format is specified in `_child/zygote.py` and `_child/encoding.py`. A frame is written by a
process that runs foreign code: whatever is not exactly as specified raises `FaultyFrameError` here,
and becomes a crashed call, never a pass.
"""

import json
import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

from grader.job import Point
from grader.model import Case, Limits, Value
from grader.results import (
    CellRun,
    Crashed,
    Defined,
    DictValue,
    Ending,
    Evaluated,
    Foreign,
    Frame,
    GeneratorUse,
    LearnerError,
    LoadObservation,
    NotRun,
    NumpyArray,
    NumpyScalar,
    Observation,
    Printed,
    Raised,
    Returned,
    TimedOut,
)

_NOTHING = Printed()
_DOUBLES = 1 << 53  # NumPy's uniforms are the multiples of 1 / this
_SHORT_FRAME = 500  # bytes
_FRAMES_KEPT = 4000
_MAX_DEPTH = 16
_MAX_TEXT = 12_000
_MOST_SECONDS = 86_400.0
_MAX_DIMENSIONS, _MAX_SIZE = 64, 2**63  # of a NumPy array
_GENERATOR_KINDS = ("untouched", "unseeded", "seeded", "other")
_NUMPY_TYPES = {
    "bool": bool,
    **{f"{kind}{bits}": int for kind in ("int", "uint") for bits in (8, 16, 32, 64)},
    **{f"float{bits}": float for bits in (16, 32, 64)},
}


class FaultyFrameError(Exception):
    """A frame does not follow the format."""


# --- requests ------------------------------------------------------------------------------------


def load_request(
    source: bytes,
    file: str,
    seed: int | None,
    limits: Limits,
    timeouts: int,
    cells: Sequence[tuple[int, int]] = (),
    scripted: bool = False,
) -> bytes:
    """Return the line that has a submission loaded; `file` is the name shown in its tracebacks.

    `cells` are the first and the last lines of a notebook's cells; `scripted` as in Job.
    """
    request = {
        "do": "load",
        "file": file,
        "source": source.decode("latin-1"),  # bytes as JSON can hold them
        "cells": cells,
        "seed": seed,
        "scripted": scripted,
        "limits": {
            "load": limits.load_seconds,
            "call": limits.call_seconds,
            "memory": limits.memory_mib << 20,
            "kept": limits.output_kept_kib << 10,
            "stop": limits.output_stop_mib << 20,
            "timeouts": timeouts,
        },
    }
    return _line(request)


def command_lines(
    function: str, cases: Sequence[Case], names: Sequence[str], *, told: bool = True
) -> list[bytes]:
    """Return one command line per case: the calls of `function`, whose parameters are `names`.

    Of calls that are `told` the prints and the seconds are wanted.
    """
    return [
        _line({"call": index, "function": function, "args": _arguments(case, names), "told": told})
        for index, case in enumerate(cases)
    ]


def points_line(
    function: str, inputs: Sequence[tuple[Value, ...]], points: Sequence[Point]
) -> bytes:
    """Return the command line of calls of `function` with scripted uniforms, one per point."""
    whole = [[number, *[int(u * _DOUBLES) for u in uniforms]] for number, *uniforms in points]
    line = {"call": 0, "function": function, "inputs": inputs, "points": whole, "told": True}
    return _line(line)


def calls_request(lines: Sequence[bytes], *, told: bool = True) -> bytes:
    """Return the request that has the zygote make these calls."""
    block = b"".join(lines)
    return _line({"do": "calls", "bytes": len(block), "told": told}) + block


END_REQUEST = b'{"do":"end"}\n'
# No end of it is its beginning too: after any print, the first place where it stands is its own.
MARK = b"\0end of call\n"


def _arguments(case: Case, names: Sequence[str]) -> list[object]:
    pairs = zip(names, case.args, strict=False)
    return [{"array": value} if name in case.arrays else value for name, value in pairs]


def _line(data: object) -> bytes:
    return json.dumps(data, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"


# --- answers of the zygote -----------------------------------------------------------------------


class Answer(NamedTuple):
    """One answer of the zygote: of what ("load" or an index), how it ended, what came along.

    `frames` are of several calls in a row, the first of which is `of`; else there is one `frame`.
    """

    of: str | int
    status: str
    detail: int | None = None
    seconds: float = 0.0
    frame: bytes = b""
    printed: Printed = _NOTHING
    frames: tuple[bytes, ...] = ()


def read_answer(read_line: Callable[[], bytes], read: Callable[[int], bytes]) -> Answer | None:
    """Read one answer; None at the end of the stream. The header comes from our own process."""
    line = read_line()
    if not line.endswith(b"\n"):
        return None
    header = _loads_header(line.decode("ascii"))
    if "ready" in header:
        return Answer("ready", json.dumps(header["ready"]))
    if header["of"] == "end":
        return Answer("end", "answered")
    if "frames" in header:
        return _bundle(header, read)
    frame_size, head, tail = header["sizes"]
    payload = read(frame_size + head + tail)
    if len(payload) != frame_size + head + tail:
        return None
    printed = _NOTHING
    if head or tail:
        texts = payload[frame_size : frame_size + head], payload[frame_size + head :]
        printed = Printed(*texts, *header["cut"])
    return Answer(
        header["of"],
        header["status"],
        header["detail"],
        header["seconds"],
        payload[:frame_size],
        printed,
    )


def _bundle(header: dict[str, Any], read: Callable[[int], bytes]) -> Answer | None:
    """Read what follows a header that announces the frames of several calls."""
    sizes = header["frames"]
    payload = read(sum(sizes))
    if len(payload) != sum(sizes):
        return None
    ends = tuple(accumulate(sizes))
    frames = tuple(payload[end - size : end] for end, size in zip(ends, sizes, strict=True))
    return Answer(header["of"], "answered", frames=frames)


def load_observation(answer: Answer, limits: Limits) -> LoadObservation:
    """Turn the answer to a load request into what was seen."""
    loaded = _loaded(answer, limits)
    return loaded._replace(printed=answer.printed, seconds=answer.seconds)


def _loaded(answer: Answer, limits: Limits) -> LoadObservation:
    ending = _abnormal(answer, limits.load_seconds, limits)
    if ending is not None:
        return LoadObservation(ending)
    try:
        frame = _parse(answer.frame, ("defines", "error"))
        return LoadObservation(
            None if frame["error"] is None else Raised(_error(frame["error"])),
            tuple(_defined(entry) for entry in _list(frame["defines"])),
            cells=tuple(_cell_run(entry) for entry in _list(frame.get("cells", []))),
        )
    except FaultyFrameError as fault:
        return LoadObservation(Crashed(f"its answer was damaged ({fault})"))


def observations(answer: Answer, limits: Limits, call: int) -> list[Observation]:
    """Turn an answer into what was seen of the one call, or of the several, from `call` on."""
    if not answer.frames:
        return [observation(answer, limits, call)]
    return [_seen(frame, number) for number, frame in enumerate(answer.frames, call)]


def _seen(frame: bytes, call: str | int) -> Observation:
    """Return what a frame says; a damaged one tells of a crash."""
    try:
        return (_read_again if len(frame) <= _SHORT_FRAME else _read_frame)(frame, call)
    except FaultyFrameError as fault:
        return Observation(Crashed(f"its answer was damaged ({fault})"))


def observation(answer: Answer, limits: Limits, call: int | None = None) -> Observation:
    """Turn the answer to one call into what was seen; `call` is what its command line said."""
    if answer.status == "not-run":
        return Observation(NotRun("earlier calls did not end"))
    ending = _abnormal(answer, limits.call_seconds, limits)
    if ending is not None:
        return Observation(ending, answer.printed, seconds=answer.seconds)
    seen = _seen(answer.frame, answer.of if call is None else call)
    return seen._replace(printed=answer.printed)


def evaluated(answer: Answer, limits: Limits, points: int) -> Evaluated | Ending:
    """Turn the answer to a line of so many points into what was seen."""
    if answer.status == "not-run":
        return NotRun("earlier calls did not end")
    ending = _abnormal(answer, limits.call_seconds, limits)
    if ending is not None:
        return ending
    try:
        return _evaluated(answer.frames[0] if answer.frames else answer.frame, points)
    except FaultyFrameError as fault:
        return Crashed(f"its answer was damaged ({fault})")


def _evaluated(frame: bytes, points: int) -> Evaluated:
    data = _parse(frame, ("call", "results", "points"))
    results, told = _list(data["results"]), _list(data["points"])
    numbers, used = told[::2], told[1::2]
    if {*map(type, told)} != {int} or not 0 < len(numbers) == len(used) <= points:
        raise FaultyFrameError("a damaged list of points")
    if min(numbers) < 0 or max(numbers) >= len(results):
        raise FaultyFrameError("a point without its result")
    return Evaluated(tuple(map(_result, results)), numbers, used)


def _result(code: object) -> Returned | Raised:
    match code:
        case ["raised", str() as name]:
            return Raised(LearnerError(_text(name), ""))
    return Returned(value(code))


def _abnormal(answer: Answer, limit: float, limits: Limits) -> TimedOut | Crashed | None:
    """Return how a call ended that brought no frame; None when it brought one."""
    match answer.status:
        case "answered":
            return None
        case "timed-out":
            return TimedOut(limit)
        case "flooded":
            return Crashed(f"it printed more than {limits.output_stop_mib} MiB")
        case "exited":
            return Crashed(f"the program ended itself (exit status {answer.detail})")
        case "killed":
            return Crashed(f"the program was killed ({_signal_name(answer.detail)})")
        case _:
            return Crashed("it left no answer")


def _signal_name(number: int | None) -> str:
    import signal  # only for a crash; it costs a millisecond

    names = {signal.SIGSEGV: "segmentation fault", signal.SIGKILL: "signal 9, perhaps memory"}
    try:
        known = signal.Signals(number or 0)
    except ValueError:
        return f"signal {number}"
    return names.get(known, f"signal {known.value}, {known.name}")


def _read_frame(frame: bytes, call: str | int) -> Observation:
    """Return what a frame says of a call."""
    data = _parse(frame, ("call", "generator", "warnings", "changed"))
    if _int(data["call"]) != call:
        raise FaultyFrameError("an answer to another call")
    if ("value" in data) == ("error" in data):
        raise FaultyFrameError("neither a value nor an error")
    return Observation(
        Returned(value(data["value"])) if "value" in data else Raised(_error(data["error"])),
        arguments_changed=tuple(_int(index) for index in _list(data["changed"])),
        generator=_generator(data["generator"]),
        warnings=tuple(_text(text) for text in _list(data["warnings"])),
        seconds=_seconds(data.get("seconds", 0.0)),
    )


# In a batch most submissions give the same short answers to the same calls.
_read_again = lru_cache(_FRAMES_KEPT)(_read_frame)


# --- frames of the worker ------------------------------------------------------------------------


def _parse(frame: bytes, keys: Sequence[str]) -> dict[str, Any]:
    try:
        data = _loads(frame.decode("ascii"))
    except (ValueError, RecursionError) as error:
        raise FaultyFrameError("no strict JSON") from error
    if type(data) is not dict or not all(key in data for key in keys):
        raise FaultyFrameError("a part is missing")
    return data


def _refuse_constant(name: str) -> None:
    raise FaultyFrameError(f"{name} is not JSON")


# Made once: they are called for every call.
_loads_header = json.JSONDecoder().decode
_loads = json.JSONDecoder(parse_constant=_refuse_constant).decode


def value(code: object, depth: int = _MAX_DEPTH) -> Value:
    """Decode a VALUE of `_child/encoding.py`. Raises FaultyFrameError for anything else."""
    if code is None or type(code) in (bool, int, str):
        return code
    if type(code) is float:
        if not math.isfinite(code):  # 1e999 is strict JSON
            raise FaultyFrameError("a number beyond all floats")
        return code
    parts = _list(code)
    if not parts or depth == 0:
        raise FaultyFrameError("a value without its code")
    match parts[0]:
        case "list":
            return [value(item, depth - 1) for item in parts[1:]]
        case "tuple":
            return tuple(value(item, depth - 1) for item in parts[1:])
        case "dict":
            return DictValue(tuple(_pair(pair, depth - 1) for pair in parts[1:]))
        case "float" if len(parts) == 2 and parts[1] in ("nan", "inf", "-inf"):
            return float(parts[1])
        case "np" if len(parts) == 3:
            return _numpy_scalar(_text(parts[1]), value(parts[2], 1))
        case "array" if len(parts) == 4:
            return _numpy_array(_text(parts[1]), _list(parts[2]), parts[3])
        case "other" if len(parts) == 2:
            return Foreign(_text(parts[1]))
    raise FaultyFrameError("an unknown kind of value")


def _pair(code: object, depth: int) -> tuple[Value, Value]:
    parts = _list(code)
    if len(parts) != 2:
        raise FaultyFrameError("a dict without pairs")
    return value(parts[0], depth), value(parts[1], depth)


def _numpy_scalar(dtype: str, inner: Value) -> NumpyScalar:
    if type(inner) is not _NUMPY_TYPES.get(dtype):
        raise FaultyFrameError("a damaged NumPy number")
    assert isinstance(inner, (bool, int, float))
    return NumpyScalar(dtype, inner)


def _numpy_array(dtype: str, shape: list[object], items: object) -> NumpyArray:
    sizes = tuple(_int(size) for size in shape)
    if items is None:
        return NumpyArray(dtype, sizes, None)
    flat = [value(item, 1) for item in _list(items)]
    numbers = all(isinstance(item, (bool, int, float)) for item in flat)
    if not numbers or any(size < 0 for size in sizes) or math.prod(sizes) != len(flat):
        raise FaultyFrameError("a damaged array")
    return NumpyArray(dtype, sizes, flat)


def _defined(code: object) -> Defined:
    match code:
        case [str() as name, str() as kind, bool() as is_callable]:
            return Defined(name, kind, is_callable)
    raise FaultyFrameError("a damaged list of names")


def _cell_run(code: object) -> CellRun:
    match code:
        case [error, list() as names]:
            bound = tuple(map(_text, names))
            return CellRun(None if error is None else _error(error), bound)
    raise FaultyFrameError("a damaged cell")


def _generator(code: object) -> GeneratorUse:
    match code:
        case [str() as kind, None | int() as draws] if kind in _GENERATOR_KINDS:
            return GeneratorUse(kind, draws)
    raise FaultyFrameError("a damaged state of the generator")


def _error(code: object) -> LearnerError:
    if type(code) is not dict:
        raise FaultyFrameError("a damaged error")
    frames = [_frame(entry) for entry in _list(code.get("frames"))]
    return LearnerError(
        type_name=_text(code.get("type")),
        message=_text(code.get("message")),
        frames=tuple(frames),
        repeated=_int(code.get("repeated")),
        line=_optional_int(code.get("line")),
        column=_optional_int(code.get("column")),
        module=_text(code.get("module", "")),
        arrays=tuple(_named_shape(entry) for entry in _list(code.get("arrays", []))),
    )


def _named_shape(code: object) -> tuple[str, tuple[int, ...]]:
    match code:
        case [str() as name, list() as sizes] if len(sizes) <= _MAX_DIMENSIONS:
            shape = tuple(map(_int, sizes))
            if all(0 <= size < _MAX_SIZE for size in shape):
                return _text(name), shape
    raise FaultyFrameError("a damaged shape")


def _frame(code: object) -> Frame:
    match code:
        case [int() as line, str() as function]:
            return Frame(line, function)
    raise FaultyFrameError("a damaged place")


def _list(code: object) -> list[Any]:
    if type(code) is not list:
        raise FaultyFrameError("a list is missing")
    return code


def _int(code: object) -> int:
    if type(code) is not int:
        raise FaultyFrameError("a number is missing")
    return code


def _seconds(code: object) -> float:
    if not isinstance(code, (int, float)) or not 0 <= code <= _MOST_SECONDS:
        raise FaultyFrameError("a time is missing")
    return float(code)


def _optional_int(code: object) -> int | None:
    return None if code is None else _int(code)


def _text(code: object) -> str:
    if type(code) is not str or len(code) > _MAX_TEXT:
        raise FaultyFrameError("a text is missing")
    return code

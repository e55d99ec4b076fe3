"""The script that runs submissions, part by part: its encoder, its watch over NumPy's generator.

The modules of `_child/` are loaded here as they are there: under their bare names, as an island.
"""

from __future__ import annotations

import collections
import enum
import importlib
import json
import math
import os
import stat
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import launch, single, wire
from grader.results import DictValue, Foreign, NumpyArray, NumpyScalar, Printed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import ModuleType

NAMES = ("encoding", "worker", "zygote", "scratch")


@pytest.fixture(scope="module")
def child() -> Iterator[dict[str, ModuleType]]:
    """The modules of the child's folder, by name; gone from this process afterwards."""
    sys.path.insert(0, launch.CHILD_FOLDER)
    yield {name: importlib.import_module(name) for name in NAMES}
    sys.path.remove(launch.CHILD_FOLDER)
    for name in (*NAMES, "cells", "guard", "lean", "uniforms"):
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def encoding(child: dict[str, ModuleType]) -> Any:
    """The encoder."""
    return child["encoding"]


@pytest.fixture(scope="module")
def worker(child: dict[str, ModuleType]) -> Any:
    """The worker."""
    return child["worker"]


@pytest.fixture(scope="module")
def zygote(child: dict[str, ModuleType]) -> Any:
    """The zygote's module, not a running one."""
    return child["zygote"]


@pytest.fixture(scope="module")
def remove(child: dict[str, ModuleType]) -> Any:
    """The function that removes scratch folders."""
    return vars(child["scratch"])["_remove"]


# --- encoding ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (None, None),
        (True, True),
        (0, 0),
        (-(2**4095), -(2**4095)),
        (2**4096, ["other", "int of 4097 bits"]),
        (-0.0, -0.0),
        (math.nan, ["float", "nan"]),
        (math.inf, ["float", "inf"]),
        (-math.inf, ["float", "-inf"]),
        ("", ""),
        ("\ud800", "\ud800"),
        ("x" * 10_000, "x" * 10_000),
        ("x" * 10_001, ["other", "str of 10001 characters"]),
        ([], ["list"]),
        ((), ["tuple"]),
        ({}, ["dict"]),
        ([1, (2, "x")], ["list", 1, ["tuple", 2, "x"]]),
        ({(1,): [None]}, ["dict", [["tuple", 1], ["list", None]]]),
        ({1, 2}, ["other", "set"]),
        (b"x", ["other", "bytes"]),
        (1j, ["other", "complex"]),
        (range(3), ["other", "range"]),
        (int, ["other", "type"]),
        (len, ["other", "builtin_function_or_method"]),
        ([0] * 10_000, ["list", *[0] * 10_000]),
        ([0] * 10_001, ["other", "list of 10001 items"]),
        ([[0] * 6_000, [0] * 6_000], ["other", "list, too large to show"]),
        (np.int64(3), ["np", "int64", 3]),
        (np.uint8(3), ["np", "uint8", 3]),
        (np.longlong(3), ["np", "int64", 3]),
        (np.float32(0.5), ["np", "float32", 0.5]),
        (np.float64("nan"), ["np", "float64", ["float", "nan"]]),
        (np.bool_(True), ["np", "bool", True]),
        (np.complex128(1), ["other", "complex128"]),
        (np.str_("x"), ["other", "str_"]),
        (np.datetime64("2020"), ["other", "datetime64"]),
        (np.array([1, 2]), ["array", "int64", [2], [1, 2]]),
        (np.array(2.5), ["array", "float64", [], [2.5]]),
        (np.array([[1], [2]], dtype="i1"), ["array", "int8", [2, 1], [1, 2]]),
        (np.array([math.nan]), ["array", "float64", [1], [["float", "nan"]]]),
        (np.array(["x"]), ["array", "str32", [1], None]),
        (np.array([None]), ["array", "object", [1], None]),
        (np.zeros(10_001), ["array", "float64", [10_001], None]),
        (np.zeros(0), ["array", "float64", [0], []]),
        (np.ma.masked_array([1]), ["other", "MaskedArray"]),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_values_are_encoded_by_their_exact_type(encoding: Any, value: object, code: object) -> None:
    """Plain data goes through, NumPy's keeps its type name, the rest is known by type alone."""
    found = encoding.encode(value)
    assert repr(code) == repr(found)


class Liar:
    """Claims to be an int, equal to everything, of any length; notes when it is asked."""

    asked: tuple[str, ...] = ()

    def __getattribute__(self, name: str) -> Any:
        """Claim to be an int, and remember having been asked."""
        Liar.asked += (name,)
        return int if name == "__class__" else object.__getattribute__(self, name)

    def _remember(self, *_: object) -> Any:
        Liar.asked += ("called",)
        return True

    __eq__ = __lt__ = __bool__ = __contains__ = _remember
    __hash__ = __len__ = __index__ = __int__ = __float__ = _remember
    __repr__ = __str__ = __format__ = __iter__ = __getitem__ = __array__ = _remember
    __reduce__ = __reduce_ex__ = __sizeof__ = __dir__ = _remember


def test_a_foreign_value_is_never_asked_anything(encoding: Any) -> None:
    """Encoding calls no method and reads no attribute of an object that is no plain data."""
    Liar.asked = ()
    assert ["list", ["other", "Liar"]] == encoding.encode([Liar()])
    assert () == Liar.asked


class FalseName(type):
    """A metaclass that gives its classes another name, and raises when asked twice."""

    @property
    def __name__(cls) -> str:  # type: ignore[override]
        """Claim to be an int."""
        return "int"


@pytest.mark.parametrize(
    "value",
    [
        type("Sub", (int,), {})(3),
        type("Sub", (float,), {})(3),
        type("Sub", (str,), {})("3"),
        type("Sub", (list,), {})([3]),
        type("Sub", (tuple,), {})((3,)),
        type("Sub", (dict,), {})({3: 3}),
        type("Sub", (np.ndarray,), {})(1),
        type("Sub", (np.float64,), {})(3),
        type("Sub", (np.int64,), {})(3),
        FalseName("Sub", (), {})(),
        FalseName("Sub", (int,), {})(3),
        collections.namedtuple("Sub", "x")(3),
        enum.IntEnum("Sub", "x").x,  # type: ignore[attr-defined]
    ],
    ids=lambda value: type(value).__mro__[1].__name__,
)
def test_subclasses_of_plain_types_are_not_plain(encoding: Any, value: object) -> None:
    """A subclass, which may override everything, is told by the real name of its type."""
    assert ["other", "Sub"] == encoding.encode(value)


def test_a_long_type_name_is_shortened(encoding: Any) -> None:
    """No more than the beginning of a very long type name is sent."""
    value = type("N" * 100_000, (), {})()
    assert ["other", "N" * 80 + "..."] == encoding.encode(value)


def test_a_list_that_holds_itself_is_cut_at_the_greatest_depth(encoding: Any) -> None:
    """Encoding ends, and says what was too deep."""
    value: list[object] = []
    value.append(value)
    code = encoding.encode(value)
    for _ in range(encoding.MAX_DEPTH):
        assert "list" == code[0]
        code = code[1]
    assert ["other", "list, nested too deeply to show"] == code


def test_a_list_that_holds_itself_often_stays_small(encoding: Any) -> None:
    """The budget of items holds for the whole value, so depth and width do not multiply."""
    value: list[object] = []
    value += [value] * 100
    assert ["other", "list, too large to show"] == encoding.encode(value)


def test_a_line_is_ascii_without_constants_and_never_too_long(encoding: Any) -> None:
    """A line is one line of strict ASCII JSON; longer than the grader accepts, it is refused."""
    assert b'["\\u00e9\\n",1.5]\n' == encoding.line(["é\n", 1.5])
    with pytest.raises(ValueError, match="too long"):
        encoding.line("x" * encoding.MAX_LINE)
    with pytest.raises(ValueError, match="JSON"):
        encoding.line(math.nan)


numbers = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
plain = st.recursive(
    numbers,
    lambda inner: (
        st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(st.integers(), inner)
    ),
    max_leaves=20,
)


def decoded(value: object) -> object:
    """What the grader must find when this plain value was returned."""
    if type(value) is dict:
        return DictValue(tuple((decoded(k), decoded(v)) for k, v in value.items()))
    if type(value) in (list, tuple):
        assert isinstance(value, (list, tuple))
        return type(value)(map(decoded, value))
    return value


def too_deep(value: object, depth: int) -> bool:
    """Whether a value has containers below this depth."""
    if not isinstance(value, (list, tuple, dict)):
        return False
    items = value.values() if isinstance(value, dict) else value
    return depth == 0 or any(too_deep(item, depth - 1) for item in items)


@given(plain)
def test_plain_values_arrive_as_they_were(encoding: Any, value: object) -> None:
    """What the child encodes, the grader decodes to the same value of the same types."""
    line = encoding.line(encoding.encode(value))
    found = wire.value(json.loads(line))
    if not too_deep(value, encoding.MAX_DEPTH):
        assert repr(decoded(value)) == repr(found)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.float16(0.5), NumpyScalar("float16", 0.5)),
        (np.bool_(False), NumpyScalar("bool", False)),
        (np.arange(6).reshape(2, 3), NumpyArray("int64", (2, 3), [0, 1, 2, 3, 4, 5])),
        (np.array([True]), NumpyArray("bool", (1,), [True])),
        (np.zeros((0, 3)), NumpyArray("float64", (0, 3), [])),
        (frozenset(), Foreign("frozenset")),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_numpy_values_arrive_as_they_were(encoding: Any, value: object, expected: object) -> None:
    """NumPy's values come through with their types and shapes."""
    assert expected == wire.value(json.loads(encoding.line(encoding.encode(value))))


# --- the watch over NumPy's generator ------------------------------------------------------------


@pytest.fixture(params=["memory", "state"])
def watch(request: pytest.FixtureRequest, worker: Any) -> Any:
    """A watch for seed 42 that has been reset; it looks at the memory, or asks NumPy."""
    made = worker._GeneratorWatch(42)
    assert made.memory is not None
    if request.param == "state":
        made.memory = None
    made.reset()
    return made


def test_a_generator_that_nobody_used_is_untouched(watch: Any) -> None:
    """Without a draw or a seed, the state is the fixed one."""
    np.random.default_rng(42).random(5)
    assert ["untouched", 0] == watch.look()


@pytest.mark.parametrize("draws", [1, 2, 311, 312, 313, 624, 1000, 5000])
def test_draws_without_a_seed_are_counted(watch: Any, draws: int) -> None:
    """The number of doubles drawn from the unseeded generator is found, across all renewals."""
    for _ in range(draws):
        np.random.uniform()
    assert ["unseeded", draws] == watch.look()


@pytest.mark.parametrize("draws", [0, 1, 2, 311, 312, 313, 624, 1000, 5000])
def test_draws_after_the_seed_are_counted(watch: Any, draws: int) -> None:
    """The number of doubles drawn after the exercise's seed is found, one by one or at once."""
    np.random.random(7)
    np.random.seed(42)
    np.random.random(draws)
    assert ["seeded", draws] == watch.look()


def test_more_draws_than_can_be_looked_for_are_other(watch: Any) -> None:
    """Who draws far more than any exercise needs is told no number."""
    np.random.seed(42)
    np.random.random(25_000)
    assert ["other", None] == watch.look()


@pytest.mark.parametrize("seed", [0, 1, 43, [42], None])
def test_another_seed_is_other(watch: Any, seed: Any) -> None:
    """A seed that is not the exercise's is told apart, also [42], which is no 42 to NumPy."""
    np.random.seed(seed)
    np.random.random(3)
    assert ["other", None] == watch.look()


@pytest.mark.parametrize(("words", "draws"), [(1, None), (2, 1), (3, None), (10, 5)])
def test_half_doubles_are_told_apart(watch: Any, words: int, draws: int | None) -> None:
    """A 32-bit draw takes half of what a double takes: an odd number of them is no number."""
    np.random.seed(42)
    for _ in range(words):
        np.random.randint(0, 2**32, dtype=np.uint32)
    assert ["seeded", draws] == watch.look()


def test_a_normal_draw_kept_for_later_does_not_reach_the_next_call(watch: Any) -> None:
    """The second of two normals that NumPy makes at once is forgotten with the reset."""
    first = np.random.standard_normal()
    watch.reset()
    assert ["untouched", 0] == watch.look()
    assert first == np.random.standard_normal()


def test_both_generators_are_the_same_before_every_call(watch: Any) -> None:
    """np.random and random start each call in the same state."""
    import random

    first = np.random.uniform(), random.random()
    np.random.seed(1)
    random.seed(1)
    watch.reset()
    assert first == (np.random.uniform(), random.random())


def test_a_generator_put_in_the_place_of_numpys_is_other_and_removed(watch: Any) -> None:
    """Another bit generator is told apart, and the reset brings back NumPy's own."""
    np.random.set_bit_generator(np.random.PCG64(42))
    assert ["other", None] == watch.look()
    watch.reset()
    np.random.seed(42)
    np.random.uniform()
    assert ["seeded", 1] == watch.look()


def test_a_restored_state_counts_like_the_original(watch: Any) -> None:
    """Setting back a state that was got after the seed takes the draws back."""
    np.random.seed(42)
    state = np.random.get_state()
    np.random.random(3)
    np.random.set_state(state)
    assert ["seeded", 0] == watch.look()


def test_without_a_prescribed_seed_every_seed_is_other(worker: Any) -> None:
    """An exercise without a seed tells only untouched and unseeded apart."""
    watch = worker._GeneratorWatch(None)
    watch.reset()
    np.random.random(2)
    assert ["unseeded", 2] == watch.look()
    np.random.seed(42)
    assert ["other", None] == watch.look()


# --- errors --------------------------------------------------------------------------------------


def test_only_the_places_in_the_learners_file_are_described(worker: Any) -> None:
    """Places in other files, NumPy's or ours, are left out."""
    source = "import json\n\ndef f():\n    json.loads('{')\n\nf()\n"
    with pytest.raises(json.JSONDecodeError) as caught:
        exec(compile(source, "mine.py", "exec"), {})
    described = worker._describe_error(caught.value, "mine.py")
    assert [[6, "<module>"], [4, "f"]] == described["frames"]
    assert ("JSONDecodeError", 0) == (described["type"], described["repeated"])


def test_a_deep_recursion_is_described_in_short(worker: Any) -> None:
    """Of very many places the first and the last ones are kept, and the rest counted."""
    source = "def f(n):\n    return f(n - 1) if n else 1 / 0\n\nf(100)\n"
    with pytest.raises(ZeroDivisionError) as caught:
        exec(compile(source, "mine.py", "exec"), {})
    described = worker._describe_error(caught.value, "mine.py")
    assert 8 == len(described["frames"])
    assert 102 - 8 == described["repeated"]


def test_an_exception_whose_text_cannot_be_made_is_described(worker: Any) -> None:
    """A __str__ that raises is no reason to lose the exception."""

    class MuteError(Exception):
        def __str__(self) -> str:
            raise RuntimeError("mute")

    described = worker._describe_error(MuteError(), "mine.py")
    assert "MuteError" == described["type"]
    assert "could not be made" in described["message"]


def test_a_syntax_error_in_another_text_has_no_place_in_the_file(worker: Any) -> None:
    """The line and column of a text given to eval are none of the learner's file."""
    with pytest.raises(SyntaxError) as own:
        compile("x = 1\ny = = 2\n", "mine.py", "exec")
    described = worker._describe_error(own.value, "mine.py")
    assert (2, 5) == (described["line"], described["column"])
    with pytest.raises(SyntaxError) as other:
        eval("1 +")
    described = worker._describe_error(other.value, "mine.py")
    assert "line" not in described
    assert "invalid syntax" in described["message"]


# --- what is printed -----------------------------------------------------------------------------


def expected_printed(data: bytes, keep: int) -> Printed:
    """What must be kept of some output: three quarters from its head, one from its tail."""
    head, tail = data[: keep * 3 // 4], data[keep * 3 // 4 :]
    cut = tail[: max(0, len(tail) - (keep - keep * 3 // 4))]
    return Printed(head, tail[len(cut) :], len(cut), cut.count(b"\n"))


output = st.binary(max_size=60) | st.text("a\n", max_size=60).map(str.encode)
pieces = st.lists(output, max_size=8)
almost_marks = st.integers(0, len(wire.MARK) - 1).map(lambda size: wire.MARK[:size])
unmarked = st.lists(output | almost_marks, max_size=8).filter(
    lambda calls: not any(wire.MARK in call for call in calls)
)


@given(pieces, st.integers(4, 40))
def test_the_zygote_keeps_head_and_tail_and_counts_the_rest(
    zygote: Any, parts: list[bytes], keep: int
) -> None:
    """However the output arrives, head, tail and the cut bytes and lines are exact."""
    printed = zygote._Printed(keep)
    for part in parts:
        printed.add(part)
    found = Printed(printed.head, printed.tail, printed.cut_bytes, printed.cut_lines)
    assert expected_printed(b"".join(parts), keep) == found


def test_both_sides_know_the_same_mark(zygote: Any) -> None:
    """The mark that is written is the one that is read, and no beginning of it is its end."""
    assert wire.MARK == zygote.worker.MARK
    assert not any(wire.MARK.endswith(wire.MARK[:size]) for size in range(1, len(wire.MARK)))


@given(unmarked, st.integers(4, 40), st.integers(1, 30))
def test_the_zygote_tells_apart_what_every_call_prints(
    zygote: Any, calls: list[bytes], keep: int, chunk: int
) -> None:
    """Marks end the prints of a call, wherever the chunks are cut; what follows is nobody's."""
    prints = zygote._Prints(keep, len(calls), first=3)
    data = b"".join(call + wire.MARK for call in calls) + b"of nobody"
    for start in range(0, len(data), chunk):
        prints.add(data[start : start + chunk])
    kept = [prints.of(number) for number in range(3, 3 + len(calls))]
    found = [Printed(each.head, each.tail, each.cut_bytes, each.cut_lines) for each in kept]
    assert [expected_printed(call, keep) for call in calls] == found


def test_marks_of_a_submission_cost_the_zygote_no_memory(zygote: Any) -> None:
    """However many marks are forged, no more parts are kept than there are calls."""
    prints = zygote._Prints(100, 2)
    for _ in range(50):
        prints.add(b"x" + wire.MARK * 1000)
    assert 3 == len(prints.parts)
    assert b"x" == prints.of(0).head


@given(unmarked, st.integers(4, 40), st.integers(1, 30))
def test_the_single_runner_keeps_the_same_of_every_call(
    calls: list[bytes], keep: int, chunk: int
) -> None:
    """Outputs told apart by marks are kept like the zygote's, wherever the chunks are cut."""
    prints = single._Prints(keep, 1 << 20)
    data = b"".join(call + wire.MARK for call in calls)
    for start in range(0, len(data), chunk):
        prints.add(data[start : start + chunk])
    assert [expected_printed(call, keep) for call in calls] == [prints.take() for _ in calls]


# --- memory, lines, folders ----------------------------------------------------------------------


def test_the_address_space_is_measured_alike_with_and_without_proc() -> None:
    """Trying limits finds what /proc says, to within a few MiB, and leaves the limit as it was."""
    code = (
        "import resource, sys; sys.path.insert(0, sys.argv[1]); import worker; "
        "limit = resource.getrlimit(resource.RLIMIT_AS); "
        "told, tried = worker.mapped_bytes(), worker._measured_bytes(); "
        "print(told, tried, limit == resource.getrlimit(resource.RLIMIT_AS))"
    )
    command = [sys.executable, "-c", code, launch.CHILD_FOLDER]
    told, tried, same = subprocess.check_output(command, text=True).split()
    assert "True" == same
    assert abs(int(told) - int(tried)) < 8 << 20


def test_lines_are_read_one_by_one_until_the_end(worker: Any) -> None:
    """Lines come without their ends; an unfinished one at the end is none."""
    reading, writing = os.pipe()
    os.write(writing, b"one\n\nthree\nunfin")
    os.close(writing)
    lines = worker.Lines(reading)
    assert [b"one", b"", b"three", None] == [lines.next() for _ in range(4)]
    os.close(reading)


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """The path of a scratch folder that does not exist yet."""
    return tmp_path / "scratch"


def test_a_scratch_folder_is_removed_with_all_that_is_in_it(remove: Any, scratch: Path) -> None:
    """Files, folders that forbid entry and links go; what the links lead to stays."""
    outside = scratch.parent / "outside"
    outside.mkdir()
    (outside / "kept").write_text("kept")
    locked = scratch / "folder" / "locked"
    locked.mkdir(parents=True)
    (locked / "file").write_text("x")
    (scratch / "link").symlink_to(outside)
    locked.chmod(0)
    scratch.chmod(0)
    remove(str(scratch))
    assert not scratch.exists()
    assert "kept" == (outside / "kept").read_text()


def test_folders_that_lie_deeper_than_any_recursion_are_removed(
    remove: Any, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the length of a path nor the depth of a call limits what can be removed."""
    scratch.mkdir()
    monkeypatch.chdir(scratch)
    for _ in range(2_500):
        os.mkdir("in")
        os.mkdir("beside")
        os.chdir("in")
    (scratch / "in" / "beside" / "file").write_text("x")
    monkeypatch.undo()
    remove(str(scratch))
    assert not scratch.exists()


def test_a_folder_that_was_used_is_not_new(child: dict[str, ModuleType], scratch: Path) -> None:
    """Also by a file that comes right after the folder, while the clock of files stands still."""
    made = child["scratch"].Scratch(str(scratch), own_user=False)
    here = os.getcwd()
    try:
        for is_old in (False, False, True):
            made.enter()
            made.is_old = is_old
            assert made.is_new()
            (scratch / "left").write_text("x")
            assert not made.is_new()
            made.leave()
            assert not scratch.exists()
    finally:
        os.chdir(here)


def test_a_link_in_the_place_of_the_folder_is_not_followed(remove: Any, scratch: Path) -> None:
    """Whatever a submission's link leads to keeps its files and its modes."""
    outside = scratch.parent / "outside"
    (outside / "folder").mkdir(parents=True)
    (outside / "folder").chmod(0o755)
    scratch.symlink_to(outside)
    remove(str(scratch))
    assert not scratch.is_symlink()
    assert 0o755 == stat.S_IMODE((outside / "folder").stat().st_mode)


@pytest.mark.parametrize("exchanged", ["scratch", "scratch/inner", "scratch/inner/most"])
def test_a_link_that_comes_while_a_folder_is_removed_is_not_followed(
    remove: Any,
    child: dict[str, ModuleType],
    scratch: Path,
    monkeypatch: pytest.MonkeyPatch,
    exchanged: str,
) -> None:
    """A neighbour may win any race; what its link leads to keeps its files and its modes."""
    outside = scratch.parent / "outside"
    (outside / "folder").mkdir(parents=True)
    (outside / "file").touch()
    outside.chmod(0o755)
    (scratch / "inner" / "most" / "file").mkdir(parents=True)
    place = scratch.parent / exchanged
    opened = child["scratch"]._opened

    def link_first(name: str, *parent: int) -> Any:
        if os.path.basename(name) == place.name:
            place.rename(scratch.parent / "moved")
            place.symlink_to(outside)
        return opened(name, *parent)

    monkeypatch.setattr(child["scratch"], "_opened", link_first)
    remove(str(scratch))
    assert place.is_symlink()
    assert ["file", "folder"] == sorted(path.name for path in outside.iterdir())
    assert 0o755 == stat.S_IMODE(outside.stat().st_mode)


def test_a_file_in_the_place_of_the_folder_is_removed(remove: Any, scratch: Path) -> None:
    """A file that stands in the way is removed; nothing there at all is fine too."""
    scratch.write_text("in the way")
    remove(str(scratch))
    assert not scratch.exists()
    remove(str(scratch))


def test_processes_below_another_are_found_at_any_depth(zygote: Any) -> None:
    """Children and their children are all found below this process."""
    inner = "print(flush=True); input()"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert b"\n" == process.stdout.readline()
        found = zygote._descendants(process.pid)
        assert 1 == len(found)
        assert {process.pid, *found} <= set(zygote._descendants(os.getpid()))
        process.stdin.write(b"\n")


def test_the_child_imports_nothing_of_ours() -> None:
    """The child's folder is an island: it loads where the package is not on the path."""
    code = (
        "import sys; sys.path[:0] = sys.argv[1:]; import zygote; "
        "print([name for name in sys.modules if name.split('.')[0] in ('grader', 'rich')])"
    )
    command = [sys.executable, "-I", "-S", "-c", code, launch.CHILD_FOLDER, launch.numpy_folder()]
    assert "[]\n" == subprocess.check_output(command, text=True)

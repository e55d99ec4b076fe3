"""Running submissions that go wrong in every way: what is seen of them, and what is left of them.

What holds of both runners is tested with both; the zygote's own promises stand below.
"""

from __future__ import annotations

import os
import signal
import sys
import textwrap
import threading
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from grader import launch
from grader import runner as runner_module
from grader.errors import ChildError
from grader.job import Job, RunCancelledError
from grader.model import Case, Limits
from grader.results import (
    Crashed,
    DictValue,
    Foreign,
    Frame,
    GeneratorUse,
    LearnerError,
    LoadObservation,
    NotRun,
    NumpyScalar,
    Observation,
    Raised,
    Returned,
    TimedOut,
)
from grader.runner import ZygoteRunner, open_runner
from grader.single import SingleRunner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grader.job import Runner

# Nothing but a hang comes near these limits, whatever else the machine does.
LIMITS = Limits(call_seconds=30.0, load_seconds=30.0, memory_mib=256)
HASTY = LIMITS._replace(call_seconds=0.3)


class Play(NamedTuple):
    """What was seen of one submission."""

    loaded: LoadObservation
    calls: list[Observation]

    @property
    def endings(self) -> list[object]:
        """How the calls ended."""
        return [seen.ending for seen in self.calls]

    @property
    def kinds(self) -> list[type]:
        """The kinds of endings of the calls."""
        return [type(seen.ending) for seen in self.calls]

    @property
    def values(self) -> list[object]:
        """What the calls returned; all of them must have."""
        assert [Returned] * len(self.calls) == self.kinds, self.endings
        return [seen.ending.value for seen in self.calls if isinstance(seen.ending, Returned)]


def cases(arguments: Sequence[object]) -> list[Case]:
    """One case of one argument each."""
    return [Case(f"case-{i}", (argument,), None) for i, argument in enumerate(arguments)]


def play(
    runner: Runner,
    source: str | bytes,
    arguments: Sequence[object] = (0,),
    *,
    limits: Limits = LIMITS,
    timeouts: int = 2,
    seed: int | None = 42,
    told: bool = True,
) -> Play:
    """Load a submission and call its function `f` with one argument after the other."""
    code = source if isinstance(source, bytes) else textwrap.dedent(source).encode()
    loaded = runner.load(Job(code, "mine.py", seed, limits, timeouts))
    calls: list[Observation] = []
    if loaded.problem is None:
        calls = runner.call("f", cases(arguments), ["x"], told=told)
        assert len(arguments) == len(calls)
    runner.end()
    return Play(loaded, calls)


def problem(played: Play) -> Any:
    """What went wrong while loading."""
    assert [] == played.calls
    return played.loaded.problem


def error(ending: object) -> LearnerError:
    """The exception with which a call ended."""
    assert isinstance(ending, Raised), ending
    return ending.error


# --- values and errors ---------------------------------------------------------------------------


def test_values_come_back_with_their_types(runner: Runner) -> None:
    """What a call returns arrives as it was; what is no plain data is known by its type."""
    source = """
        import numpy as np
        values = [None, 1.0, (True, [2]), {1: "é"}, float("inf"), np.int64(3), object(), "\\x00"]
        f = values.__getitem__
    """
    expected = [
        *(None, 1.0, (True, [2]), DictValue(((1, "é"),)), float("inf")),
        *(NumpyScalar("int64", 3), Foreign("object"), "\x00"),
    ]
    assert repr(expected) == repr(play(runner, source, range(8)).values)


def test_values_that_cannot_be_shown_do_no_harm(runner: Runner) -> None:
    """Endless, enormous and lying values end a call like any other, and the calls go on."""
    source = """
        import sys

        class Liar:
            def __getattribute__(self, name):
                print("asked")
                return 7
            __eq__ = __len__ = __repr__ = __iter__ = __reduce__ = lambda *_: print("asked")

        def f(x):
            if x == 0:
                endless = []
                endless.append(endless)
                return endless
            if x == 1:
                return Liar()
            if x == 2:
                return ["x" * 10_000] * 5_000
            if x == 3:
                sys.set_int_max_str_digits(640)
                return 10**1_000
            return x
    """
    played = play(runner, source, range(5))
    assert [Returned] * 5 == played.kinds
    assert Returned(Foreign("Liar")) == played.endings[1]
    assert b"" == played.calls[1].printed.head
    too_large = [ending.value for ending in played.endings[2:4]]  # type: ignore[attr-defined]
    assert all(isinstance(value, Foreign) for value in too_large)
    assert Returned(4) == played.endings[4]


def test_arguments_arrive_with_their_types_and_fresh(runner: Runner) -> None:
    """Every call gets arguments of its own, of plain types, arrays where they are asked for."""
    source = """
        import numpy as np

        def f(x, y):
            told = type(x).__name__, type(y).__name__, str(getattr(y, "dtype", "")), repr(x)
            x.append(None)
            y[0] = 9
            return told
    """
    job = Job(textwrap.dedent(source).encode(), "mine.py", 42, LIMITS)
    case = Case("a", ([1, 2.0], [0.5, 1.5]), None, arrays=("y",))
    assert runner.load(job).problem is None
    seen = runner.call("f", [case, case], ["x", "y"])
    runner.end()
    expected = ("list", "ndarray", "float64", "[1, 2.0]")
    assert [Returned(expected)] * 2 == [each.ending for each in seen]
    assert [(0, 1)] * 2 == [each.arguments_changed for each in seen]
    assert ([1, 2.0], [0.5, 1.5]) == case.args


def test_arguments_left_out_are_not_passed(runner: Runner) -> None:
    """A case with fewer arguments than parameters is called with just those."""
    job = Job(b"def f(*args, **kwargs): return [args, kwargs]", "mine.py", 42, LIMITS)
    assert runner.load(job).problem is None
    case = Case("a", (1, None), None)
    (seen,) = runner.call("f", [case], ["x", "y", "z"])
    runner.end()
    assert Returned([(1, None), DictValue(())]) == seen.ending


@pytest.mark.parametrize(
    ("body", "kind", "message"),
    [
        ("return 1 / 0", "ZeroDivisionError", "division by zero"),
        ("return undefined", "NameError", "name 'undefined' is not defined"),
        ("sys.exit(0)", "SystemExit", "0"),
        ("raise SystemExit", "SystemExit", ""),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", ""),
        ("raise GeneratorExit", "GeneratorExit", ""),
        ("raise BaseException('x')", "BaseException", "x"),
        ("return f(x)", "RecursionError", "maximum recursion depth exceeded"),
        ("return bytearray(2**30)", "MemoryError", ""),
        ("return np.ones(2**28)", "MemoryError", "Unable to allocate 2.00 GiB"),
        ("return input()", "EOFError", "EOF when reading a line"),
        ("signal.raise_signal(signal.SIGINT)", "KeyboardInterrupt", ""),
        ("raise ExceptionGroup('two', [ValueError(1)])", "ExceptionGroup", "two (1 sub-exception)"),
    ],
)
def test_every_exception_is_data(runner: Runner, body: str, kind: str, message: str) -> None:
    """An exception of whatever family ends its call with its type, its text and its place."""
    source = f"import signal, sys\nimport numpy as np\ndef f(x):\n    if x:\n        {body}\n"
    played = play(runner, source, [1, 0])
    found = error(played.endings[0])
    assert kind == found.type_name
    assert found.message.startswith(message)
    assert Frame(5, "f") == found.frames[-1]
    assert Returned(None) == played.endings[1]


def test_a_wrong_number_of_parameters_has_no_place_in_the_file(runner: Runner) -> None:
    """A TypeError of the call itself comes without a place: it was raised outside of the file."""
    found = error(play(runner, "def f(): pass").endings[0])
    assert ("TypeError", ()) == (found.type_name, found.frames)


def test_an_exception_that_lies_about_itself_is_never_a_value(runner: Runner) -> None:
    """Exceptions whose own attributes raise, hang on or lie end their call, not the grader."""
    source = """
        class NoTrace(Exception):
            __traceback__ = property(lambda self: 1 / 0)

        class NoText(Exception):
            def __str__(self):
                import os
                raise os.abort

        class False_(SyntaxError):
            msg = lineno = filename = property(lambda self: 1 / 0)

        def f(x):
            raise (NoTrace, NoText, False_)[x]("text")
    """
    kinds = play(runner, source, range(3)).kinds
    assert set(kinds) <= {Raised, Crashed}


def test_an_error_over_arrays_comes_with_their_shapes(runner: Runner) -> None:
    """Arrays that are local where it was raised, also around a comprehension; nothing else."""
    source = """
        import numpy as np
        outside = np.ones(7)
        def table(rows):
            p = np.asarray(rows)[:, [0, 1, 0]]
            label, odd = "p", np.float64(3)
            return p
        def inner(p):
            q = np.ones(5)
            return p * q
        def f(way):
            p, k = table([[0.5, 0.5]] * 3), 3
            if way == 0:
                return inner(p)
            if way == 1:
                return [float(row) for row in p]
            if way == 2:
                return p if p[0] else None
            if way == 3:
                raise IndexError
            if way == 4:
                raise KeyError(p.shape)
            return int("x")
    """
    calls = play(runner, source, range(6)).calls
    arrays = [error(call.ending).arrays for call in calls]
    p = ("p", (3, 3))
    assert [(p, ("q", (5,))), {p, ("row", (3,))}, (p,), (p,), (), (p,)] == [
        arrays[0],
        set(arrays[1]),
        *arrays[2:],
    ]


def test_arrays_of_a_hostile_error_do_no_harm(runner: Runner) -> None:
    """A subclass of an array that lies is not asked; many dimensions are told as they are."""
    source = """
        import numpy as np
        class Liar(np.ndarray):
            @property
            def shape(self):
                raise SystemExit
        def f(way):
            liar = np.ones(3).view(Liar)
            deep = np.ones((1,) * 32)
            raise ValueError(way)
    """
    (call,) = play(runner, source, [0]).calls
    assert (("deep", (1,) * 32),) == error(call.ending).arrays


# --- loading -------------------------------------------------------------------------------------


def test_what_a_submission_defines_comes_back(runner: Runner) -> None:
    """Names, kinds and what can be called, without modules; methods under their class."""
    source = """
        import math, os as system
        from math import sqrt
        NUMBER = 3
        class Class:
            def method(self): pass
        def plain(x): pass
        async def slow(x): pass
        def steps(x): yield
        f = lambda x: x
    """
    defines = play(runner, source).loaded.defines
    assert [
        ("sqrt", "builtin_function_or_method", True),
        ("NUMBER", "int", False),
        ("Class", "class", True),
        ("Class.method", "method", True),
        ("plain", "function", True),
        ("slow", "async function", True),
        ("steps", "generator", True),
        ("f", "function", True),
    ] == [tuple(each) for each in defines]


def test_a_function_is_found_behind_any_number_of_imported_names(runner: Runner) -> None:
    """Star imports bring more names than are listed; the last ones, the file's own, stay."""
    source = """
        from ctypes import *
        from socket import *
        from typing import *
        from numpy import *
        from numpy.ma import *
        def f(x): return x
    """
    played = play(runner, source, [3])
    assert ("f", "function", True) == played.loaded.defines[-1]
    assert [3] == played.values


@pytest.mark.parametrize(
    ("source", "kind", "line", "column"),
    [
        (b"x = 1\ndef f(x)\n    pass\n", "SyntaxError", 2, 9),
        (b"def f(x):\n\tif x:\n        return 1\n", "TabError", 3, None),
        (b"def f(x):\nreturn 1\n", "IndentationError", 2, 1),
        (b"x = '\xff'\n", "SyntaxError", 1, None),
        (b"# coding: no-such-codec\n", "SyntaxError", None, None),
    ],
)
def test_a_syntax_error_has_its_line(
    runner: Runner, source: bytes, kind: str, line: int | None, column: int | None
) -> None:
    """A file that cannot be compiled is told by type, and by the place that Python names."""
    found = problem(play(runner, source)).error
    assert kind == found.type_name
    assert line is None or line == found.line
    assert column is None or column == found.column


@pytest.mark.parametrize(
    "source",
    [
        b"\xef\xbb\xbfdef f(x):\r\n    return '\xc3\xa9'\r\n",
        b"# -*- coding: latin-1 -*-\ndef f(x):\n    return '\xe9'\n",
        "def f(x):\n    größe = 'é'\n    return größe".encode(),
        b"def f(x):\r    return '\\xe9'\r",
    ],
    ids=["bom and crlf", "latin-1", "names", "cr"],
)
def test_a_source_is_read_as_python_reads_it(runner: Runner, source: bytes) -> None:
    """Byte order marks, cookies, other letters and other line ends are Python's business."""
    assert ["é"] == play(runner, source).values


@pytest.mark.parametrize(
    ("source", "kind", "lines"),
    [
        ("x = 1\n1 / 0\n", "ZeroDivisionError", [2]),
        ("import sys\nsys.exit('no')\n", "SystemExit", [2]),
        ("raise KeyboardInterrupt\n", "KeyboardInterrupt", [1]),
        ("def f(x):\n    return f(x)\nf(1)\n", "RecursionError", None),
        ("x = bytearray(2**30)\n", "MemoryError", [1]),
        ("x = input()\n", "EOFError", [1]),
        ("\neval('1 +')\n", "SyntaxError", [2]),
    ],
)
def test_an_exception_while_loading_is_the_problem(
    runner: Runner, source: str, kind: str, lines: list[int] | None
) -> None:
    """A file that raises while it loads is told by the exception and its place."""
    found = problem(play(runner, source)).error
    assert kind == found.type_name
    assert lines is None or lines == [frame.line for frame in found.frames]
    assert found.line is None


@pytest.mark.parametrize("name", ["pytest", "hypothesis", "rich", "grader", "torch", "reference"])
def test_only_numpy_and_the_standard_library_can_be_imported(runner: Runner, name: str) -> None:
    """Nothing of the grader's own environment can be imported, also not the grader."""
    found = problem(play(runner, f"import {name}.part")).error
    assert ("ModuleNotFoundError", name) == (found.type_name, found.module)


@pytest.mark.parametrize("name", ["zygote", "worker", "encoding"])
def test_the_parts_of_the_child_cannot_be_imported(runner: Runner, name: str) -> None:
    """The child's own modules are none of a submission's."""
    assert "ModuleNotFoundError" == problem(play(runner, f"import {name}")).error.type_name


def test_the_lazy_parts_of_numpy_and_the_standard_library_can_be_imported(runner: Runner) -> None:
    """What NumPy and Python import only when it is needed is still found."""
    names = (
        *("linalg", "fft", "polynomial", "testing", "ma", "ctypeslib", "random", "lib", "rec"),
        *("typing", "strings", "char", "dtypes", "exceptions", "matlib", "f2py"),
    )
    source = "\n".join(f"import numpy.{name}" for name in names) + textwrap.dedent(
        """
        import asyncio, collections, concurrent.futures, csv, dataclasses, decimal, difflib, doctest
        import fractions, functools, inspect, itertools, logging, multiprocessing, pathlib, pdb
        import re, sqlite3, ssl, statistics, subprocess, tempfile, threading, typing, unittest
        import numpy as np

        @dataclasses.dataclass
        class Row:
            a: "int"

        def f(x):
            return float(np.linalg.norm([3, 4])), len(np.fft.fft([1, 2])), Row(x).a
        """
    )
    assert [(5.0, 2, 1)] == play(runner, source, [1]).values


def test_the_file_is_the_module_submission_and_its_main_guard_does_not_run(runner: Runner) -> None:
    """The module is registered, knows its name and file, and is not run as a script."""
    source = """
        import pickle, sys

        class Row:
            pass

        def f(x):
            import submission
            row = pickle.loads(pickle.dumps(Row()))
            return submission.f is f, __name__, __file__, sys.argv, type(row) is Row

        if __name__ == "__main__":
            raise SystemExit("the demo ran")
    """
    assert [(True, "submission", "mine.py", ["mine.py"], True)] == play(runner, source).values


def test_future_imports_of_the_grader_do_not_reach_the_submission(runner: Runner) -> None:
    """The file is compiled with its own future imports only: annotations are evaluated."""
    played = play(runner, "def f(x: undefined): pass")
    assert "NameError" == problem(played).error.type_name


# --- the world of a submission -------------------------------------------------------------------


def test_a_submission_finds_an_empty_world(runner: Runner) -> None:
    """An empty folder, an environment built from nothing, nothing to read, no path of ours."""
    source = """
        import os, sys

        def f(x):
            return [
                os.getcwd() == os.environ["TMPDIR"], os.listdir(), sys.stdin.read(),
                sorted(os.environ), [p for p in sys.path if "site-packages" in p or "grader" in p],
                os.read(0, 1) == b"", sys.flags.isolated, sys.flags.utf8_mode,
            ]
    """
    os.environ["SECRET_OF_THE_CALLER"] = "x"
    names = sorted(launch.environment("any folder"))
    assert [[True, [], "", names, [], True, 1, 1]] == play(runner, source).values


def test_files_beside_the_submission_shadow_nothing(
    runner: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A random.py, numpy.py or json.py in the current folder takes no module's place."""
    for name in ("random", "numpy", "json", "os", "select", "worker"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('shadowed')")
    (tmp_path / "numpy").mkdir()
    (tmp_path / "numpy" / "__init__.py").write_text("raise SystemExit('shadowed')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    fresh = type(runner)()
    try:
        source = "import json, random\nimport numpy as np\ndef f(x): return np.__file__, x"
        ((path, value),) = play(fresh, source, [3]).values  # type: ignore[misc]
    finally:
        fresh.close()
    assert (3, False) == (value, str(tmp_path) in path)


def test_state_is_kept_between_the_calls_of_one_submission(runner: Runner) -> None:
    """All calls are made in one process, so a submission that keeps state shows it."""
    source = """
        seen = []
        def f(x, kept=[]):
            seen.append(x)
            kept.append(x)
            return [len(seen), len(kept)]
    """
    assert [[1, 1], [2, 2], [3, 3]] == play(runner, source, range(3)).values


def test_nothing_is_kept_from_one_submission_to_the_next(runner: Runner) -> None:
    """Patched modules, files, environment and folders of one are not found by the next."""
    first = """
        import builtins, os, json, numpy, random
        builtins.open = numpy.array = json.loads = random.random = None
        os.environ["LEFT"] = "x"
        def f(x):
            os.mkdir("locked")
            with os.fdopen(os.open("locked/left", os.O_CREAT | os.O_WRONLY), "w") as file:
                file.write("x")
            os.chmod("locked", 0)
            os.chdir("/")
            return x
    """
    second = """
        import os, json, numpy, random
        def f(x):
            return [os.listdir(), "LEFT" in os.environ, len(json.loads("[1]")), random.random() < 1]
    """
    assert [3] == play(runner, first, [3]).values
    assert [[[], False, 1, True]] == play(runner, second).values


@pytest.mark.parametrize("change", ["os.symlink(victim, path)", "open(path, 'w').close()"])
def test_what_a_submission_puts_in_place_of_its_folder_harms_nobody(
    runner: Runner, tmp_path: Path, change: str
) -> None:
    """A link or file where the scratch folder was is neither followed nor met by the next."""
    victim = tmp_path / "victim"
    (victim / "folder").mkdir(parents=True)
    (victim / "folder").chmod(0o755)
    source = f"""
        import os
        def f(x):
            path, victim = os.getcwd(), {str(victim)!r}
            os.chdir("/")
            os.rmdir(path)
            {change}
            return path
    """
    (path,) = play(runner, source).values
    assert [[]] == play(runner, "import os\ndef f(x): return os.listdir()").values
    assert (0o755, ["folder"]) == ((victim / "folder").stat().st_mode & 0o777, os.listdir(victim))
    assert not os.path.lexists(str(path)) or os.path.isdir(str(path))
    assert not os.path.islink(str(path))


# --- random draws and notes ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("pass", GeneratorUse("untouched", 0)),
        ("np.random.default_rng(42).random(3)", GeneratorUse("untouched", 0)),
        ("random.random()", GeneratorUse("untouched", 0)),
        ("np.random.uniform()", GeneratorUse("unseeded", 1)),
        ("np.random.seed(42)", GeneratorUse("seeded", 0)),
        ("np.random.seed(42); np.random.rand(1000)", GeneratorUse("seeded", 1000)),
        ("np.random.seed(42); np.random.randint(2)", GeneratorUse("seeded", None)),
        ("np.random.seed(7); np.random.rand()", GeneratorUse("other", None)),
        ("np.random.rand(30_000)", GeneratorUse("other", None)),
    ],
)
def test_the_use_of_the_generator_is_seen(
    runner: Runner, body: str, expected: GeneratorUse
) -> None:
    """What a call did with NumPy's generator is told for each call alone."""
    source = f"import random\nimport numpy as np\ndef f(x):\n    if x: {body}\n"
    played = play(runner, source, [1, 0, 1])
    untouched = GeneratorUse("untouched", 0)
    assert [expected, untouched, expected] == [seen.generator for seen in played.calls]


def test_draws_at_load_do_not_reach_the_calls(runner: Runner) -> None:
    """A seed set while loading is gone at the first call, and so is a kept normal draw."""
    source = """
        import random
        import numpy as np
        np.random.seed(42)
        np.random.randn()
        random.seed(1)
        def f(x): return [np.random.randn(), random.random()]
    """
    first, second = play(runner, source, [0, 0]).values
    assert first == second
    assert [first] == play(runner, source.replace("seed(42)", "seed(7)")).values


def test_warnings_are_noted_without_repetition(runner: Runner) -> None:
    """Each call brings its own warnings, the same one once, five at most."""
    source = """
        import warnings
        import numpy as np
        def f(x):
            for i in range(x):
                warnings.warn(f"number {i % 10}")
                np.float64(1) / 0
            return x
    """
    none, two, many = (seen.warnings for seen in play(runner, source, [0, 2, 40]).calls)
    assert () == none
    zero = "RuntimeWarning: divide by zero encountered in scalar divide"
    assert ("UserWarning: number 0", zero, "UserWarning: number 1") == two
    assert 5 == len(many)


# --- prints --------------------------------------------------------------------------------------


def test_prints_belong_to_the_call_that_made_them(runner: Runner) -> None:
    """What is printed while loading and in each call is told apart, on both streams."""
    source = """
        import os, sys
        print("loading")
        def f(x):
            print("call", x)
            print("aside", x, file=sys.stderr)
            os.write(1, b"raw\\xff\\n")
            sys.stdout.write("no line end")
            return x
    """
    played = play(runner, source, [1, 2])
    assert b"loading\n" == played.loaded.printed.head
    expected = [b"call %d\naside %d\nraw\xff\nno line end" % (x, x) for x in (1, 2)]
    assert expected == [seen.printed.head for seen in played.calls]


def test_long_output_keeps_head_and_tail_and_counts_what_is_cut(runner: Runner) -> None:
    """Of output above the limit the first three and the last quarter are kept, exactly."""
    source = """
        def f(x):
            for i in range(x):
                print(f"{i:015}")
    """
    limits = LIMITS._replace(output_kept_kib=1)
    short, long = play(runner, source, [64, 1_000], limits=limits).calls
    assert (768, 256, 0, 0) == (
        len(short.printed.head),
        len(short.printed.tail),
        *short.printed[2:],
    )
    lines = b"".join(b"%015d\n" % i for i in range(1_000))
    assert (lines[:768], lines[-256:]) == long.printed[:2]
    assert (16_000 - 1_024, 1_000 - 64) == long.printed[2:]


def test_a_flood_of_prints_is_stopped(runner: Runner) -> None:
    """Who prints without end is stopped at the limit, and the calls go on."""
    source = """
        def f(x):
            while x:
                print("x" * 10_000)
    """
    limits = LIMITS._replace(output_stop_mib=1)
    played = play(runner, source, [0, 1, 0], limits=limits)
    assert [Returned, Crashed, Returned] == played.kinds
    assert Crashed("it printed more than 1 MiB") == played.endings[1]
    assert played.calls[1].printed.cut_bytes > 900_000


def test_a_flood_while_loading_is_stopped(runner: Runner) -> None:
    """The same holds while loading."""
    limits = LIMITS._replace(output_stop_mib=1)
    found = problem(play(runner, "while True: print('x' * 10_000)", limits=limits))
    assert Crashed("it printed more than 1 MiB") == found


@pytest.mark.parametrize(
    "body",
    [
        "sys.stdout.close(); sys.stderr.close()",
        "os.close(1); os.close(2)",
        "sys.stdout = sys.stderr = None",
        "sys.stdout = sys.__stdout__ = open(os.devnull, 'w')",
        "os.dup2(os.open(os.devnull, os.O_WRONLY), 1)",
        "builtins.print = None",
    ],
)
def test_a_submission_may_do_without_its_streams(runner: Runner, body: str) -> None:
    """Closing or replacing the output is no fault: the call returns, and so does the next."""
    source = f"import builtins, os, sys\ndef f(x):\n    if x == 1: {body}\n    return x\n"
    assert [1, 2] == play(runner, source, [1, 2]).values


def test_a_submission_may_patch_what_the_child_uses(runner: Runner) -> None:
    """Patched json, print and time functions change nothing for values and errors."""
    source = """
        import builtins, json, time
        json.loads = json.dumps = builtins.print = time.perf_counter = time.monotonic = time.sleep
        json.JSONEncoder.encode = json.JSONEncoder.default = lambda *_: '{"call": 0, "value": 7}'
        def f(x):
            return [x] if x < 2 else 1 / 0
    """
    played = play(runner, source, range(3))
    assert [Returned([0]), Returned([1])] == played.endings[:2]
    assert "ZeroDivisionError" == error(played.endings[2]).type_name


# --- hangs ---------------------------------------------------------------------------------------

HANGS = {
    "loop": "while True: pass",
    "sleep": "time.sleep(600)",
    "swallowing": "swallow()",
    "stopped": "os.kill(os.getpid(), signal.SIGSTOP)",
    "lock": "lock = threading.Lock(); lock.acquire(); lock.acquire()",
    "ignored signals": "[signal.signal(s, signal.SIG_IGN) for s in (2, 14, 15)]; time.sleep(600)",
    "closed answers": "os.closerange(3, 99); time.sleep(600)",
}
HANGING = """
import os, signal, threading, time
def swallow():
    while True:
        try:
            while True: pass
        except BaseException: pass
def f(x):
    if x:
        BODY
    return x
"""


@pytest.mark.parametrize("hang", HANGS)
def test_calls_go_on_after_a_hang(runner: Runner, hang: str) -> None:
    """A call that never ends is stopped at its limit, whatever it does; the next ones are made."""
    played = play(runner, HANGING.replace("BODY", HANGS[hang]), [0, 1, 0], limits=HASTY)
    assert [Returned(0), TimedOut(0.3), Returned(0)] == played.endings


@pytest.mark.parametrize(
    ("timeouts", "expected"),
    [
        (1, [TimedOut, NotRun, NotRun, NotRun, NotRun]),
        (2, [TimedOut, Returned, TimedOut, NotRun, NotRun]),
        (3, [TimedOut, Returned, TimedOut, Returned, TimedOut]),
    ],
)
def test_the_rest_is_not_run_after_some_hangs(
    runner: Runner, timeouts: int, expected: list[type]
) -> None:
    """After as many hangs as are allowed, the remaining calls are not made."""
    source = HANGING.replace("BODY", "time.sleep(600)")
    played = play(runner, source, [1, 0, 1, 0, 1], limits=HASTY, timeouts=timeouts)
    assert expected == played.kinds


@pytest.mark.parametrize("hang", ["while True: pass", "import time; time.sleep(600)"])
def test_a_load_that_never_ends_is_stopped(runner: Runner, hang: str) -> None:
    """A file that hangs while it loads is stopped at the load's limit."""
    limits = LIMITS._replace(load_seconds=0.2)
    assert TimedOut(0.2) == problem(play(runner, f"print(1)\n{hang}\n", limits=limits))


def test_a_hang_keeps_what_was_printed_until_then(runner: Runner) -> None:
    """The prints of a call that was stopped are kept."""
    source = HANGING.replace("BODY", "print('so far'); time.sleep(600)")
    (seen,) = play(runner, source, [1], limits=HASTY).calls
    assert b"so far\n" == seen.printed.head


# --- crashes -------------------------------------------------------------------------------------

CRASHES = {
    "os._exit(0)": "exit status 0",
    "os._exit(3)": "exit status 3",
    "os.abort()": "signal 6, SIGABRT",
    "ctypes.string_at(0)": "segmentation fault",
    "os.kill(os.getpid(), signal.SIGKILL)": "signal 9",
    "os.killpg(0, signal.SIGTERM)": "signal 15, SIGTERM",
    "signal.setitimer(signal.ITIMER_REAL, 0.01); time.sleep(600)": "signal 14, SIGALRM",
    "threading.Timer(0, os._exit, [4]).start(); time.sleep(600)": "exit status 4",
    "os.execv('/bin/true', ['true'])": "exit status 0",
    "os.closerange(3, 99)": "exit status 70",
}
CRASHING = """
import ctypes, os, signal, sys, threading, time
def f(x):
    if x:
        print("before")
        BODY
    return x
"""


@pytest.mark.parametrize("crash", CRASHES)
def test_calls_go_on_after_a_crash(runner: Runner, crash: str) -> None:
    """A call that ends its process crashed, with the reason; its prints stay, the next are made."""
    played = play(runner, CRASHING.replace("BODY", crash), [0, 1, 0])
    assert [Returned, Crashed, Returned] == played.kinds
    assert CRASHES[crash] in played.endings[1].reason  # type: ignore[attr-defined]
    assert b"before\n" == played.calls[1].printed.head


@pytest.mark.parametrize("crash", ["os._exit(0)", "ctypes.string_at(0)"])
def test_a_crash_while_loading_is_the_problem(runner: Runner, crash: str) -> None:
    """A file that ends its process while it loads did not load."""
    found = problem(play(runner, f"import ctypes, os\nprint(1)\n{crash}\n"))
    assert isinstance(found, Crashed)
    assert CRASHES[crash] in found.reason


def test_crashes_do_not_count_as_hangs(runner: Runner) -> None:
    """However many calls crash, all are made."""
    played = play(runner, CRASHING.replace("BODY", "os._exit(1)"), [1] * 5 + [0])
    assert [Crashed] * 5 + [Returned] == played.kinds


def test_hooks_at_the_end_of_a_program_never_run(runner: Runner, tmp_path: Path) -> None:
    """What a submission registers for its end is not run, so it can change nothing."""
    source = f"""
        import atexit, os, threading
        atexit.register(lambda: open({str(tmp_path / "left")!r}, "w"))
        os.register_at_fork(before=lambda: 1 / 0)
        class Late:
            def __del__(self): open({str(tmp_path / "late")!r}, "w")
        late = Late()
        def f(x): return x
    """
    assert [5] == play(runner, source, [5]).values
    assert [] == list(tmp_path.iterdir())


def test_a_recursion_without_any_limit_ends_with_the_memory(runner: Runner) -> None:
    """Who lifts Python's limit runs into that of memory, where Python itself may break."""
    source = """
        import sys
        sys.setrecursionlimit(10**9)
        def f(x):
            return f(x + 1) if x else x
    """
    played = play(runner, source, [0, 1], limits=LIMITS._replace(memory_mib=32))
    assert Returned(0) == played.endings[0]
    if isinstance(played.endings[1], Raised):
        found = error(played.endings[1])
        assert (8, True) == (len(found.frames), found.repeated > 1_000)
    else:
        assert Crashed is played.kinds[1]
    assert [3] == play(runner, "def f(x): return x", [3]).values


def test_a_file_that_does_not_load_again_answers_no_call(runner: Runner, tmp_path: Path) -> None:
    """When the load fails after a crash, the remaining calls are not made, and say why."""
    source = f"""
        import os
        open({str(tmp_path / "once")!r}, "x")
        def f(x): os._exit(1)
    """
    played = play(runner, source, [0, 0, 0])
    assert Crashed is played.kinds[0]
    for ending in played.endings[1:]:
        told = NotRun("earlier calls did not end") == ending
        assert told or "FileExistsError" == error(ending).type_name


def test_threads_left_behind_do_not_hold_up_the_calls(runner: Runner) -> None:
    """Threads that go on after their call has returned delay nothing, not even the end."""
    source = """
        import threading, time
        def f(x):
            threading.Thread(target=time.sleep, args=[600]).start()
            return threading.active_count()
    """
    assert [2, 3, 4] == play(runner, source, range(3)).values


def test_a_thread_that_ends_the_program_between_calls_is_a_crash(runner: Runner) -> None:
    """A process that dies after an answer makes the next call crash, and no more than that."""
    source = """
        import os, threading
        def f(x):
            if x == 0:
                threading.Timer(0.05, os._exit, [5]).start()
            if x == 1:
                threading.Event().wait()
            return x
    """
    played = play(runner, source, range(3))
    assert [Returned(0), Crashed("the program ended itself (exit status 5)"), Returned(2)] == (
        played.endings
    )


# --- forged answers ------------------------------------------------------------------------------

FORGED = """
import json, os
def forge(call, value):
    frame = {"call": call, "value": value, "seconds": 0.0, "generator": ["seeded", 2],
             "warnings": [], "changed": []}
    return json.dumps(frame).encode() + b"\\n"
def send(data):
    for fd in range(3, 64):
        try:
            if fd != 0: os.write(fd, data)
        except OSError: pass
"""


def test_an_answer_too_many_answers_no_other_call(runner: Runner) -> None:
    """A frame written by hand is a claim about its call alone: none passes for a later call's."""
    source = FORGED + "def f(x):\n    if x == 0: send(forge(0, 99))\n    return x\n"
    played = play(runner, source, range(4))
    assert isinstance(played.endings[1], Crashed)
    assert "another call" in played.endings[1].reason
    for x in (2, 3):
        assert played.kinds[x] is Crashed or Returned(x) == played.endings[x]


@pytest.mark.parametrize("where", ["f", "load"])
def test_a_submission_that_goes_on_twice_answers_no_other_call(runner: Runner, where: str) -> None:
    """Of two processes that both return, at most one is heard, and the next load starts afresh."""
    fork = "import os\n" + ("os.fork()\n" if where == "load" else "")
    source = fork + f"def f(x):\n    {'os.fork()' if where == 'f' else 'pass'}\n    return x\n"
    for x, ending in enumerate(play(runner, source, range(3)).endings):
        assert Returned(x) == ending or isinstance(ending, Crashed)
    assert [5] == play(runner, "def f(x): return x", [5]).values


@pytest.mark.parametrize(
    "data",
    [
        "b'garbage\\n'",
        "b'\\n' * 10",
        "forge(7, 1)",
        "b'[' * 100_000 + b'\\n'",
        "forge(0, 1).replace(b'0.0', b'NaN')",
        'b\'{"of": 0, "status": "answered"}\\n\'',
        "b'\\xff\\xfe\\n'",
    ],
)
def test_garbage_instead_of_an_answer_is_a_crash(runner: Runner, data: str) -> None:
    """Whatever is written where answers go, its call crashed, and another load starts afresh."""
    source = FORGED + f"def f(x):\n    send({data})\n    os._exit(0)\n"
    played = play(runner, source, [0, 0])
    assert Crashed is played.kinds[0]
    assert [5] == play(runner, "def f(x): return 5").values


def test_an_answer_without_end_is_a_crash(runner: Runner) -> None:
    """A frame that grows beyond all bounds is stopped, and the calls go on."""
    source = FORGED + "def f(x):\n    while x: send(b'x' * 60_000)\n    return x\n"
    played = play(runner, source, [0, 1, 0])
    assert [Returned, Crashed, Returned] == played.kinds


def test_calls_that_a_submission_sends_itself_bring_no_pass(runner: Runner) -> None:
    """Commands written into the submission's own channels lead to no answer that is believed."""
    command = b'{"call":1,"function":"f","args":[5]}\n'
    source = FORGED + f"def f(x):\n    if x == 0: send({command!r})\n    return x\n"
    played = play(runner, source, range(3))
    assert Returned(5) not in played.endings


# --- what is left --------------------------------------------------------------------------------

LEAVING = """
import os, subprocess, sys
WAIT = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(600)", MARK]
def spawn(**options):
    subprocess.Popen(WAIT, **options)
def daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execv(WAIT[0], WAIT)
        os._exit(0)
    os.wait()
def stubborn():
    if os.fork() == 0:
        import signal
        for number in range(1, 32):
            try: signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError): pass
        os.execv(WAIT[0], WAIT)
def f(x):
    BODY
    return x
"""


def leaving(body: str) -> tuple[str, str]:
    """A submission that leaves processes behind, and the mark that they carry."""
    mark = f"left-{uuid.uuid4().hex}"
    return LEAVING.replace("MARK", repr(mark)).replace("BODY", body), mark


@pytest.mark.parametrize("body", ["spawn()", "stubborn()", "spawn(); os._exit(1)"])
def test_no_child_process_survives(
    runner: Runner, survivors: Callable[[str], list[str]], body: str
) -> None:
    """Processes that a submission starts in its own group are gone after its end."""
    source, mark = leaving(body)
    play(runner, source, [0, 0])
    assert [] == survivors(mark)


@pytest.mark.parametrize(
    "body",
    [
        "spawn(start_new_session=True)",
        "daemon()",
        "daemon(); daemon(); spawn(); spawn(start_new_session=True, env={})",
        "daemon(); os._exit(1)",
        "daemon(); os.kill(os.getpid(), 9)",
        "daemon(); os.closerange(0, 99)",
        "daemon(); while_true()",
    ],
)
def test_no_process_in_another_session_survives(
    zygote: ZygoteRunner, survivors: Callable[[str], list[str]], body: str
) -> None:
    """Processes in sessions of their own and daemons are gone, however the calls ended."""
    source, mark = leaving(body)
    source += "def while_true():\n    while True: pass\n"
    play(zygote, source, [0], limits=HASTY)
    assert [] == survivors(mark)


def test_a_daemon_that_holds_the_channels_does_not_hold_up_the_end(
    zygote: ZygoteRunner, survivors: Callable[[str], list[str]]
) -> None:
    """A process that keeps the submission's descriptors open delays neither a crash nor the end."""
    source, mark = leaving("spawn(close_fds=False, start_new_session=True); os._exit(1)")
    played = play(zygote, source, [0, 0])
    assert [Crashed, Crashed] == played.kinds
    assert [] == survivors(mark)


@pytest.fixture
def own_tmp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for scratch folders that only this test uses."""
    folder = tmp_path / "scratch folders"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def test_folders_of_any_depth_do_no_harm(runner: Runner) -> None:
    """A submission that makes folders without end is ended like any other, and so is the next."""
    source = """
        import os
        def f(x):
            for _ in range(1_500):
                os.mkdir("in")
                os.chdir("in")
            return x
    """
    assert [3] == play(runner, source, [3]).values
    assert [[]] == play(runner, "import os\ndef f(x): return os.listdir()").values


@pytest.mark.parametrize("kind", [ZygoteRunner, SingleRunner])
def test_no_file_is_left(own_tmp: Path, kind: type[ZygoteRunner | SingleRunner]) -> None:
    """The scratch folder and all files in it and in the temporary folder are gone at the end."""
    source = """
        import os, tempfile
        def f(x):
            open("left", "w").close()
            os.makedirs("a/b/c")
            tempfile.mkstemp()
            return tempfile.mkdtemp()
    """
    runner = kind()
    ((path,),) = [play(runner, source).values]
    runner.close()
    assert str(path).startswith(str(own_tmp))
    assert [] == list(own_tmp.iterdir())


# --- the zygote's own ----------------------------------------------------------------------------


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A runner that does not wait long for a zygote that has stopped."""
    monkeypatch.setattr(runner_module, "_GRACE_SECONDS", 0.3)


LOST = Crashed("the program killed the process that runs it")


class At:
    """A moment in a submission, at which something is done here: it opens a named pipe."""

    def __init__(self, folder: Path, act: Callable[[], None]) -> None:
        self.path = folder / uuid.uuid4().hex
        os.mkfifo(self.path)
        self.reached = f"open({str(self.path)!r}, 'w').close()"
        self.thread = threading.Thread(target=self._wait, args=(act,))
        self.thread.start()

    def _wait(self, act: Callable[[], None]) -> None:
        self.path.read_text()
        act()


def signalled(runner: ZygoteRunner, number: int) -> Callable[[], None]:
    """A function that sends a signal to the zygote that is running."""

    def send() -> None:
        assert runner._child is not None
        os.kill(runner._child.pid, number)

    return send


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
@pytest.mark.usefixtures("impatient")
def test_a_lost_zygote_is_replaced_and_the_calls_go_on(
    zygote: ZygoteRunner, tmp_path: Path, number: int
) -> None:
    """A zygote that is killed or stopped loses the call under way; the others are made."""
    at = At(tmp_path, signalled(zygote, number))
    source = f"import time\ndef f(x):\n    if x == 0: {at.reached}; time.sleep(600)\n    return x\n"
    limits = LIMITS._replace(call_seconds=0.5, load_seconds=0.5)
    assert [LOST, Returned(1), Returned(2)] == play(zygote, source, range(3), limits=limits).endings
    at.thread.join()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
@pytest.mark.usefixtures("impatient")
def test_a_zygote_lost_while_loading_is_replaced(
    zygote: ZygoteRunner, tmp_path: Path, number: int
) -> None:
    """What was being loaded did not load; the next submission does not notice."""
    at = At(tmp_path, signalled(zygote, number))
    limits = LIMITS._replace(load_seconds=0.5)
    source = f"import time\n{at.reached}\ntime.sleep(600)\n"
    assert LOST == problem(play(zygote, source, limits=limits))
    at.thread.join()
    assert [3] == play(zygote, "def f(x): return x", [3]).values


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
@pytest.mark.usefixtures("impatient")
def test_a_zygote_lost_between_two_submissions_blames_neither(
    zygote: ZygoteRunner, number: int
) -> None:
    """It is replaced without a word."""
    assert [2] == play(zygote, "def f(x): return x", [2]).values
    signalled(zygote, number)()
    zygote.end()
    assert [3] == play(zygote, "def f(x): return x", [3]).values


@pytest.mark.parametrize(
    "body",
    [
        "os.kill(os.getppid(), 9)",
        "os.kill(os.getppid(), signal.SIGSTOP)",
        "os.killpg(os.getpgid(os.getppid()), 9)",
        "open(f'/proc/{os.getppid()}/mem', 'wb').write(b'x')",
        "os.write(os.open(f'/proc/{os.getppid()}/fd/4', os.O_WRONLY), b'{}')",
    ],
)
def test_a_submission_that_reaches_for_its_zygote_harms_no_other(
    zygote: ZygoteRunner, body: str
) -> None:
    """Whether the kernel refuses it or the zygote is lost: no pass, and the next one runs."""
    source = f"import os, signal, time\ndef f(x):\n    {body}\n    time.sleep(600)\n"
    limits = LIMITS._replace(call_seconds=0.5, load_seconds=0.5)
    played = play(zygote, source, limits=limits)
    assert Returned not in played.kinds
    assert [3] == play(zygote, "def f(x): return x", [3]).values


def test_what_a_killed_zygote_could_not_end_is_ended(
    zygote: ZygoteRunner, survivors: Callable[[str], list[str]], tmp_path: Path
) -> None:
    """Daemons and files of a submission that loses its zygote are found by their mark."""
    at = At(tmp_path, signalled(zygote, signal.SIGKILL))
    source, mark = leaving(f"daemon(); spawn(start_new_session=True); {at.reached}; while_true()")
    source += "def while_true():\n    while True: pass\nprint(os.getcwd())\n"
    played = play(zygote, source)
    at.thread.join()
    assert [LOST] == played.endings
    assert [] == survivors(mark)
    assert not Path(played.loaded.printed.head.decode().strip()).exists()


def test_a_zygote_that_cannot_start_is_our_fault() -> None:
    """Where no process can be started, ChildError says so: no submission is blamed."""

    def fail() -> launch.Child:
        raise OSError("no more processes")

    with pytest.raises(ChildError, match="no more processes"):
        play(ZygoteRunner(start=fail), "")


def started(code: str, tmp_path: Path) -> Callable[[], launch.Child]:
    """A function that starts another program in the place of the zygote."""

    def start() -> launch.Child:
        return launch.spawn([sys.executable, "-c", code], str(tmp_path / "scratch"))

    return start


def test_a_zygote_that_ends_at_once_is_our_fault(tmp_path: Path) -> None:
    """The last words of a child that did not start are passed on."""
    runner = ZygoteRunner(start=started("raise SystemExit('no numpy here')", tmp_path))
    with pytest.raises(ChildError) as caught:
        play(runner, "")
    assert "no numpy here" == caught.value.hint


@pytest.mark.parametrize("line", ["hello", "[]", "{}", "7", '{"of": 0}'])
def test_a_zygote_that_speaks_another_language_is_our_fault(tmp_path: Path, line: str) -> None:
    """What is no answer of a zygote at the start is no zygote."""
    runner = ZygoteRunner(start=started(f"print({line!r}); input()", tmp_path))
    with pytest.raises(ChildError):
        play(runner, "")


@pytest.mark.parametrize(
    "folder", ["missing/folder", "file"], ids=["a folder that is missing", "a file"]
)
def test_a_temporary_folder_that_cannot_be_used_is_not_the_learners_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    """With an unusable TMPDIR another folder is taken; submissions run as ever."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TMPDIR", str(tmp_path / folder))
    runner = ZygoteRunner()
    assert [3] == play(runner, "def f(x): return x", [3]).values
    runner.close()


def test_where_no_folder_can_be_made_it_is_our_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A zygote that cannot make its folder does not start: no submission is blamed."""
    monkeypatch.setattr(launch, "scratch_folder", lambda: str(tmp_path / "missing" / "folder"))
    with pytest.raises(ChildError) as caught:
        play(ZygoteRunner(), "def f(x): return x")
    assert "FileNotFoundError" in caught.value.hint


def test_an_ignored_child_signal_changes_nothing() -> None:
    """Callers that ignore SIGCHLD, which children inherit, get the same observations."""
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        runner = ZygoteRunner()
        played = play(runner, CRASHING.replace("BODY", "os._exit(3)"), [0, 1, 0])
        runner.close()
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert [Returned, Crashed, Returned] == played.kinds


def test_descriptors_of_the_caller_do_not_reach_a_submission(tmp_path: Path) -> None:
    """A file that the grader's caller left open for its children is closed to submissions."""
    (tmp_path / "secret").write_text("secret")
    secret = os.open(tmp_path / "secret", os.O_RDONLY)
    os.set_inheritable(secret, True)
    runner = ZygoteRunner()
    source = """
        import os
        def f(x):
            links = [f"/proc/self/fd/{name}" for name in os.listdir("/proc/self/fd")]
            return [os.readlink(link) for link in links if os.path.lexists(link)]
    """
    (paths,) = play(runner, source).values
    runner.close()
    os.close(secret)
    assert isinstance(paths, list)
    assert str(tmp_path / "secret") not in paths
    assert [path for path in paths if not path.startswith("pipe:")] == (
        ["/dev/null"] * paths.count("/dev/null")
    )


def test_numpy_is_whole_for_a_submission(zygote: ZygoteRunner) -> None:
    """What is left out while NumPy is imported is there for who asks: annotations, `secrets`."""
    source = """
        import secrets
        import sys

        import numpy as np
        import numpy.typing as npt

        def f(x: npt.NDArray[np.float64]) -> npt.ArrayLike:
            names = [name for name in sys.modules if "_add_newdocs" in name or name == "lean"]
            annotation = repr(npt.NDArray[np.float64])
            eigen = np.linalg.eigh(np.eye(2)).eigenvalues.tolist()
            return [names, "ndarray" in annotation, eigen, len(secrets.token_hex(4))]
        """
    assert [[[], True, [1.0, 1.0], 8]] == play(zygote, source, [1]).values


def test_no_later_submission_finds_the_calls_of_an_earlier_one(zygote: ZygoteRunner) -> None:
    """What is called and told, as hidden cases are, is nowhere in the memory of the next ones."""
    for _ in range(6):
        assert [271828] == play(zygote, "def f(x): return x", [271828]).values
    source = """
        import sys

        def f(x):
            todo, seen, frame = [], set(), sys._getframe(1)
            while frame is not None:
                todo += [*frame.f_globals.values(), *frame.f_locals.values()]
                frame = frame.f_back
            while todo:
                each = todo.pop()
                if id(each) in seen or each is seen or isinstance(each, type(sys)):
                    continue
                seen.add(id(each))
                if isinstance(each, (bytes, str, int)) and "271" + "828" in repr(each):
                    return repr(each)
                if isinstance(each, dict):
                    todo += [*each.keys(), *each.values()]
                elif isinstance(each, (list, tuple, set, frozenset)):
                    todo += each
                elif hasattr(each, "__dict__"):
                    todo += vars(each).values()
            return len(seen) > 100
        """
    assert [True] == play(zygote, source, [1]).values


def test_calls_ahead_are_answered_in_order(zygote: ZygoteRunner) -> None:
    """Calls handed out before they are asked for bring the same values, hangs and crashes."""
    source = HANGING.replace("BODY", "os._exit(3) if x == 2 else time.sleep(600) if x == 1 else 0")
    assert [0, 5, 6] == play(zygote, source, [0, 5, 6], told=False).values
    played = play(zygote, source, [0, 2, 5, 1, 6, 1, 7], told=False, limits=HASTY)
    expected = [Returned, Crashed, Returned, TimedOut, Returned, TimedOut, NotRun]
    assert expected == played.kinds
    assert [Returned(0), Returned(5), Returned(6)] == played.endings[0:5:2]


@pytest.mark.parametrize("told", [False, True])
def test_many_long_calls_block_nobody(zygote: ZygoteRunner, told: bool) -> None:
    """More requests and answers than any pipe holds go through."""
    arguments = [[float(i)] * 3_000 for i in range(100)]
    played = play(zygote, "def f(x): return x", arguments, told=told)
    assert arguments == played.values


class Interruption(BaseException):
    """Raised by a signal in the middle of a test's wait."""


@pytest.fixture
def interrupted() -> Iterator[None]:
    """Has the waiting main thread interrupted soon, as by Ctrl-C, again and again until it is."""

    def interrupt(*_: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        raise Interruption

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("interrupted")
@pytest.mark.parametrize("where", ["load", "call"])
def test_after_an_interruption_the_next_submission_gets_its_own_answers(
    runner: Runner, where: str
) -> None:
    """No answer to what was interrupted passes for one to the next submission."""
    hang = "    time.sleep(600)\n"
    source = f"import time\ndef f(x):\n{hang}" if where == "call" else f"import time\nif 1:\n{hang}"
    with pytest.raises(Interruption):
        play(runner, source)
    runner.end()
    assert [[7], [8]] == play(runner, "def f(x): return [x]", [7, 8]).values


@pytest.mark.parametrize("where", ["load", "call"])
def test_a_run_can_be_cancelled_from_another_thread(
    runner: Runner, tmp_path: Path, where: str
) -> None:
    """What runs ends early with an exception, and the next submission runs as ever."""
    at = At(tmp_path, runner.cancel)
    hang = f"{at.reached}; time.sleep(600)"
    source = f"import time\ndef f(x):\n    if x == 1: {hang}\n    return x\n"
    if where == "load":
        source = f"import time\n{hang}\n"
    with pytest.raises(RunCancelledError):
        play(runner, source, range(4))
    at.thread.join()
    runner.end()
    assert [3] == play(runner, "def f(x): return x", [3]).values


def test_a_cancel_that_comes_too_late_meets_the_next_run_and_no_more(runner: Runner) -> None:
    """However often it was cancelled meanwhile, one run raises, and its end forgets it."""
    assert [1] == play(runner, "def f(x): return x", [1]).values
    runner.cancel()
    runner.cancel()
    with pytest.raises(RunCancelledError):
        play(runner, "def f(x): return x", [2])
    runner.end()
    assert [3] == play(runner, "def f(x): return x", [3]).values


def test_a_runner_that_never_ran_can_be_cancelled_and_closed() -> None:
    """There is nothing to stop, and that is no error."""
    fresh = ZygoteRunner()
    fresh.cancel()
    fresh.close()


@pytest.mark.parametrize("kind", [ZygoteRunner, SingleRunner])
def test_no_descriptor_is_left_open(kind: type[ZygoteRunner | SingleRunner]) -> None:
    """Loads, hangs, crashes and a lost zygote leave as many descriptors as there were."""
    before = os.listdir("/proc/self/fd")
    runner = kind()
    for body in ("pass", "time.sleep(600)", "os._exit(1)"):
        play(runner, HANGING.replace("BODY", body), [0, 1, 0], limits=HASTY)
    if isinstance(runner, ZygoteRunner):
        signalled(runner, signal.SIGKILL)()
        play(runner, "def f(x): return x")
    runner.close()
    assert before == os.listdir("/proc/self/fd")


def test_closing_is_possible_at_any_time(survivors: Callable[[str], list[str]]) -> None:
    """A runner that never started, was closed before or holds a hanging submission closes."""
    unused = ZygoteRunner()
    unused.close()
    unused.close()
    waiting = ZygoteRunner(child=launch.start())
    waiting.close()
    source, mark = leaving("daemon()")
    busy = ZygoteRunner()
    job = Job(source.encode(), "mine.py", None, LIMITS)
    assert busy.load(job).problem is None
    assert 1 == len(busy.call("f", cases([0]), ["x"]))
    busy.close()
    assert [] == survivors(mark)


def test_a_runner_knows_the_versions_after_a_load(runner: Runner) -> None:
    """The versions of Python and NumPy are those of the child."""
    values = play(runner, "import sys, numpy\ndef f(x): return numpy.__version__").values
    assert [runner.numpy] == values
    assert runner.python.startswith("3.")


def test_the_system_decides_which_runner_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where submissions cannot be forked, each gets a process of its own."""
    assert isinstance(open_runner(), ZygoteRunner)
    monkeypatch.setattr(launch, "can_fork", lambda: False)
    assert isinstance(open_runner(), SingleRunner)

"""The script from which all generators of a submission speak, and its way over the wire."""

from __future__ import annotations

import importlib
import json
import sys
import textwrap
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grader import launch, wire
from grader.job import Job
from grader.model import Limits
from grader.results import Crashed, Evaluated, LearnerError, NotRun, Raised, Returned, TimedOut

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.job import Point, Runner

LIMITS = Limits(call_seconds=30.0, load_seconds=30.0, memory_mib=256)
UNIFORMS = (0.25, 0.7109375, 1.0 - 2.0**-53, 0.0, 2.0**-53)


@pytest.fixture(scope="module")
def uniforms() -> Iterator[Any]:
    """The child's module, loaded under its bare name as there; gone from here afterwards."""
    sys.path.insert(0, launch.CHILD_FOLDER)
    yield importlib.import_module("uniforms")
    sys.path.remove(launch.CHILD_FOLDER)
    for name in ("uniforms", "encoding"):
        sys.modules.pop(name, None)  # another test's child may have taken it out


@pytest.fixture(params=["memory", "state"])
def script(request: pytest.FixtureRequest, uniforms: Any) -> Any:
    """A script that writes into the generator's memory, and one that sets its state instead."""
    made = uniforms.Script()
    assert made.memory is not None
    if request.param == "state":
        made.memory = None
    return made


def words_of(uniforms: Any, places: Sequence[float]) -> Any:
    """The state words of doubles."""
    return next(uniforms._scripts([[0, *(int(place * 2**53) for place in places)]]))[1]


def evaluated(runner: Runner, body: str, points: Sequence[Point], *inputs: object) -> Evaluated:
    """What a function of this body answers at these points; `x` is its argument."""
    source = f"import random\nimport numpy as np\ndef f(x):\n{textwrap.indent(body, '    ')}\n"
    job = Job(source.encode(), "mine.py", 42, LIMITS, scripted=True)
    assert runner.load(job).problem is None
    seen = runner.evaluate("f", [(each,) for each in inputs or (None,)], points)
    runner.end()
    assert isinstance(seen, Evaluated), seen
    return seen


def drawn(runner: Runner, body: str) -> tuple[object, int]:
    """What a function returns when it draws UNIFORMS, and how many it drew."""
    seen = evaluated(runner, body, [(0, *UNIFORMS)])
    (result,) = seen.results
    assert isinstance(result, Returned), result
    return result.value, seen.used[0]


# --- the generator -------------------------------------------------------------------------------


def test_every_double_can_be_written(uniforms: Any, script: Any) -> None:
    """What is written comes out, by the old interface and the new one, to the last bit."""
    places = [*UNIFORMS, *np.random.default_rng(1).random(100).tolist()]
    script.play(words_of(uniforms, places))
    assert places == np.random.RandomState(script).random_sample(len(places)).tolist()
    assert len(places) == script.used()
    script.play(words_of(uniforms, places))
    assert places == np.random.Generator(script).random(len(places)).tolist()


def test_the_state_words_are_numpys_own(uniforms: Any) -> None:
    """The doubles of a seeded generator, written as a script, bring back its state words.

    All but the eleven bits of each pair of words that no double shows.
    """
    real = np.random.RandomState(42)
    doubles = real.random_sample(312)
    whole = (doubles * 2.0**53).astype(np.uint64)
    script = uniforms.Script()
    script.play(uniforms._state_words(whole).tobytes())
    assert doubles.tolist() == np.random.RandomState(script).random_sample(312).tolist()


def test_seeding_begins_anew(uniforms: Any, script: Any) -> None:
    """The same seed for the same kind brings the same draws; another one, or none, fresh ones."""
    script.play(words_of(uniforms, UNIFORMS))
    old = np.random.RandomState(script)
    old.seed(42)
    first = old.random_sample(2).tolist()
    old.seed(42)
    assert first == old.random_sample(2).tolist() == [*UNIFORMS[:2]]
    script.served("PCG64", 42)
    assert UNIFORMS[2] == old.random_sample()
    script.served("PCG64", None)
    old.seed(43)
    assert UNIFORMS[3] == old.random_sample()
    script.served("PCG64", np.int64(42))
    assert UNIFORMS[2] == old.random_sample()
    assert 4 == script.used()


def test_other_draws_than_doubles_are_told(uniforms: Any, script: Any) -> None:
    """Half a double, or so many that the words are renewed, is no number of doubles."""
    generator = np.random.Generator(script)
    script.play(words_of(uniforms, UNIFORMS))
    generator.random(dtype=np.float32)
    assert -1 == script.used()
    script.play(words_of(uniforms, UNIFORMS))
    generator.random(312)
    assert 312 == script.used()
    generator.random()
    assert -1 == script.used()


def test_what_no_double_shows_is_in_disorder(uniforms: Any) -> None:
    """A program that uses the hidden bits of a double gets different ones for each double."""
    script = uniforms.Script()
    hidden = set()
    for part in range(200):
        script.play(words_of(uniforms, [part / 256]))
        hidden.add(int(script.random_raw()) & 31)
    assert set(range(32)) == hidden


# --- what a submission gets ----------------------------------------------------------------------

SERVED = {
    "np.random": "np.random.seed(42); return [np.random.rand(), np.random.uniform(0, 1)]",
    "RandomState": "return np.random.RandomState(42).random_sample(2).tolist()",
    "a RandomState over a generator": (
        "return np.random.RandomState(np.random.MT19937(3)).random_sample(2).tolist()"
    ),
    "default_rng": "return np.random.default_rng(42).random(2).tolist()",
    "default_rng of one that is there": (
        "return np.random.default_rng(np.random.default_rng(np.random.PCG64(1))).random(2).tolist()"
    ),
    "MT19937": "return np.random.Generator(np.random.MT19937(42)).random(2).tolist()",
    "PCG64": "return np.random.Generator(np.random.PCG64(seed=42)).random(2).tolist()",
    "PCG64DXSM": "return np.random.Generator(np.random.PCG64DXSM()).random(2).tolist()",
    "Philox": "return np.random.Generator(np.random.Philox(42)).random(2).tolist()",
    "SFC64": "return np.random.Generator(np.random.SFC64(42)).random(2).tolist()",
    "a seed sequence": (
        "one = np.random.SeedSequence(42).spawn(1)[0]\n"
        "return np.random.default_rng(one).random(2).tolist()"
    ),
    "spawned": "return [each.random() for each in np.random.default_rng(42).spawn(2)]",
    "jumped": "return np.random.Generator(np.random.PCG64(4).jumped()).random(2).tolist()",
    "random": "random.seed(42); return [random.random(), random.uniform(0, 1)]",
    "random.Random": "r = random.Random(42); return [r.random(), r.random()]",
    "random.SystemRandom": "r = random.SystemRandom(); return [r.random(), r.random()]",
    "a subclass of Random": (
        "class R(random.Random): pass\nr = R(4); return [r.random(), r.random()]"
    ),
    "a state that is set again": (
        "name, *state = np.random.get_state(); np.random.rand()\n"
        "np.random.set_state((name, *state))\n"
        "return np.random.rand(2).tolist()"
    ),
    "a state that is set again at the end": (
        "state = np.random.get_state(legacy=False); found = np.random.rand(2).tolist()\n"
        "np.random.set_state(state)\n"
        "return found"
    ),
    "a copy": (
        "import copy\n"
        "first = np.random.RandomState(42)\n"
        "return copy.deepcopy(first).random_sample(2).tolist()"
    ),
}


@pytest.mark.parametrize("name", [*SERVED])
def test_every_generator_speaks_from_the_script(runner: Runner, name: str) -> None:
    """However a submission gets its uniforms, they are those of the script."""
    assert ([*UNIFORMS[:2]], 2) == drawn(runner, SERVED[name])


def test_kinds_are_still_types(runner: Runner) -> None:
    """A submission may ask what kind of generator it has."""
    body = """
generator, old = np.random.default_rng(42), np.random.RandomState(42)
return [isinstance(generator, np.random.Generator), isinstance(old, np.random.RandomState),
        isinstance(generator.bit_generator, np.random.BitGenerator), isinstance(3, np.random.PCG64)]
"""
    assert ([True, True, True, False], 0) == drawn(runner, body)


def test_a_generator_made_while_loading_speaks_from_the_script(runner: Runner) -> None:
    """Names that were bound before the first call lead to the script as well."""
    source = b"""
from numpy.random import default_rng, uniform
from random import random
rng = default_rng(7)
loaded = rng.random()
def f():
    return [rng.random(), uniform(), random()]
"""
    assert runner.load(Job(source, "mine.py", None, LIMITS, scripted=True)).problem is None
    seen = runner.evaluate("f", [()], [(0, *UNIFORMS)] * 2)
    runner.end()
    assert Evaluated((Returned([*UNIFORMS[:3]]),), [0, 0], [3, 3]) == seen


@pytest.mark.parametrize("saved", ["get_state()", "get_state(legacy=False)"])
def test_a_state_saved_while_loading_stands_for_the_start(runner: Runner, saved: str) -> None:
    """Whoever seeds by setting a saved state has the script's draws; a copy draws from it too."""
    source = f"""
import copy
import numpy as np
first = np.random.RandomState(42)
start = first.{saved}
def f():
    np.random.set_state(start)
    found = np.random.rand(2).tolist()
    return found + copy.deepcopy(first).random_sample(1).tolist()
"""
    job = Job(source.encode(), "mine.py", None, LIMITS, scripted=True)
    assert runner.load(job).problem is None
    seen = runner.evaluate("f", [()], [(0, *UNIFORMS)] * 2)
    runner.end()
    assert Evaluated((Returned([*UNIFORMS[:3]]),), [0, 0], [3, 3]) == seen


def test_another_state_is_no_script(runner: Runner) -> None:
    """Words of the submission's own are used as they are; what is no state is NumPy's to refuse."""
    body = """
key = np.arange(624, dtype=np.uint32)
np.random.set_state(("MT19937", key, 0))
found = np.random.rand()
for wrong in [3, {}, {"bit_generator": "MT19937", "state": {"key": "x", "pos": 0}}]:
    try:
        np.random.mtrand._rand._bit_generator.state = wrong
        found = "set"
    except (TypeError, ValueError, KeyError):
        pass
return found
"""
    real = np.random.RandomState()
    real.set_state(("MT19937", np.arange(624, dtype=np.uint32), 0))
    assert (real.random_sample(), -1) == drawn(runner, body)


def test_points_are_independent_calls(runner: Runner) -> None:
    """Each point has its own input, fresh, and its own uniforms; like results are named once."""
    body = "x.append(round(np.random.rand(), 2)); return x"
    seen = evaluated(runner, body, [(0, 0.25), (1, 0.25), (0, 0.5), (0, 0.25)], [1], [2])
    results = (Returned([1, 0.25]), Returned([2, 0.25]), Returned([1, 0.5]))
    assert Evaluated(results, [0, 1, 2, 0], [1] * 4) == seen


def test_exceptions_are_results(runner: Runner) -> None:
    """What a call raises is told by its type, and the other points are answered."""
    body = "if np.random.rand() < 0.5: raise [KeyError(1), SystemExit, MemoryError][x]\nreturn None"
    points = [(0, 0.1), (0, 0.9), (1, 0.1), (2, 0.1)]
    names = ("KeyError", None, "SystemExit", "MemoryError")
    expected = [Returned(None) if not n else Raised(LearnerError(n, "")) for n in names]
    assert expected == [*evaluated(runner, body, points, 0, 1, 2).results]


def test_without_uniforms_the_draws_are_random_and_the_same_in_every_run(runner: Runner) -> None:
    """Points without a script run free, from a fixed seed that no seeding of theirs restarts."""
    body = "np.random.seed(42); a = np.random.rand(); np.random.seed(42); b = np.random.rand()\n"
    body += "return [a, b]"
    first, second = (evaluated(runner, body, [(0,)] * 200) for _ in range(2))
    assert first == second
    assert 200 == len(first.results)
    pairs = [each.value for each in first.results if isinstance(each, Returned)]
    assert all(a == b for a, b in pairs)  # type: ignore[misc]
    assert 0.4 < sum(a for a, _ in pairs) / 200 < 0.6  # type: ignore[misc]


def test_prints_and_warnings_of_points_are_dropped(runner: Runner) -> None:
    """Thousands of calls may print and warn: nobody reads it, and no limit counts it."""
    body = "import sys, warnings\nwarnings.warn('no')\nprint('x' * 100_000)\n"
    body += (
        "sys.stdout.buffer.write(b'y' * 100_000); sys.stderr.flush()\nreturn sys.stdout.encoding"
    )
    assert (Returned("utf-8"),) == evaluated(runner, body, [(0, 0.5)] * 200).results


def test_points_end_where_half_the_time_is_over(runner: Runner) -> None:
    """Of slow calls as many are answered as there is time for; at least one."""
    source = b"import time\ndef f(): time.sleep(0.2)"
    limits = LIMITS._replace(call_seconds=1.0)
    assert runner.load(Job(source, "mine.py", None, limits, scripted=True)).problem is None
    seen = runner.evaluate("f", [()], [(0, 0.5)] * 100)
    runner.end()
    assert isinstance(seen, Evaluated)
    assert 1 <= len(seen.numbers) <= 3


def test_after_a_bad_end_there_is_no_more(runner: Runner) -> None:
    """What ended badly is not loaded again for further points."""
    source = b"import os\ndef f(): os._exit(3)"
    job = Job(source, "mine.py", None, LIMITS, timeouts=0, scripted=True)
    assert runner.load(job).problem is None
    endings = [type(runner.evaluate("f", [()], [(0, 0.5)])) for _ in range(2)]
    runner.end()
    assert [Crashed, NotRun] == endings


# --- the wire ------------------------------------------------------------------------------------


def frame(**changes: object) -> wire.Answer:
    """An answer to two points with one part replaced."""
    data = {"call": 0, "results": [["list", 1], ["raised", "KeyError"]], "points": [0, 2, 1, -1]}
    return wire.Answer(0, "answered", frame=json.dumps({**data, **changes}).encode())


def test_points_are_sent_as_whole_numbers() -> None:
    """A command line of points holds inputs and uniforms, and nothing of what is expected."""
    line = wire.points_line("f", [([1.5], 2), (None,)], [(0, 0.5, 2.0**-53), (1,)])
    assert {
        "call": 0,
        "function": "f",
        "inputs": [[[1.5], 2], [None]],
        "points": [[0, 2**52, 1], [1]],
        "told": True,
    } == json.loads(line)
    assert (
        json.loads(wire.load_request(b"", "", None, LIMITS, 2, scripted=True))["scripted"] is True
    )


def test_an_answer_to_points_is_decoded() -> None:
    """Results come with their types, exceptions as such; each point with its result."""
    results = (Returned([1]), Raised(LearnerError("KeyError", "")))
    assert Evaluated(results, [0, 1], [2, -1]) == wire.evaluated(frame(), LIMITS, 2)


@pytest.mark.parametrize(
    "changes",
    [
        {"points": []},
        {"points": [0]},
        {"points": [0, 1, 1]},
        {"points": [0, 1] * 3},
        {"points": [2, 1]},
        {"points": [-1, 1]},
        {"points": [True, 1]},
        {"points": [0, 1.0]},
        {"points": [[0, 1]]},
        {"points": None},
        {"results": []},
        {"results": [["raised", 1], 2]},
        {"results": [["raised", "x" * 13_000], 2]},
        {"results": [["set"], 2]},
        {"results": "no"},
    ],
)
def test_a_damaged_answer_to_points_is_a_crash(changes: dict[str, object]) -> None:
    """Whatever is not exactly as specified is refused as a whole."""
    seen = wire.evaluated(frame(**changes), LIMITS, 2)
    assert isinstance(seen, Crashed), seen
    assert "damaged" in seen.reason


def test_other_endings_of_points_are_told() -> None:
    """What brings no frame ends as a call does."""
    endings = [
        wire.evaluated(wire.Answer(0, status, 9), LIMITS, 2)
        for status in ("timed-out", "killed", "not-run")
    ]
    assert [TimedOut, Crashed, NotRun] == [*map(type, endings)]

"""Laws of whole programs, in real processes: right ones in many styles, wrong and hostile ones."""

from __future__ import annotations

import os
import sys
import textwrap
import threading
from typing import TYPE_CHECKING

import pytest

from grader import sandbox
from grader.errors import ChildError, UsageError
from grader.job import Job, RunCancelledError
from grader.law import Measured, differs_surely, measure
from grader.law.measured import TOLERANCE
from grader.model import Limits
from grader.results import LearnerError, Raised
from grader.runner import ZygoteRunner
from grader.single import SingleRunner
from tests.law import dice, programs

if TYPE_CHECKING:
    from grader.job import Runner
    from grader.law_records import Law
    from grader.results import LoadObservation

# Its odds hold zeros, small ratios, and rows that lack several faces.
LAW = dice.random_law(faces=4, length=2, seed=45)
SMALL = dice.random_law(faces=2, length=1, seed=1)
# Nothing but a hang comes near these limits, whatever else the machine does.
LIMITS = Limits(call_seconds=30.0, load_seconds=30.0, memory_mib=256)


def measured(runner: Runner, source: str, law: Law = LAW, limits: Limits = LIMITS) -> Measured:
    """The law of a program."""
    job = Job(textwrap.dedent(source).encode(), "mine.py", 42, limits)
    try:
        return measure(runner, job, dice.FUNCTION, law)
    finally:
        runner.end()


@pytest.fixture
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Samples enough where it does not matter how many they are."""
    monkeypatch.setattr("grader.law.measuring._SAMPLES", 3000)


def is_wrong(law: Law, found: Measured) -> bool:
    """Whether what was found contradicts the law."""
    assert found.method, found
    if found.method == "exact":
        return dice.gap(law, found.laws) > TOLERANCE
    wanted, shares = dice.mixture(law), {repr(result): share for result, share in found.laws[0]}
    results = {*wanted, *shares}
    return any(
        differs_surely(shares.get(each, 0.0), wanted.get(each, 0.0), found.samples, len(results))
        for each in results
    )


# --- right and wrong programs --------------------------------------------------------------------


@pytest.mark.parametrize("name", [*programs.RIGHT])
def test_the_law_of_a_right_program_is_found_exactly(zygote: ZygoteRunner, name: str) -> None:
    """However a right program draws its uniforms, its law is the wanted one, not nearly."""
    found = measured(zygote, programs.RIGHT[name])
    assert ("exact", "", 0) == (found.method, found.reason, found.samples)
    assert dice.gap(LAW, found.laws) < (1e-6 if name == "single precision" else 1e-12)


@pytest.mark.parametrize("name", [*programs.RIGHT_BY_SAMPLES])
def test_a_right_program_that_draws_otherwise_is_sampled(zygote: ZygoteRunner, name: str) -> None:
    """What is no step function of a few uniforms is sampled, and not contradicted if right."""
    found = measured(zygote, programs.RIGHT_BY_SAMPLES[name])
    assert ("sampled", 20_000) == (found.method, found.samples)
    assert found.reason
    assert pytest.approx(1.0) == sum(share for _, share in found.laws[0])
    assert not is_wrong(LAW, found)


@pytest.mark.parametrize("name", [*programs.WRONG])
def test_a_wrong_program_is_found_out(zygote: ZygoteRunner, name: str) -> None:
    """A program that is one misunderstanding away from right has another law."""
    assert is_wrong(LAW, measured(zygote, programs.WRONG[name]))


def test_right_programs_are_right_under_any_law(zygote: ZygoteRunner) -> None:
    """Sizes, zeros, certain and impossible dice: a right program has the wanted law."""
    styles = [*programs.RIGHT.values()]
    for seed in range(40):
        law = dice.random_law(faces=1 + seed % 5, length=seed // 5 % 3, seed=seed)
        found = measured(zygote, styles[seed % len(styles)], law)
        assert not is_wrong(law, found), (seed, found)


@pytest.mark.parametrize("name", ["choice", "default_rng", "Python's random", "prints"])
def test_every_runner_measures(runner: Runner, name: str) -> None:
    """Without fork, too, a law is found exactly."""
    found = measured(runner, programs.RIGHT[name])
    assert "exact" == found.method
    assert dice.gap(LAW, found.laws) < 1e-12


@pytest.mark.usefixtures("few_samples")
@pytest.mark.parametrize("name", ["exponential race", "a generator of its own making"])
def test_every_runner_samples_the_same(runner: Runner, name: str) -> None:
    """Samples come from fixed seeds: the same program has the same shares, run after run."""
    first, second = (measured(runner, programs.RIGHT_BY_SAMPLES[name]) for _ in range(2))
    assert "sampled" == first.method
    assert first == second


@pytest.mark.skipif(sys.platform != "linux", reason="sandboxes are Linux's")
def test_a_law_is_measured_in_a_sandbox() -> None:
    """What the script needs is there in a sandbox."""
    try:
        chosen = sandbox.choose("bubblewrap")
    except UsageError as refused:
        pytest.skip(refused.message)
    runner = ZygoteRunner(chosen.starter(0))
    found = [measured(runner, programs.RIGHT[each]) for each in ("choice", "RandomState")]
    runner.close()
    assert ["exact"] * 2 == [each.method for each in found]
    assert max(dice.gap(LAW, each.laws) for each in found) < 1e-12


def test_results_are_told_with_their_types(runner: Runner) -> None:
    """A list is no tuple and a float no int; an exception is a result with its type's name."""
    source = """
        import numpy as np
        def keep_or_roll(drafted_odds, wanted_odds, dice, last_odds):
            u = np.random.rand()
            if u < 0.25:
                raise KeyError(u)
            return [np.int64(1)] if u < 0.75 else (1.0,)
    """
    found = measured(runner, source, SMALL)
    expected = {
        repr([1]): 0.5,
        repr((1.0,)): 0.25,
        repr(Raised(LearnerError("KeyError", ""))): 0.25,
    }
    assert "exact" == found.method
    for law in found.laws:
        assert pytest.approx(expected) == {repr(result): chance for result, chance in law}


# --- programs that go wrong ----------------------------------------------------------------------

GOES_WRONG = {
    "hangs": ("while True: pass", "took longer than 0.3 s"),
    "ends itself": ("import os; os._exit(3)", "ended itself (exit status 3)"),
    "is killed": ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "segmentation"),
    "prints without end": ("import os\n    while True: os.write(1, b'x' * 65536)", "printed more"),
    "kills all it can": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "killed"),
}


@pytest.mark.parametrize("name", [*GOES_WRONG])
def test_what_does_not_answer_is_told(
    runner: Runner, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever ends a program ends the measuring, with the reason, and not the next one."""
    body, reason = GOES_WRONG[name]
    limits = LIMITS
    if name == "hangs":
        monkeypatch.setattr("grader.law.measuring._CALL_SECONDS", 0.3)
        limits = LIMITS._replace(call_seconds=0.3)
    source = f"def keep_or_roll(*arguments):\n    {body}\n"
    found = measured(runner, source, SMALL, limits)
    assert ("", ()) == (found.method, found.laws)
    assert reason in found.reason
    assert "exact" == measured(runner, programs.RIGHT["choice"], SMALL).method


def test_what_goes_wrong_among_the_samples_is_told(zygote: ZygoteRunner) -> None:
    """A program that draws too much for a search, and sometimes ends itself, has no law."""
    source = """
        import os
        import numpy as np
        def keep_or_roll(*arguments):
            if np.random.rand(9)[8] > 0.999:
                os._exit(5)
            return [0], 0
    """
    assert "exit status 5" in measured(zygote, source, SMALL).reason


def test_a_program_that_is_too_slow_has_no_law(
    zygote: ZygoteRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes long for each call is given up in time, before it was called often enough."""
    source = """
        import time
        def keep_or_roll(*arguments):
            time.sleep(0.03)
            return [int(time.time() * 1000) % 2], 0
    """
    monkeypatch.setattr("grader.law.measuring._CALL_SECONDS", 0.2)
    found = measured(zygote, source, SMALL, Limits(call_seconds=0.2))
    assert Measured("", reason="its calls take too long for so many of them") == found


def test_a_slow_program_is_not_tried_a_second_time(
    zygote: ZygoteRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was too slow to be searched for a few points is too slow for thousands of samples."""
    monkeypatch.setattr("grader.law.measuring._CALL_SECONDS", 0.2)
    loads = []
    load = zygote.load

    def counted(job: Job) -> LoadObservation:
        loads.append(job)
        return load(job)

    monkeypatch.setattr(zygote, "load", counted)
    source = programs.RIGHT["choice"] + "\nimport time\nrule = keep_or_roll\n"
    source += "def keep_or_roll(*given):\n    time.sleep(0.05)\n    return rule(*given)\n"
    found = measured(zygote, source, SMALL, Limits(call_seconds=0.2))
    assert Measured("", reason="its calls take too long for so many of them") == found
    assert 1 == len(loads)


def test_memory_that_many_calls_use_up_is_no_result(zygote: ZygoteRunner) -> None:
    """A right program that keeps something of each call is not called wrong for it."""
    source = programs.RIGHT["choice"].replace(
        "    rolls = []\n", "    rolls = []\n    kept.append(bytearray(4_000_000))\n"
    )
    found = measured(zygote, "kept = []\n" + source)
    assert Measured("", reason="so many calls use up its memory") == found


def test_a_file_that_does_not_load_again_has_no_law(runner: Runner) -> None:
    """What fails to load once its generators are replaced is told."""
    assert Measured("", reason="the file did not load again: KeyError") == measured(
        runner, "raise KeyError(3)"
    )


def test_a_function_that_is_not_there_raises(zygote: ZygoteRunner) -> None:
    """A name that the file does not define is an exception of every call."""
    found = measured(zygote, "x = 1", SMALL)
    assert {"KeyError"} == {result.error.type_name for ((result, _),) in found.laws}  # type: ignore[attr-defined]


@pytest.mark.usefixtures("few_samples")
def test_results_without_end_are_cut(zygote: ZygoteRunner) -> None:
    """A program that returns something else each time, and much of it, does no harm."""
    source = """
        import numpy as np
        def keep_or_roll(*arguments):
            return np.random.rand(3).tolist() * 100, 0
    """
    found = measured(zygote, source, SMALL)
    assert "sampled" == found.method
    assert len(found.laws[0]) < 2000


def test_forged_answers_are_refused_or_mere_claims(zygote: ZygoteRunner) -> None:
    """A submission that writes frames itself damages its own law alone."""
    source = """
        import os
        def keep_or_roll(*arguments):
            for descriptor in range(3, 64):
                try:
                    os.write(descriptor, b'{"call":0,"results":[],"points":[0,7]}\\n')
                except OSError:
                    pass
            return [0], 0
    """
    assert "" == measured(zygote, source, SMALL).method
    assert "exact" == measured(zygote, programs.RIGHT["choice"], SMALL).method


def test_a_submission_that_reads_no_commands_is_stopped_in_time(runner: Runner) -> None:
    """Lines that are longer than a pipe holds keep nobody waiting beyond the limit."""
    source = """
        import os, time
        os.read = lambda *_: time.sleep(100)
        def keep_or_roll(*arguments):
            return [0], 0
    """
    law = SMALL._replace(calls=(SMALL.calls[0]._replace(args=([0.0] * 100_000,)),))
    found = measured(runner, source, law, LIMITS._replace(call_seconds=0.1))
    assert Measured("", reason="it took longer than 2 s") == found


def test_a_lost_zygote_is_told_and_replaced() -> None:
    """Who kills the process that runs it has no law; the next submission has one."""
    runner = ZygoteRunner()

    class Killer:
        """A runner whose zygote dies before the first question."""

        def __getattr__(self, name: str) -> object:
            return getattr(runner, name)

        def evaluate(self, *arguments: object) -> object:
            child = runner._child
            assert child is not None
            os.kill(child.pid, 9)
            return runner.evaluate(*arguments)  # type: ignore[arg-type]

    killed = measured(Killer(), programs.RIGHT["choice"], SMALL)  # type: ignore[arg-type]
    assert Measured("", reason="the program killed the process that runs it") == killed
    assert "exact" == measured(runner, programs.RIGHT["choice"], SMALL).method
    runner.close()


def test_a_machine_without_processes_has_no_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """When no child can be started, the reason is told instead of raised."""

    def fail(*_: object) -> None:
        raise ChildError("No process could be started: enough.")

    runner = SingleRunner()
    monkeypatch.setattr(runner, "load", fail)
    assert Measured("", reason="No process could be started: enough.") == measured(runner, "")


def test_a_cancel_ends_the_measuring(runner: Runner) -> None:
    """Whoever watches a file can cancel the law of the text before."""
    source = "import time\ndef keep_or_roll(*arguments):\n    print(1); time.sleep(100)"
    timer = threading.Timer(0.3, runner.cancel)
    timer.start()
    with pytest.raises(RunCancelledError):
        measured(runner, source, SMALL)
    timer.join()
    assert "exact" == measured(runner, programs.RIGHT["choice"], SMALL).method

"""Sandboxes: what holds, what is refused and why, and that a lost watcher leaves nothing behind."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader import launch, sandbox
from grader.errors import UsageError
from grader.job import Job
from grader.model import Case, Limits
from grader.results import Returned
from grader.runner import ZygoteRunner
from grader.sandbox import bubblewrap, selftest, user
from grader.sandbox.backend import RefusalError
from tests import public
from tests.processes import below, inherited

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="sandboxes are Linux's")

NO_BUBBLEWRAP = public.why_no_bubblewrap() if sys.platform == "linux" else "not on Linux"
WITH_BUBBLEWRAP = pytest.mark.skipif(bool(NO_BUBBLEWRAP), reason=NO_BUBBLEWRAP)
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


def landlock_scopes_signals() -> bool:
    """Whether the kernel offers the domains that keep neighbours apart (Linux 6.12)."""
    return sys.platform == "linux" and bool(ctypes.CDLL(None).syscall(444, None, 0, 1) >= 6)


def ask(start: Callable[[], launch.Child], source: str, *arguments: object) -> Any:
    """Run a submission's function `answer` with these arguments and return what it returned."""
    runner = ZygoteRunner(start)
    try:
        job = Job(textwrap.dedent(source).encode(), "asks.py", None, Limits())
        loaded = runner.load(job)
        assert loaded.problem is None, loaded
        names = [f"argument_{number}" for number in range(len(arguments))]
        seen = runner.call("answer", [Case("asks", arguments, None)], names)[0].ending
        assert isinstance(seen, Returned), seen
        return seen.value
    finally:
        runner.end()
        runner.close()


@pytest.fixture(scope="module")
def place() -> Iterator[public.Place]:
    """The package where everybody can read it, and an interpreter that everybody can run."""
    with public.installed() as place:
        yield place


@pytest.fixture
def no_bubblewrap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without bubblewrap."""
    monkeypatch.setenv("PATH", str(tmp_path))


# --- choosing ------------------------------------------------------------------------------------


def test_none_is_no_sandbox() -> None:
    """`none` is always there, and starts zygotes as `grade FILE` does."""
    chosen = sandbox.choose("none")
    assert ("none", launch.start) == (chosen.name, chosen.starter(3))


def test_an_unknown_name_is_wrong_use() -> None:
    """The names that there are get told."""
    with pytest.raises(UsageError, match="no sandbox 'docker'") as caught:
        sandbox.choose("docker")
    assert "none, bubblewrap, user" in caught.value.hint


@pytest.mark.usefixtures("no_bubblewrap")
def test_without_any_sandbox_the_reasons_and_the_way_out_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each backend's reason, what to install, and how to do without."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(UsageError) as caught:
        sandbox.choose(None)
    assert "bubblewrap: it is not installed" in caught.value.message
    assert "user: only root" in caught.value.message
    assert "package bubblewrap" in caught.value.hint
    assert "--sandbox none" in caught.value.hint


@pytest.mark.usefixtures("no_bubblewrap")
def test_a_sandbox_that_was_named_is_not_replaced_by_another() -> None:
    """Who asked for bubblewrap gets it or is told why not."""
    with pytest.raises(UsageError, match="bubblewrap: it is not installed"):
        sandbox.choose("bubblewrap")


def test_a_sandbox_that_does_not_start_is_refused_with_its_last_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Presence is not permission: a bwrap that fails is told in its own words."""
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(UsageError, match="No permissions to create new namespace"):
        sandbox.choose("bubblewrap")


@pytest.mark.parametrize("name", [None, "bubblewrap", "user"])
def test_other_systems_are_told_that_it_needs_linux(
    monkeypatch: pytest.MonkeyPatch, name: str | None
) -> None:
    """There is no sandbox for them, and no traceback either."""
    monkeypatch.setattr(launch, "can_fork", lambda: False)
    with pytest.raises(UsageError, match="it needs Linux"):
        sandbox.choose(name)


# --- the self-test -------------------------------------------------------------------------------


def test_what_is_no_sandbox_does_not_pass_for_one(tmp_path: Path) -> None:
    """An unprotected zygote fails the self-test, with what it could do."""
    secret = tmp_path / "cases.toml"
    secret.write_text("")
    with pytest.raises(RefusalError, match="a submission could read"):
        selftest.run(launch.start, [str(secret)])


def test_the_probe_notices_whatever_succeeds(tmp_path: Path) -> None:
    """Reading, writing, connecting and signalling are each found out where they are possible."""
    secret = tmp_path / "secret"
    secret.write_text("")
    source = Path(launch.CHILD_FOLDER, "probe.py").read_text("utf-8") + "\nanswer = probe\n"
    with selftest.listeners() as (port, name):
        arguments = [[str(secret)], [str(tmp_path)], port, name, 0]  # process 0: its own group
        deeds = ask(launch.start, source, *arguments)
    assert [
        f"read {secret}",
        f"write into {tmp_path}",
        "reach this machine's network",
        "reach this machine's programs",
        "signal the grader",
    ] == deeds
    assert ["secret"] == os.listdir(tmp_path)


# --- what a worker gives up ----------------------------------------------------------------------


def test_a_submission_may_signal_what_it_starts_and_nobody_else() -> None:
    """Its own group, itself and its children; not its watcher, the grader, or all at once."""
    signals = """
        import os
        import signal
        import time

        def answer(grader):
            child = os.fork()
            if child == 0:
                time.sleep(1000)
            refused = []
            for pid in (0, os.getpid(), -os.getpid(), child, os.getppid(), grader, 1, -1, -grader):
                try:
                    os.kill(pid, 0)
                except PermissionError:
                    refused.append(pid)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return refused, os.getppid()
    """
    refused, watcher = ask(launch.start, signals, os.getpid())
    assert [watcher, os.getpid(), 1, -1, -os.getpid()] == refused


@pytest.mark.skipif(not landlock_scopes_signals(), reason="this kernel has no such domains")
def test_a_submission_reaches_no_neighbour() -> None:
    """One that runs at the same time as the same user, and began later: like its own children."""
    reaches = """
        import os
        import resource

        def answer(neighbour):
            ways = {
                "signal": lambda: os.kill(neighbour, 0),
                "limit": lambda: resource.prlimit(neighbour, resource.RLIMIT_NOFILE, (0, 0)),
                "memory": lambda: open(f"/proc/{neighbour}/mem", "r+b"),
                "descriptors": lambda: open(f"/proc/{neighbour}/fd/1", "wb"),
            }
            succeeded = []
            for name, reach in ways.items():
                try:
                    reach()
                    succeeded.append(name)
                except PermissionError:
                    pass
            return succeeded
    """
    runner, neighbour = ZygoteRunner(), ZygoteRunner()
    try:
        runner.load(Job(textwrap.dedent(reaches).encode(), "reaches.py", None, Limits()))
        neighbour.load(Job(b"", "neighbour.py", None, Limits()))
        (pid,) = below(neighbour._child.pid)  # type: ignore[union-attr]  # it was just started
        case = Case("reaches", (pid,), None)
        assert Returned([]) == runner.call("answer", [case], ["neighbour"])[0].ending
    finally:
        for each in (runner, neighbour):
            each.end()
            each.close()


def test_root_keeps_the_rights_that_open_files_alone() -> None:
    """Of all capabilities, a submission of root's has those that its files may need."""
    asks = """
        def answer():
            with open("/proc/self/status") as file:
                return [int(line.split()[1], 16) for line in file if line.startswith("CapPrm")]
    """
    assert [True] == [rights & ~0b11111 == 0 for rights in ask(launch.start, asks)]


# Right answers, done in a way that needs more of the system than most.
MANNERS = {
    "writes-a-file": """
        with open("draws.txt", "w") as file:
            file.write("kept")
        with open("draws.txt") as file:
            assert file.read() == "kept"
    """,
    "makes-temporary-files": """
        import tempfile
        with tempfile.TemporaryFile() as file:
            np.save(file, np.arange(3))
        with tempfile.TemporaryDirectory() as folder:
            np.savetxt(folder + "/array", np.arange(3))
    """,
    "prints-into-nothing": """
        import contextlib, os
        with open(os.devnull, "w") as nothing, contextlib.redirect_stdout(nothing):
            print("unseen")
    """,
    "starts-processes": """
        import multiprocessing
        with multiprocessing.Pool(2) as pool:
            assert pool.map(abs, [1, -1]) == [1, 1]
    """,
    "starts-a-session": """
        import subprocess, sys
        done = subprocess.run([sys.executable, "-c", "print(1)"], start_new_session=True,
                              stdin=subprocess.DEVNULL, capture_output=True)
        assert done.stdout == b"1\\n", done
    """,
}


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("name", sandbox.NAMES)
def test_a_right_answer_passes_in_every_sandbox(
    place: public.Place, tmp_path: Path, name: str, manner: str
) -> None:
    """Whoever passes at home passes in a batch: a sandbox takes nothing that an answer may need."""
    if name == "bubblewrap" and NO_BUBBLEWRAP:
        pytest.skip(NO_BUBBLEWRAP)
    if name == "user" and (os.geteuid() != 0 or not place.python):
        pytest.skip("it needs root, and a Python that everybody can run")
    right = (Path(__file__).parent / "right_answers" / "walrus.py").read_text("utf-8")
    head, body = right.split("    np.random.seed(42)\n")
    manner_lines = textwrap.indent(textwrap.dedent(MANNERS[manner]), "    ")
    path = tmp_path / "speculative_decode.py"
    path.write_text(f"{head}{manner_lines}\n    np.random.seed(42)\n{body}")
    done = subprocess.run(
        [place.python, "-m", "grader", path, "--sandbox", name, "--report", "json"],
        env=place.environment(),
        capture_output=True,
        check=False,
        cwd=tmp_path,
    )
    report = json.loads(done.stdout)
    assert ("passed", name) == (report["verdict"], report["isolation"]), report


# --- bubblewrap ----------------------------------------------------------------------------------


@WITH_BUBBLEWRAP
def test_bubblewrap_holds_where_it_may_make_namespaces() -> None:
    """It is also the best sandbox there is."""
    assert "bubblewrap" == sandbox.choose(None).name


@WITH_BUBBLEWRAP
def test_bubblewrap_holds_nothing_but_python_and_numpy(tmp_path: Path) -> None:
    """No home, no temporary files, no devices, no /proc, no program; of ours the child alone."""
    looks = """
        import os
        import sys

        def answer(grader, forbidden):
            seen = [path for path in forbidden if os.path.exists(path)]
            return seen, os.listdir(grader), sorted(os.environ), os.getpid() < 100, os.getcwd()
    """
    forbidden = [
        str(tmp_path),
        "/home",
        "/proc",
        "/dev/tty",
        "/bin/sh",
        "/usr/bin/env",
        "/etc/passwd",
    ]
    forbidden += [str(Path.home() / ".bashrc"), __file__, str(public.ROOT / "reference")]
    grader = os.path.dirname(launch.CHILD_FOLDER)
    seen, ours, names, own_processes, folder = ask(bubblewrap.starter()(), looks, grader, forbidden)
    assert ([], ["_child"], True, "/scratch/grade") == (seen, ours, own_processes, folder)
    assert {*launch.environment(""), "PWD"} >= set(names) - {"LC_CTYPE"}


@WITH_BUBBLEWRAP
def test_bubblewrap_holds_all_of_python_and_numpy() -> None:
    """Whatever can be imported without a sandbox can be imported in it."""
    imports = """
        import contextlib
        import importlib
        import io
        import sys
        import warnings

        def answer(left_out):
            failed = []
            further = ("numpy.linalg", "numpy.fft", "numpy.polynomial", "numpy.ma", "numpy.testing")
            for name in sorted({*sys.stdlib_module_names, *further} - set(left_out)):
                try:
                    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
                        warnings.simplefilter("ignore")
                        importlib.import_module(name)
                except (ImportError, OSError):
                    failed.append(name)
            return failed
    """
    left_out = ["antigravity", "this", "idlelib"]
    without = ask(launch.start, imports, left_out)
    assert without == ask(bubblewrap.starter()(), imports, left_out)


@WITH_BUBBLEWRAP
def test_nothing_lives_on_in_bubblewrap_when_the_grader_is_killed(tmp_path: Path) -> None:
    """The sandbox falls with the grader, and everything in it."""
    submission = tmp_path / "speculative_decode.py"
    submission.write_text(
        "import os, time\n"
        "def speculative_decode(*arguments):\n"
        "    os.fork()\n"
        "    print('started', flush=True)\n"
        "    time.sleep(1000)\n"
    )
    with inherited() as survivors:
        grader = subprocess.Popen(
            [sys.executable, "-m", "grader", str(submission), "--sandbox", "bubblewrap"],
            stdout=subprocess.DEVNULL,
            cwd=tmp_path,
        )
        _await(lambda: [pid for pid in below(grader.pid) if len(below(pid)) >= 4])
        grader.send_signal(signal.SIGKILL)
        grader.wait()
    assert [] == survivors


def _await(condition: Callable[[], Any]) -> Any:
    """Wait until a condition holds that only looking can tell; return what it gave."""
    for _ in range(10_000):
        if found := condition():
            return found
        time.sleep(0.002)
    pytest.fail("this never came about")


PYTHONS = [
    *(["/usr/bin/python3"] if os.path.exists("/usr/bin/python3") else []),
    "a virtual environment",
    "a virtual environment of copies",
]


@WITH_BUBBLEWRAP
@pytest.mark.parametrize("python", PYTHONS)
def test_bubblewrap_holds_wherever_python_comes_from(
    place: public.Place, tmp_path: Path, python: str
) -> None:
    """The system's own, linked and copied interpreters all find their libraries inside."""
    if python.startswith("a "):
        how = ["--copies"] if python.endswith("copies") else []
        base = os.path.realpath(sys.executable)
        subprocess.run([base, "-m", "venv", "--without-pip", *how, tmp_path / "v"], check=True)
        python = str(tmp_path / "v" / "bin" / "python")
    version = "import sys; print(*sys.version_info[:2])"
    found = subprocess.run([python, "-c", version], capture_output=True, text=True, check=True)
    if found.stdout.split() != [str(part) for part in sys.version_info[:2]]:
        pytest.skip("NumPy is not there for that Python")
    right = str(Path(__file__).parent / "right_answers" / "walrus.py")
    done = subprocess.run(
        [python, "-m", "grader", right, "--sandbox", "bubblewrap", "--report", "json"],
        env=place.environment(),
        capture_output=True,
        check=False,
        cwd=tmp_path,
    )
    assert b"" == done.stderr
    report = json.loads(done.stdout)
    assert ("passed", "bubblewrap") == (report["verdict"], report["isolation"])


# --- user ----------------------------------------------------------------------------------------


def run_as_root(
    place: public.Place, code: str, *arguments: str, first: tuple[str, ...] = ()
) -> Any:
    """Run Python code with the public copy of the package; it prints JSON."""
    if not place.python:
        pytest.skip("no Python of this version can be run by everybody")
    done = subprocess.run(
        [*first, place.python, "-c", textwrap.dedent(code), *arguments],
        env=place.environment(),
        capture_output=True,
        check=False,
        cwd="/",
    )
    assert b"" == done.stderr, done.stderr.decode()
    return json.loads(done.stdout)


CHOOSES = """
    import json, sys
    from grader import sandbox
    from grader.errors import UsageError
    try:
        print(json.dumps(sandbox.choose("user", secrets=sys.argv[1:]).name))
    except UsageError as error:
        print(json.dumps([error.message, error.hint]))
"""


@AS_ROOT
def test_user_holds_for_files_that_only_their_owner_can_read(place: public.Place) -> None:
    """With mode 600 a secret is one; with mode 644 the sandbox is refused, with what to do."""
    secret = place.folder / "secret.toml"
    secret.write_text("")
    secret.chmod(0o600)
    assert "user" == run_as_root(place, CHOOSES, str(secret))
    secret.chmod(0o644)
    message, hint = run_as_root(place, CHOOSES, str(secret))
    assert f"a submission could read {secret}" in message
    assert "chmod 600" in hint


@AS_ROOT
def test_user_holds_with_the_capabilities_of_a_container(place: public.Place) -> None:
    """What root may do in Docker by default is enough."""
    if shutil.which("setpriv") is None:
        pytest.skip("setpriv is not installed")
    kept = "chown dac_override fowner fsetid kill setgid setuid setpcap net_raw sys_chroot mknod"
    bounds = ",".join(["-all", *(f"+{name}" for name in kept.split())])
    limited = ("setpriv", f"--bounding-set={bounds}", f"--inh-caps={bounds}", "--")
    assert "user" == run_as_root(place, CHOOSES, first=limited)


@AS_ROOT
def test_each_slot_has_an_id_that_is_nobody_elses(place: public.Place) -> None:
    """Slots differ, stay the same from start to start, and another grader gets others."""
    code = '''
        import json, os, subprocess, sys
        from grader.runner import ZygoteRunner
        from grader.sandbox import user
        from grader.job import Job
        from grader.model import Case, Limits

        SOURCE = b"""
        import os
        def answer():
            return [*os.getresuid(), *os.getresgid(), *os.getgroups()]
        """.replace(b"\\n        ", b"\\n")

        def identity(start):
            runner = ZygoteRunner(start)
            runner.load(Job(SOURCE, "asks.py", None, Limits()))
            seen = runner.call("answer", [Case("asks", (), None)], [])[0].ending.value
            runner.end()
            runner.close()
            return seen

        starter = user.starter()
        found = [identity(starter(slot)) for slot in (0, 1, 0)]
        if len(sys.argv) > 1:
            found += json.loads(subprocess.check_output([sys.executable, "-c", sys.argv[1]]))
        print(json.dumps(found))
    '''
    first, second, again, *others = run_as_root(place, code, textwrap.dedent(code))
    assert first == again
    assert 4 == len({tuple(ids) for ids in (first, second, *others)} - {(0,) * 6})
    assert {(6, 1)} == {(len(ids), len(set(ids))) for ids in (first, second, *others)}


LEAVES_FILES = """
    import json
    import os

    from grader.job import Job
    from grader.model import Case, Limits
    from grader.runner import ZygoteRunner
    from grader.sandbox import user

    LINES = [
        "import os",
        "def answer(name):",
        "    found = []",
        "    for folder in ('/tmp', '/var/tmp', '/dev/shm'):",
        "        path = os.path.join(folder, name)",
        "        found.append(os.path.lexists(path))",
        "        os.mkdir(path)",
        "        os.symlink('/etc', os.path.join(path, 'link'))",
        "        os.chmod(path, 0)",
        "    return found",
    ]
    runner = ZygoteRunner(user.starter()())
    seen = []
    for _ in range(2):
        runner.load(Job(chr(10).join(LINES).encode(), "leaves.py", None, Limits()))
        case = Case("leaves", (f"left-by-an-attack-{os.getpid()}",), None)
        seen.append(runner.call("answer", [case], ["name"])[0].ending.value)
        runner.end()
    runner.close()
    print(json.dumps(seen))
"""


@AS_ROOT
def test_user_leaves_no_file_for_the_next_submission(place: public.Place) -> None:
    """What a submission makes in the folders that are open to all goes when it ends."""
    assert [[False] * 3] * 2 == run_as_root(place, LEAVES_FILES)


def test_user_is_for_root_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody else is told so."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(RefusalError, match="only root"):
        user.starter()

"""A copy of the package as the wheel installs it, in a place where every user can read it.

The checkout and the interpreter of the tests may be root's alone. What starts an unprivileged
process there are `Place.python` and `Place.environment`.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
NOBODY = 60_990  # an id that is nobody's, as useradd would give it
_PACKAGES = ("numpy", "numpy.libs", "rich", "markdown_it", "mdurl", "pygments")
_FURTHER_PYTHONS = ("/usr/local/bin/python3", "/usr/bin/python3")


class Place(NamedTuple):
    """The folder of the copy, its folder for temporary files, an interpreter for everybody.

    `python` is "" where there is none of this version that everybody can run.
    """

    folder: Path
    scratch: Path
    python: str

    def environment(self) -> dict[str, str]:
        """The environment in which this copy is the one that is imported."""
        path = f"{self.folder}{os.pathsep}{self.folder / 'site'}"
        fixed = {"PATH": os.environ["PATH"], "HOME": "/", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
        return {**fixed, "PYTHONPATH": path, "PYTHONSAFEPATH": "1", "TMPDIR": str(self.scratch)}


@contextmanager
def installed() -> Iterator[Place]:
    """Copy the package, its data and what it depends on; the copy goes when the context ends."""
    folder = Path(tempfile.mkdtemp(prefix="installed-", dir="/tmp"))
    try:
        yield _install(folder)
    finally:
        shutil.rmtree(folder)


def _install(folder: Path) -> Place:
    folder.chmod(0o755)
    scratch = folder / "tmp"
    scratch.mkdir()
    scratch.chmod(0o1777)
    without_caches = shutil.ignore_patterns("__pycache__", "tests")
    shutil.copytree(ROOT / "grader", folder / "grader", ignore=without_caches)
    for data in ("exercise", "hints"):
        shutil.copytree(ROOT / data, folder / "grader" / "_data" / data)
    numpy = importlib.util.find_spec("numpy")
    assert numpy is not None and numpy.origin is not None
    site = Path(numpy.origin).parent.parent
    for name in _PACKAGES:
        if (site / name).is_dir():
            shutil.copytree(site / name, folder / "site" / name, ignore=without_caches)
    subprocess.run(["chmod", "-R", "go+rX", folder / "grader", folder / "site"], check=True)
    return Place(folder, scratch, _python_for_everybody())


def why_no_bubblewrap(**identity: Any) -> str:
    """Why bubblewrap itself does not work for a user of this machine; "" when it does."""
    try:
        done = subprocess.run(
            ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"],
            capture_output=True,
            text=True,
            check=False,
            **identity,
        )
    except FileNotFoundError:
        return "bubblewrap is not installed"
    return f"bubblewrap may not make namespaces here: {done.stderr}" if done.returncode else ""


def _python_for_everybody() -> str:
    """Return an interpreter of this version that an unprivileged user can run; "" for none."""
    if os.geteuid() != 0:
        return sys.executable
    for python in (sys.executable, *_FURTHER_PYTHONS):
        try:
            run = subprocess.run(
                [python, "-I", "-S", "-c", "import sys, json; print(*sys.version_info[:2])"],
                capture_output=True,
                user=NOBODY,
                group=NOBODY,
                extra_groups=[],
                cwd="/",
            )
        except OSError:
            continue
        if run.stdout.split() == [b"%d" % part for part in sys.version_info[:2]]:
            return python
    return ""

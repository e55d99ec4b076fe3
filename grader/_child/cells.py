"""Runs the cells of a notebook one after the other, as a notebook does: none stops the next ones.

Every cell is compiled behind as many empty lines as there are before it, so that all line numbers
are those of the joined source. A cell may take half of the time that is left for loading: one that
does not end leaves time for the others, and can be named.
"""

import builtins
import signal
import sys
import time
import types

_setitimer = getattr(signal, "setitimer", None)  # not on Windows: there the grader's clock is left


class CellTimeoutError(BaseException):
    """A cell took too long. No Exception: a cell that catches those must not catch this one."""


class _Silent(types.ModuleType):
    """Stands for IPython and all that it holds: takes any call, shows nothing."""

    def __call__(self, *_, **__):
        return self

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self


def run(source, cells, file, namespace, seconds):
    """Run the cells, given as [first line, last line], in one namespace.

    Return a pair per cell: its exception or None, and the names that it bound.
    """
    _lend_ipython()
    lines = source.decode("utf-8").split("\n")
    deadline = time.monotonic() + seconds
    ends = []
    for first, last in cells:
        before = dict(namespace)
        text = "\n" * (first - 1) + "\n".join(lines[first - 1 : last])
        error = _run_cell(text, file, namespace, (deadline - time.monotonic()) / 2)
        bound = [
            name
            for name, value in list(namespace.items())
            if type(name) is str and (name not in before or before[name] is not value)
        ]
        ends.append((error, bound))
    return ends


def _run_cell(text, file, namespace, seconds):
    try:
        _set_alarm(seconds)
        exec(compile(text, file, "exec", dont_inherit=True), namespace)
        _set_alarm(None)
    except BaseException as error:
        _set_alarm(None)
        return error
    return None


def _set_alarm(seconds):
    """Have CellTimeoutError raised after so many seconds; with None, no more."""
    if _setitimer is None:
        return

    def ring(*_):
        raise CellTimeoutError(f"it did not end within {seconds:.2g} s")

    signal.signal(signal.SIGALRM, ring if seconds else signal.SIG_DFL)
    _setitimer(signal.ITIMER_REAL, max(seconds, 0.001) if seconds else 0)


def _lend_ipython():
    """Offer what a notebook may use without importing it, and the imports that go with it."""
    silent = _Silent("IPython")
    for name in ("IPython", "IPython.display", "IPython.core", "IPython.core.display"):
        sys.modules[name] = silent
    builtins.display = builtins.get_ipython = silent

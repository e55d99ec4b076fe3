"""Runs the cells of a notebook one after the other, as a notebook does: none stops the next ones.

Every cell is compiled behind as many empty lines as there are before it, so that all line numbers
are those of the joined source. A cell may take half of the time that is left for loading: one that
does not end leaves time for the others, and can be named.
"""

import builtins
import sys
import time
import types


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
    alarm = _Alarm()
    lines = source.decode("utf-8").split("\n")
    deadline = time.monotonic() + seconds
    ends = []
    for first, last in cells:
        before = dict(namespace)
        text = "\n" * (first - 1) + "\n".join(lines[first - 1 : last])
        error = _run_cell(text, file, namespace, alarm, (deadline - time.monotonic()) / 2)
        bound = [
            name
            for name, value in list(namespace.items())
            if type(name) is str and (name not in before or before[name] is not value)
        ]
        ends.append((error, bound))
    return ends


def _run_cell(text, file, namespace, alarm, seconds):
    try:
        alarm.set(seconds)
        exec(compile(text, file, "exec", dont_inherit=True), namespace)
        alarm.clear()
    except BaseException as error:
        alarm.clear()
        return error
    return None


class _Alarm:
    """Raises CellTimeoutError after so many seconds, whatever a cell did to the module `signal`.

    Windows has no such timer: there the grader's clock is left.
    """

    def __init__(self):
        import signal  # only for notebooks; it takes half a millisecond

        self._on_signal, self._default = signal.signal, signal.SIG_DFL
        self._number = getattr(signal, "SIGALRM", None)
        if self._number is not None:
            self._start_timer, self._timer = signal.setitimer, signal.ITIMER_REAL

    def set(self, seconds):
        """Have the exception raised after so many seconds."""

        def ring(*_):
            raise CellTimeoutError(f"it did not end within {seconds:.2g} s")

        if self._number is not None:
            self._on_signal(self._number, ring)
            self._start_timer(self._timer, max(seconds, 0.001))

    def clear(self):
        """Have it raised no more."""
        if self._number is not None:
            self._on_signal(self._number, self._default)
            self._start_timer(self._timer, 0)


def _lend_ipython():
    """Offer what a notebook may use without importing it, and the imports that go with it."""
    silent = _Silent("IPython")
    for name in ("IPython", "IPython.display", "IPython.core", "IPython.core.display"):
        sys.modules[name] = silent
    builtins.display = builtins.get_ipython = silent

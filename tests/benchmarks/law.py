"""How long the law of a program takes, for five faces and two dice: 25 calls, three uniforms each.

Each measurement is paired with an import of NumPy right after it, so that a busy machine slows
both. Printed are the quartiles of the seconds and of the ratios. The process that runs submissions
is warm, as it is when a file has been graded.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from grader.job import Job
from grader.law import measure
from grader.model import Limits
from grader.runner import open_runner
from tests.law import dice, programs

ROUNDS = 15
_LAW = dice.random_law(faces=5, length=2, seed=2)
_IMPORT = [sys.executable, "-c", "import numpy"]
_PROGRAMS = {
    "right, np.random.choice": programs.RIGHT["choice"],
    "right, a loop in Python": programs.RIGHT["a loop that subtracts"],
    "right, steps without a name": programs.RIGHT["sums in falling order"],
    "right, drawn in another order": programs.RIGHT["up front, used from the end"],
    "wrong, odds": programs.WRONG["rolls from the wanted odds"],
    "wrong, acceptance": programs.WRONG["ratio upside down"],
    "right, by samples": programs.RIGHT_BY_SAMPLES["Gumbel"],
    "wrong, by samples": programs.WRONG["Gumbel without the logarithm"],
}


def main() -> None:
    """Measure and print."""
    runner = open_runner()
    for name, source in _PROGRAMS.items():
        job = Job(source.encode(), "mine.py", 42, Limits())
        seconds, ratios = [], []
        for _ in range(ROUNDS + 1):
            started = time.perf_counter()
            found = measure(runner, job, dice.FUNCTION, _LAW)
            taken = time.perf_counter() - started
            runner.end()
            seconds.append(taken)
            ratios.append(taken / _import_numpy())
        low, middle, high = (f"{each:5.3f} s" for each in statistics.quantiles(seconds[1:], n=4))
        rates = "  ".join(f"{each:5.2f}" for each in statistics.quantiles(ratios[1:], n=4))
        print(f"{name:30} {found.method:8} {low}  {middle}  {high}   to import numpy: {rates}")
    runner.close()


def _import_numpy() -> float:
    started = time.perf_counter()
    subprocess.run(_IMPORT, check=True)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()

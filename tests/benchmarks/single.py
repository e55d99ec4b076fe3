"""How long one run of `grade FILE` takes, as a ratio to importing NumPy.

Each run is paired with an import of NumPy right after it, so that a busy machine slows both.
Printed are the quartiles of the ratios. Needs `taskset` for the figures on one core.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 25
_WRONG = "no-draw-when-certain"
_GRADE = [str(Path(sys.executable).with_name("grade"))]
_IMPORT = [sys.executable, "-c", "import numpy"]


def _seconds(command: list[str], **more: str) -> float:
    # Without .pyc files every start-up is four times slower, on both sides.
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "NO_COLOR")}
    started = time.perf_counter()
    subprocess.run(command, env={**kept, **more}, stdout=subprocess.DEVNULL, check=False)
    return time.perf_counter() - started


def _ratios(command: list[str], prefix: list[str], **more: str) -> list[float]:
    _seconds([*prefix, *command], **more)
    return [
        _seconds([*prefix, *command], **more)
        / _seconds([*prefix, *_IMPORT], OPENBLAS_NUM_THREADS="1")
        for _ in range(ROUNDS)
    ]


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        right, wrong = Path(folder, "right.py"), Path(folder, "wrong.py")
        right.write_bytes((ROOT / "reference/speculative_decode/solution.py").read_bytes())
        wrong.write_bytes(
            (ROOT / f"reference/speculative_decode/mistakes/{_WRONG}.py").read_bytes()
        )
        one_core = ["taskset", "-c", "0"]
        rows = [
            ("passes, coloured screen", [str(right)], [], {"FORCE_COLOR": "1"}),
            ("fails, coloured screen", [str(wrong)], [], {"FORCE_COLOR": "1"}),
            ("passes, into a pipe", [str(right)], [], {}),
            ("passes, --report json", [str(right), "--report", "json"], [], {}),
            ("passes, into a pipe, one core", [str(right)], one_core, {}),
        ]
        base = statistics.median(_seconds(_IMPORT, OPENBLAS_NUM_THREADS="1") for _ in range(ROUNDS))
        print(f"import numpy: {base * 1000:.0f} ms (median); ratios to it, quartiles of {ROUNDS}:")
        for name, arguments, prefix, more in rows:
            low, middle, high = statistics.quantiles(
                _ratios([*_GRADE, *arguments], prefix, **more), n=4
            )
            print(f"  {name:31} {low:.2f}  {middle:.2f}  {high:.2f}")


if __name__ == "__main__":
    main()

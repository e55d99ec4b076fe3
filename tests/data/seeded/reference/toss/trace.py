"""The decision table of the tosses."""

import numpy as np


def situations():
    """Return the names of all situations that a call can be an example of."""
    return ["no marks", "all kept", "one failed"]


def trace(chances, marks):
    """Return the rows, draws, result, faults and situations of a call."""
    random = np.random.RandomState(42)
    rows, kept, faults = [], [], []
    failed = False
    for index, (chance, mark) in enumerate(zip(map(float, chances), marks, strict=True)):
        if chance == 0:
            faults.append({"text": f"chances[{index}] is 0: nothing to toss for", "boundary": False})
        draw = None if failed else float(random.uniform())
        if draw is not None and abs(draw - chance) <= 1e-6:
            text = f"toss {index}: the draw {draw!r} is too close to the chance {chance!r}"
            faults.append({"text": text, "boundary": True})
        rows.append({"mark": mark, "draw": draw, "examined": not failed})
        failed = failed or draw >= chance
        if not failed:
            kept.append(mark)
    named = "no marks" if not rows else "one failed" if failed else "all kept"
    return {
        "rows": rows,
        "draws": sum(row["examined"] for row in rows),
        "result": [kept, len(kept)],
        "faults": faults,
        "situations": [named],
    }

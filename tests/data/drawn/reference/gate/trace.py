"""The decision table of the gate, and the data of its curves."""


def situations():
    """Return the names of all situations that a call can be an example of."""
    return ["nothing to do", "all pass", "one stops"]


def trace(values, limits, before=None, after=None):
    """Return the rows of the table: values behind the first that stops are not examined."""
    rows = []
    open_gate = True
    for index, (value, limit) in enumerate(zip(values, limits)):
        passes = value < limit
        rows.append(
            {
                "index": index,
                "value": value if open_gate else None,
                "limit": limit if open_gate else None,
                "rule": ("passes" if passes else "stops") if open_gate else "",
                "examined": open_gate,
            }
        )
        open_gate = open_gate and passes
    count = sum(row["rule"] == "passes" for row in rows)
    kind = "nothing to do" if not rows else "all pass" if open_gate else "one stops"
    return {"rows": rows, "draws": 0, "result": [count], "faults": [], "situations": [kind]}


def curves():
    """Return the data of the picture "growth"."""
    saturating = [(x, 3 - 2 * 0.5**x) for x in range(7)]
    bent = [(x, 1 + x - x * x / 6) for x in range(7)]
    return {
        "growth": {
            "x": {"title": "steps"},
            "y": {"title": "value <reached>", "max": 3.2},
            "curves": [
                {"label": "saturating", "points": saturating, "ceiling": 3},
                {"label": "bent", "points": bent, "mark": 3, "style": "dashed"},
            ],
        }
    }

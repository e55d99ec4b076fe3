"""The decision table of the mean of the rows' means: one row of the table per row."""


def situations():
    """Return the names of all situations that a call can be an example of."""
    return ["no rows", "equal rows", "unequal rows"]


def trace(rows, scale):
    """Return the rows of the table, and the empty rows, which the exercise does not allow."""
    table = []
    faults = []
    for index, row in enumerate(rows):
        if len(row) == 0:
            faults.append({"text": f"rows[{index}] is empty", "boundary": False})
        else:
            mean = float(sum(row) / len(row))
            table.append({"index": index, "mean": mean, "examined": True})
    lengths = {len(row) for row in rows}
    kind = "no rows" if not lengths else "equal rows" if len(lengths) == 1 else "unequal rows"
    means = [entry["mean"] for entry in table]
    result = float(scale * sum(means) / len(means)) if means else 0.0
    return {"rows": table, "draws": 0, "result": [result], "faults": faults, "situations": [kind]}

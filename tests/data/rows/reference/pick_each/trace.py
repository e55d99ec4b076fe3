"""The decision table of one number of each row: a row of it per row, one for the last row."""


def situations():
    """Return the names of all situations that a call can be an example of."""
    return ["no rows", "stopped", "all picked", "last used"]


def trace(rows, picks, last=None):
    """Return the rows of the table, and which situations the call is an example of."""
    table, values, stopped = [], [], False
    for index, pick in enumerate(picks):
        value = float(rows[index][pick])
        entry = {"index": index, "pick": int(pick), "value": value, "rule": "take"}
        if stopped:
            entry = {**entry, "value": None, "rule": None, "examined": False}
        elif value == 0:
            stopped, entry = True, {**entry, "rule": "stop"}
        else:
            values.append(value)
        table.append(entry)
    found = ["no rows"] if not table else ["stopped" if stopped else "all picked"]
    picked = len(values)
    if last is not None and not stopped:
        values.append(float(sorted(last)[-1]))
        table.append({"index": None, "pick": None, "value": values[-1], "rule": "the largest"})
        found.append("last used")
    return {"rows": table, "draws": 0, "result": [values, picked], "faults": [], "situations": found}

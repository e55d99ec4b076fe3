"""The decision table of the sum of the digits: one row per digit, last digit first."""


def situations():
    """Return the names of all situations that a call can be an example of."""
    return ["no digits", "one digit", "several digits", "another base"]


def trace(number, base=10):
    """Return the rows of the table, and which situations the call is an example of."""
    rows = []
    total = 0
    while number > 0:
        number, digit = divmod(number, base)
        total += digit
        rows.append({"index": len(rows), "digit": digit, "total": total, "examined": True})
    situations = ["no digits" if not rows else "one digit" if len(rows) == 1 else "several digits"]
    if base != 10:
        situations.append("another base")
    return {"rows": rows, "draws": 0, "result": [total], "faults": [], "situations": situations}

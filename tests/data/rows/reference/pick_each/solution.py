"""One number of each row."""


def pick_each(rows, picks, last=None):
    """Return the numbers at the picks, up to the first 0, and how many rows gave one."""
    values = []
    for row, pick in zip(rows, picks):
        if row[pick] == 0:
            return values, len(values)
        values.append(float(row[pick]))
    extra = [] if last is None else [float(max(last))]
    return values + extra, len(values)

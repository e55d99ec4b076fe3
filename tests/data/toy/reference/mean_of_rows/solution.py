"""The mean of the rows' means, scaled."""


def mean_of_rows(rows, scale):
    """Return `scale` times the mean of the means of `rows`, 0.0 without rows."""
    if len(rows) == 0:
        return 0.0
    means = [sum(row) / len(row) for row in rows]
    return float(scale * sum(means) / len(means))

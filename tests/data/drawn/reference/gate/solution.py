"""The values below their limits, up to the first that is not."""


def gate(values, limits, before=None, after=None):
    """Return how many values pass before the first that does not."""
    count = 0
    for value, limit in zip(values, limits):
        if value >= limit:
            break
        count += 1
    return count

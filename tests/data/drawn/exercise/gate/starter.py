def gate(values, limits, before=None, after=None):
    """Return how many values pass before the first that does not."""

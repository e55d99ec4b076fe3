def mean_of_rows(rows, scale):
    """Return `scale` times the mean of the means of `rows`, 0.0 without rows."""
    # Your code here

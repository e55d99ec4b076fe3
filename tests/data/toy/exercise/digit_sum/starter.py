def digit_sum(number, base=10):
    """Return the sum of the digits of `number`, written in `base`."""
    # Your code here

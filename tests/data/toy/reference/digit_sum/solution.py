"""The sum of the digits, last digit first."""


def digit_sum(number, base=10):
    """Return the sum of the digits of `number` in `base`."""
    total = 0
    while number > 0:
        number, digit = divmod(number, base)
        total += digit
    return total

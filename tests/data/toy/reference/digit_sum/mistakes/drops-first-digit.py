def digit_sum(number, base=10):
    total = 0
    while number >= base:
        number, digit = divmod(number, base)
        total += digit
    return total

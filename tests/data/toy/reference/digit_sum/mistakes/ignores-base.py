def digit_sum(number, base=10):
    total = 0
    while number > 0:
        number, digit = divmod(number, 10)
        total += digit
    return total

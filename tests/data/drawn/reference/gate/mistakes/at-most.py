def gate(values, limits, before=None, after=None):
    count = 0
    for value, limit in zip(values, limits):
        if value > limit:
            break
        count += 1
    return count

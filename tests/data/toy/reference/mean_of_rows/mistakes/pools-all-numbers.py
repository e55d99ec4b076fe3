def mean_of_rows(rows, scale):
    if len(rows) == 0:
        return 0.0
    numbers = [number for row in rows for number in row]
    return float(scale * sum(numbers) / len(numbers))

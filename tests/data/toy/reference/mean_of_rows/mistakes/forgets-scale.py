def mean_of_rows(rows, scale):
    if len(rows) == 0:
        return 0.0
    means = [sum(row) / len(row) for row in rows]
    return float(sum(means) / len(means))

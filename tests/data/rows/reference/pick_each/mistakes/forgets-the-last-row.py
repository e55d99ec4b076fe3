def pick_each(rows, picks, last=None):
    values = []
    for row, pick in zip(rows, picks):
        if row[pick] == 0:
            break
        values.append(float(row[pick]))
    return values, len(values)

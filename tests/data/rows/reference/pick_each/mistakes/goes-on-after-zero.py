def pick_each(rows, picks, last=None):
    values = [float(row[pick]) for row, pick in zip(rows, picks) if row[pick] > 0]
    picked = len(values)
    if last is not None:
        values.append(float(max(last)))
    return values, picked

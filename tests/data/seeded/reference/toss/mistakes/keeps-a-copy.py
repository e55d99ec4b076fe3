def toss(chances, marks):
    kept = []
    for mark in marks:
        kept.append(mark)
    return kept, len(kept)

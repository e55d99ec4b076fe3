def redraw(dealt, wishes, cards):
    return list(cards), len(cards)

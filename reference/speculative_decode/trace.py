"""The decision table of one call: what the rule does with each drafted token, and why.

Written apart from solution.py, with a generator of its own, so that the two check each other.
Everything returned is plain Python data, also when the probabilities come as NumPy arrays.
"""

import numpy as np

# A draw this close to its acceptance probability may fall on the other side of it in a right
# program that divides, multiplies or rounds in another order.
CLOSE = 1e-6

NO_TOKENS = "no drafted tokens"
ALL_KEPT = "all tokens kept"
REJECTED_FIRST = "the first token rejected"
REJECTED_MIDDLE = "a token in the middle rejected"
REJECTED_LAST = "the last of several tokens rejected"
KEPT_IN_DOUBT = "kept though it could have been rejected"
REJECTED_IN_DOUBT = "rejected though it could have been kept"
DRAFT_ZERO = "draft probability 0"
TARGET_ZERO = "target probability 0"
TARGET_ABOVE = "target probability above the draft's"
TARGET_EQUAL = "target probability equal to the draft's"
DRAW_EQUAL = "draw equal to the acceptance probability"
NOT_EXAMINED = "tokens left after a rejection"
ID_ZERO = "token 0 kept"
ID_TWICE = "a token kept twice"
NEXT_GIVEN = "target_dist_next given"


def situations():
    """Return the names of all situations that a call can be an example of."""
    return [
        NO_TOKENS,
        ALL_KEPT,
        REJECTED_FIRST,
        REJECTED_MIDDLE,
        REJECTED_LAST,
        KEPT_IN_DOUBT,
        REJECTED_IN_DOUBT,
        DRAFT_ZERO,
        TARGET_ZERO,
        TARGET_ABOVE,
        TARGET_EQUAL,
        DRAW_EQUAL,
        NOT_EXAMINED,
        ID_ZERO,
        ID_TWICE,
        NEXT_GIVEN,
    ]


def trace(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    """Return the table's rows, the number of draws, the result, faults and situations of a call."""
    rows = _rows(draft_probs, target_probs, draft_tokens)
    examined = [row for row in rows if row["examined"]]
    kept = [row["token"] for row in examined if row["draw"] < row["acceptance"]]
    named = _named(rows, examined, kept)
    if target_dist_next is not None:
        named.add(NEXT_GIVEN)
    return {
        "rows": rows,
        "draws": len(examined),
        "result": [kept, len(kept)],
        "faults": [fault for row in rows for fault in _faults(row)],
        "situations": [name for name in situations() if name in named],
    }


def _rows(draft_probs, target_probs, draft_tokens):
    """Return the table: one row per drafted token, also for those after the rejection."""
    random = np.random.RandomState(42)
    rows = []
    rejected = False
    pairs = zip(map(float, draft_probs), map(float, target_probs), strict=True)
    for (draft, target), token in zip(pairs, map(int, draft_tokens), strict=True):
        acceptance = draw = None
        rule = ""
        if not rejected:
            acceptance = 1.0 if draft == 0 else min(1.0, target / draft)
            draw = float(random.uniform())
            rule = _rule(draft, acceptance, draw)
        rows.append(
            {
                "index": len(rows),
                "token": token,
                "draft": draft,
                "target": target,
                "acceptance": acceptance,
                "draw": draw,
                "rule": rule,
                "examined": not rejected,
            }
        )
        rejected = rejected or draw >= acceptance
    return rows


def _rule(draft, acceptance, draw):
    """Return what the rule does with a token, with the reason where the numbers hide it."""
    if draft == 0:
        return "keep, draft 0"
    if acceptance == 0:
        return "reject, target 0"
    if draw == acceptance:
        return "reject, r = a"
    return "keep" if draw < acceptance else "reject"


def _faults(row):
    """Return why the exercise refuses this row, if it does.

    A pair of two zeros is refused wherever it stands: the statement that this exercise comes from
    accepts it in its rule and rejects it in its prose. A draw close to its acceptance probability
    is a fault of kind `boundary`.
    """
    index, draw, acceptance = row["index"], row["draw"], row["acceptance"]
    if row["draft"] == 0 and row["target"] == 0:
        return [{"text": f"token {index}: draft and target are both 0", "boundary": False}]
    if row["examined"] and abs(draw - acceptance) <= CLOSE:
        text = f"token {index}: the draw {draw!r} is too close to a = {acceptance!r}"
        return [{"text": text, "boundary": True}]
    return []


def _named(rows, examined, kept):
    """Return the situations that the table is an example of."""
    named = {name for row in examined for name in _named_by_row(row)}
    if not rows:
        named.add(NO_TOKENS)
    elif len(kept) == len(rows):
        named.add(ALL_KEPT)
    else:
        last = len(rows) - 1
        # A draft of one token that is rejected counts as rejected first.
        places = {0: REJECTED_FIRST} if not kept else {last: REJECTED_LAST}
        named.add(places.get(len(kept), REJECTED_MIDDLE))
        if len(kept) < last:
            named.add(NOT_EXAMINED)
    if 0 in kept:
        named.add(ID_ZERO)
    if len(set(kept)) < len(kept):
        named.add(ID_TWICE)
    return named


def _named_by_row(row):
    """Return the situations that one examined row is an example of."""
    draft, target = row["draft"], row["target"]
    if draft == 0:
        return [DRAFT_ZERO]
    if target == 0:
        return [TARGET_ZERO]
    if target == draft:
        return [TARGET_EQUAL]
    if target > draft:
        return [TARGET_ABOVE]
    if row["draw"] == row["acceptance"]:
        return [DRAW_EQUAL]
    return [KEPT_IN_DOUBT if row["draw"] < row["acceptance"] else REJECTED_IN_DOUBT]

"""The decision table of one call, and its exact law: what the rule does, and how often.

Written apart from solution.py, with a generator and a sampler of its own, so that the two check each
other. Everything returned is plain Python data, also when the distributions come as NumPy arrays.
"""

import numpy as np

# A draw this close to its acceptance probability, or to an end of the interval it falls into, may
# land on the other side in a right program that rounds in another order.
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
SAME_ROWS = "both models give the same distribution"
ONE_CELL = "a residual with one possible token"
SPREAD = "a residual with several possible tokens"
BONUS = "bonus token"
NO_BONUS = "all tokens kept, but no next distribution"
REJECTED_WITHOUT_NEXT = "a token rejected, and no next distribution"
NEXT_IGNORED = "a token rejected beside a next distribution"
ONE_HOT = "a distribution with a single possible token"
DRAW_EQUAL = "draw equal to the acceptance probability"
ID_ZERO = "token 0 put out"


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
        SAME_ROWS,
        ONE_CELL,
        SPREAD,
        BONUS,
        NO_BONUS,
        REJECTED_WITHOUT_NEXT,
        NEXT_IGNORED,
        ONE_HOT,
        DRAW_EQUAL,
        ID_ZERO,
    ]


def trace(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    """Return the table's rows, the number of draws, the result, faults and situations of a call."""
    draft, target = _floats(draft_dists), _floats(target_dists)
    drafted = [int(token) for token in draft_tokens]
    faults = _faults_of_shape(draft, target, drafted)
    if faults:
        return {"rows": [], "draws": 0, "result": [[], 0], "faults": faults, "situations": []}
    following = None if target_dist_next is None else [float(x) for x in target_dist_next]
    random = np.random.RandomState(42)
    rows, kept = _drafted_rows(random, draft, target, drafted)
    tokens = drafted[:kept]
    last, sums = _last_row(random, draft, target, kept, following)
    if last:
        tokens = [*tokens, last["token"]]
        if kept < len(rows):
            rows[kept]["rule"] += f"; {last['token']} instead"
    return {
        "rows": [*rows, *filter(None, [last])],
        "draws": min(kept + 1, len(rows)) + (last is not None),
        "result": [tokens, kept],
        "faults": [*_faults_of_rows(rows, draft, target, kept), *_faults_of_last(last, sums)],
        "situations": _situations(rows, draft, target, tokens, kept, following),
    }


# --- the table -----------------------------------------------------------------------------------


def _floats(rows):
    return [[float(x) for x in row] for row in rows]


def _drafted_rows(random, draft, target, drafted):
    """Return one row per drafted token, also for those after a rejection; and how many are kept."""
    rows = []
    kept = 0
    for q, p, token in zip(draft, target, drafted, strict=True):
        acceptance = draw = None
        rule = ""
        examined = kept == len(rows)
        if examined:
            acceptance = _acceptance(q, p, token)
            draw = float(random.uniform())
            rule = _rule(q[token], acceptance, draw)
            kept += draw < acceptance
        rows.append(
            {
                "index": len(rows),
                "token": token,
                "draft": q[token],
                "target": p[token],
                "acceptance": acceptance,
                "draw": draw,
                "rule": rule,
                "examined": examined,
            }
        )
    return rows, kept


def _acceptance(q, p, token):
    return 1.0 if q[token] == 0 else min(1.0, p[token] / q[token])


def _rule(draft, acceptance, draw):
    """Return what the rule does with a token, with the reason where the numbers hide it."""
    if draft == 0:
        return "keep, q = 0"
    if draw == acceptance:
        return "reject, r = a"
    return "keep" if draw < acceptance else "reject"


def _last_row(random, draft, target, kept, following):
    """Return the row of the replacement or bonus token, and the sums that its draw is compared with.

    Without such a token the row is None.
    """
    replaces = kept < len(draft)
    if not replaces and following is None:
        return None, []
    dist = _due(draft[kept], target[kept]) if replaces else following
    sums = _sums(dist)
    draw = float(random.uniform())
    token = next(token for token, end in enumerate(sums) if draw < end or end == sums[-1])
    start = sums[token - 1] if token else 0.0
    row = {
        "index": kept,
        "token": token,
        "draft": draft[kept][token] if replaces else None,
        "target": target[kept][token] if replaces else following[token],
        "acceptance": None,
        "draw": draw,
        "rule": f"{'residual' if replaces else 'bonus'} in [{start:.3g}, {sums[token]:.3g})",
        "examined": True,
    }
    return row, sums


def _due(q, p):
    """Return what a rejected token is replaced from: the residual, or p if rounding leaves none."""
    missing = [max(0.0, y - x) for x, y in zip(q, p, strict=True)]
    mass = sum(missing)
    return [x / mass for x in missing] if mass > 0 else p


def _sums(dist):
    """Return the cumulative sums of a distribution, scaled so that they end at 1."""
    sums = [sum(dist[: end + 1]) for end in range(len(dist))]
    return [end / sums[-1] for end in sums]


# --- faults of the input -------------------------------------------------------------------------


def _faults_of_shape(draft, target, drafted):
    """Return why the rule cannot be applied at all: rows without equal lengths, unknown tokens."""
    found = []
    for index, (q, p, token) in enumerate(zip(draft, target, drafted, strict=True)):
        if len(q) != len(p):
            found.append(f"row {index}: draft has {len(q)} numbers, target has {len(p)}")
        elif token >= len(q):
            found.append(f"token {index} is {token}, but its rows end at {len(q) - 1}")
    return [_fault(text) for text in found]


def _faults_of_rows(rows, draft, target, kept):
    """Return why the exercise refuses the drafted tokens of a call, if it does.

    A pair of two zeros is refused, as in the exercise before this one. What hangs on rounding is a
    fault of kind `boundary`: a draw close to its acceptance probability, or a token rejected where
    the two rows are the same but for rounding.
    """
    found = []
    for row in rows:
        index, draw, acceptance = row["index"], row["draw"], row["acceptance"]
        if row["draft"] == 0 and row["target"] == 0:
            found.append(_fault(f"token {index}: draft and target are both 0"))
        elif row["examined"] and abs(draw - acceptance) <= CLOSE:
            text = f"token {index}: the draw {draw!r} is too close to a = {acceptance!r}"
            found.append(_fault(text, boundary=True))
    if kept < len(rows) and _mass(draft[kept], target[kept]) <= CLOSE:
        text = f"row {kept}: draft and target are nearly the same, so rounding makes the residual"
        found.append(_fault(text, boundary=True))
    return found


def _mass(q, p):
    return sum(max(0.0, y - x) for x, y in zip(q, p, strict=True))


def _faults_of_last(last, sums):
    """Return why the last draw of a call is refused: it is close to where another token begins."""
    if last is None:
        return []
    draw = last["draw"]
    close = [end for end in sums if 0 < end < 1 and abs(draw - end) <= CLOSE]
    texts = (f"the last draw {draw!r} is too close to the sum {end!r}" for end in close[:1])
    return [_fault(text, boundary=True) for text in texts]


def _fault(text, *, boundary=False):
    return {"text": text, "boundary": boundary}


# --- situations ----------------------------------------------------------------------------------


def _situations(rows, draft, target, tokens, kept, following):
    """Return the situations that a call is an example of."""
    named = {_named_by_row(row) for row in rows if row["examined"]}
    named |= _named_by_end(rows, draft, target, kept, following)
    examined = [*draft[: kept + 1], *target[: kept + 1], *filter(None, [following])]
    if any(1 in dist for dist in examined):
        named.add(ONE_HOT)
    if any(q == p for q, p in zip(draft[: kept + 1], target, strict=False)):
        named.add(SAME_ROWS)
    if 0 in tokens:
        named.add(ID_ZERO)
    return [name for name in situations() if name in named]


def _named_by_row(row):
    """Return the situation that the row of one examined token is an example of."""
    draft, target = row["draft"], row["target"]
    if draft == 0:
        return DRAFT_ZERO
    if target == 0:
        return TARGET_ZERO
    if target > draft:
        return TARGET_ABOVE
    if row["draw"] == row["acceptance"]:
        return DRAW_EQUAL
    return KEPT_IN_DOUBT if row["draw"] < row["acceptance"] else REJECTED_IN_DOUBT


def _named_by_end(rows, draft, target, kept, following):
    """Return the situations that the end of a call is an example of."""
    if kept == len(rows):
        named = {NO_BONUS if following is None else BONUS}
        return named | {ALL_KEPT if rows else NO_TOKENS}
    # A draft of one token that is rejected counts as rejected first.
    places = {len(rows) - 1: REJECTED_LAST} | {0: REJECTED_FIRST}
    possible = sum(x > 0 for x in _due(draft[kept], target[kept]))
    return {
        places.get(kept, REJECTED_MIDDLE),
        SPREAD if possible > 1 else ONE_CELL,
        REJECTED_WITHOUT_NEXT if following is None else NEXT_IGNORED,
    }


# --- the law -------------------------------------------------------------------------------------


def law(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    """Return the exact distribution of a call's result over ideal uniform draws.

    `uniforms` is the number of draws that a call can use, K + 1. `outcomes` are pairs of a result,
    as a list of its parts, and its probability. `cuts` are for each draw the places between 0 and 1
    where a program that follows the rule may change its mind: the acceptance probability of the
    token that the draw may decide about, and the cumulative sums that it may be compared with.
    """
    draft, target = _floats(draft_dists), _floats(target_dists)
    drafted = [int(token) for token in draft_tokens]
    outcomes = []
    cuts = [set() for _ in range(len(drafted) + 1)]
    reached = 1.0  # the probability that all tokens so far are kept
    for place, (q, p, token) in enumerate(zip(draft, target, drafted, strict=True)):
        acceptance, due = _acceptance(q, p, token), _due(q, p)
        cuts[place].add(acceptance)
        if acceptance < 1:
            cuts[place + 1].update(_sums(due))
            outcomes += _ends(drafted[:place], place, due, reached * (1 - acceptance))
        reached *= acceptance
    if target_dist_next is None:
        outcomes.append([[drafted, len(drafted)], reached])
    else:
        following = [float(x) for x in target_dist_next]
        cuts[-1].update(_sums(following))
        outcomes += _ends(drafted, len(drafted), following, reached)
    return {
        "uniforms": len(cuts),
        "outcomes": [outcome for outcome in outcomes if outcome[1] > 0],
        "cuts": [sorted(x for x in places if 0 < x < 1) for places in cuts],
    }


def _ends(kept, count, dist, share):
    """Return the outcomes of tokens that are kept and then one sampled from a distribution."""
    return [[[[*kept, token], count], share * x] for token, x in enumerate(dist)]

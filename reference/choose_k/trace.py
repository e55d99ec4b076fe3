"""The decision table of one call: what each further drafted token is worth, and what it costs.

Written apart from solution.py: that one compares all k, this one follows the stopping rule, so the two
check each other. Everything returned is plain Python data. No number comes from a power or a logarithm,
which other machines may round otherwise.
"""

# Two speed-ups this close, in relation to the better one, may change places in a right program that
# sums or divides in another order.
CLOSE = 1e-6

# So much of a speed-up may the short formula (1 - alpha^(k+1)) / (1 - alpha) lose by rounding.
LOST = 1e-10

# Longer tables leave rows out behind the first ones.
FIRST_ROWS = 2
ROWS_BEFORE_BEST = 6
ROWS_AFTER_BEST = 2

NOT_SPECULATING = "not speculating is best"
BEST_INSIDE = "the best k lies between 0 and max_k"
BEST_IS_MAX = "the best k is max_k"
BEST_IS_ONE = "one drafted token is best"
TIE = "two k are equally good"
ALPHA_ZERO = "no drafted token is accepted"
ALPHA_ONE = "every drafted token is accepted"
ALPHA_NEAR_ONE = "almost every drafted token is accepted"
FREE_DRAFT = "drafting costs nothing"
SLOW_DRAFT = "a draft step takes longer than a target pass"
DRAFT_TOO_DEAR = "alpha below the cost ratio"
MAX_ZERO = "max_k is 0"
MAX_ONE = "max_k is 1"
MAX_LEFT_OUT = "max_k left out"
MAX_LARGE = "max_k above 16"


def situations():
    """Return the names of all situations that a call can be an example of."""
    return [
        NOT_SPECULATING,
        BEST_INSIDE,
        BEST_IS_MAX,
        BEST_IS_ONE,
        TIE,
        ALPHA_ZERO,
        ALPHA_ONE,
        ALPHA_NEAR_ONE,
        FREE_DRAFT,
        SLOW_DRAFT,
        DRAFT_TOO_DEAR,
        MAX_ZERO,
        MAX_ONE,
        MAX_LEFT_OUT,
        MAX_LARGE,
    ]


def trace(alpha, cost_ratio, max_k=None):
    """Return the table's rows, the number of draws, the result, faults and situations of a call."""
    limit = 16 if max_k is None else max_k
    steps = _steps(alpha, cost_ratio, limit)
    best = 0
    while best < limit and steps[best + 1]["worth"] > steps[best + 1]["price"]:
        best += 1
    named = _named(alpha, cost_ratio, max_k, best, steps)
    return {
        "rows": _rows(steps, best),
        "draws": 0,
        "result": [best, steps[best]["speedup"]],
        "faults": [*_near_ties(alpha, cost_ratio, steps, best), *_lost_digits(alpha, steps)],
        "situations": [name for name in situations() if name in named],
    }


def _steps(alpha, cost_ratio, limit):
    """Return a row for each k from 0 to the limit.

    `worth` is alpha^k, the chance that the k-th token is kept; `price` is c S(k-1), the tokens that
    plain progress would have brought in the time of its draft step. The k-th token makes the speed-up
    larger exactly when its worth is above its price.
    """
    steps = []
    worth = tokens = speedup = 1.0
    price = None
    for k in range(limit + 1):
        if k > 0:
            worth *= alpha
            price = cost_ratio * speedup
            tokens = 1.0 + alpha * tokens  # Horner's rule for 1 + alpha + ... + alpha^k
        cost = 1.0 + cost_ratio * k
        speedup = tokens / cost
        steps.append(
            {
                "k": k,
                "worth": worth,
                "price": price,
                "tokens": tokens,
                "cost": cost,
                "speedup": speedup,
                "rule": _rule(worth, price),
                "examined": True,
            }
        )
    return steps


def _rule(worth, price):
    """Return what the comparison of worth and price says of one k."""
    if price is None:
        return "no draft"
    if worth == price:
        return "no gain"
    return "better" if worth > price else "worse"


def _rows(steps, best):
    """Return the rows up to two behind the best; of a long table some in the middle are left out."""
    limit = len(steps) - 1
    rows = steps[: best + ROWS_AFTER_BEST + 1]
    words = "the best allowed" if best == limit > 0 else "the best"
    rows[best] = {**rows[best], "rule": f"{rows[best]['rule']}, {words}"}
    start = best - ROWS_BEFORE_BEST
    if start - FIRST_ROWS < 2:
        return rows
    gap = dict.fromkeys(rows[0])  # a cell without a value is shown empty
    gap["rule"] = f"k = {FIRST_ROWS} to {start - 1}: better"
    gap["examined"] = True
    return [*rows[:FIRST_ROWS], gap, *rows[start:]]


def _near_ties(alpha, cost_ratio, steps, best):
    """Return why the exercise refuses this call, if another k is almost as good as the best.

    An exact tie of a few binary digits is safe: no right program rounds anything there.
    """
    top = steps[best]["speedup"]
    short = all((64 * number).is_integer() for number in (alpha, cost_ratio))
    near = [
        step["k"]
        for step in steps
        if step["k"] != best
        and abs(top - step["speedup"]) <= CLOSE * top
        and not (short and step["speedup"] == top)
    ]
    text = f"k = {best} and k = {near[0]} are as good as equal" if near else ""
    return [{"text": text, "boundary": False}] if near else []


def _lost_digits(alpha, steps):
    """Return why the exercise refuses this call, if the short formula for E(k) is too inexact."""
    if alpha == 1:
        return []
    for step in steps:
        short = (1 - alpha ** (step["k"] + 1)) / (1 - alpha) / step["cost"]
        if abs(short - step["speedup"]) > LOST:
            text = f"alpha = {alpha!r} is so close to 1 that the short formula for E(k) is inexact"
            return [{"text": text, "boundary": False}]
    return []


def _named(alpha, cost_ratio, max_k, best, steps):
    """Return the situations that a call is an example of."""
    limit = len(steps) - 1
    ties = [step for step in steps if step["speedup"] == steps[best]["speedup"]]
    facts = {
        NOT_SPECULATING: best == 0 < limit,
        BEST_INSIDE: 0 < best < limit,
        BEST_IS_MAX: 0 < best == limit,
        BEST_IS_ONE: best == 1 < limit,
        TIE: len(ties) > 1,
        ALPHA_ZERO: alpha == 0,
        ALPHA_ONE: alpha == 1,
        ALPHA_NEAR_ONE: 1 - 1e-9 < alpha < 1,
        FREE_DRAFT: cost_ratio == 0,
        SLOW_DRAFT: cost_ratio > 1,
        DRAFT_TOO_DEAR: alpha < cost_ratio,
        MAX_ZERO: max_k == 0,
        MAX_ONE: max_k == 1,
        MAX_LEFT_OUT: max_k is None,
        MAX_LARGE: limit > 16,
    }
    return {name for name, holds in facts.items() if holds}


# --- curves for pictures -------------------------------------------------------------------------

LONGEST = 16


def curves():
    """Return the data of this exercise's pictures, by the id of the picture.

    Each is {"x": axis, "y": axis, "curves": [curve, ...]} with

    - axis: {"title": text, "min": number, "max": number};
    - curve: {"label": text, "points": [[x, y], ...] in the order of x, "mark": index of the point to
      mark, or None, "ceiling": the y that the curve comes ever closer to, or None, "style": "line" or
      "dashed"}.
    """
    return {
        "tokens-per-pass": _tokens_per_pass(),
        "speed-up": _speed_up(),
        "stopping-rule": _stopping_rule(),
    }


def _tokens_per_pass():
    """E(k) for several alpha: it grows with k, but never beyond 1 / (1 - alpha)."""
    found = []
    for alpha in (0.5, 0.7, 0.8, 0.9):
        steps = _steps(alpha, 0.0, LONGEST)
        points = [_point(step["k"], step["tokens"]) for step in steps]
        ceiling = round(1 / (1 - alpha), 6)
        found.append(_curve(f"alpha = {alpha}", points, ceiling=ceiling))
    return {"x": _k_axis(), "y": _axis("E(k), tokens per target pass", 10.0), "curves": found}


def _speed_up():
    """S(k) for one alpha and several c: the dearer the draft, the sooner the best k is reached."""
    found = []
    for cost_ratio in (0.02, 0.05, 0.1, 0.2, 0.4):
        steps = _steps(0.8, cost_ratio, LONGEST)
        points = [_point(step["k"], step["speedup"]) for step in steps]
        found.append(_curve(f"c = {cost_ratio}", points, mark=_best(0.8, cost_ratio)))
    return {"x": _k_axis(), "y": _axis("S(k), speed-up for alpha = 0.8", 4.0), "curves": found}


def _stopping_rule():
    """S(k) and alpha^(k+1) / c: the best k is the first where the second is not above the first."""
    alpha, cost_ratio = 0.8, 0.1
    steps = _steps(alpha, cost_ratio, LONGEST + 1)
    top = 4.5
    speedups = [_point(step["k"], step["speedup"]) for step in steps[:-1]]
    following = [_point(step["k"] - 1, step["worth"] / cost_ratio) for step in steps[1:]]
    found = [
        _curve("S(k)", speedups, mark=_best(alpha, cost_ratio)),
        _curve("alpha^(k+1) / c", [p for p in following if p[1] <= top], style="dashed"),
    ]
    title = "tokens in the time of one target pass, alpha = 0.8, c = 0.1"
    return {"x": _k_axis(), "y": _axis(title, top), "curves": found}


def _best(alpha, cost_ratio):
    return trace(alpha, cost_ratio, LONGEST)["result"][0]


def _point(x, y):
    """Return a point with few digits: a picture needs no more."""
    return [x, round(y, 6)]


def _curve(label, points, *, mark=None, ceiling=None, style="line"):
    return {"label": label, "points": points, "mark": mark, "ceiling": ceiling, "style": style}


def _k_axis():
    return _axis("k, drafted tokens per target pass", LONGEST)


def _axis(title, top):
    return {"title": title, "min": 0, "max": top}

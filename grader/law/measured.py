"""What is known of a submission's law, and when a share of samples surely contradicts a law."""

import math
from typing import NamedTuple

from grader.model import Value

FALSE_ALARM = 1e-9  # the probability that a right program is called wrong
TOLERANCE = 1e-6  # laws that differ by less are equal: it leaves room for single precision


class Measured(NamedTuple):
    """What was found out about a submission's law.

    `method` is "exact", "sampled", or "" when neither was possible. `laws` maps results to
    probabilities: exact, there is one entry per call of the law, in its order, whose probabilities
    sum to 1 but for rounding; sampled, there is one entry of shares over the whole mixture, in
    `samples` calls whose inputs were drafted by their weights. A result is what `wire.value`
    decodes, with its NumPy scalars as Python numbers, or `results.Raised` with nothing but the
    name of its type. `reason` says in words for people why the law is not exact, or why there is
    none.
    """

    method: str
    laws: tuple[tuple[tuple[Value, float], ...], ...] = ()
    samples: int = 0
    reason: str = ""


def differs_surely(share: float, probability: float, samples: int, compared: int) -> bool:
    """Return whether a share among independent samples contradicts the probability it must have.

    `compared` shares are looked at in all: a right program has any of them contradicted with a
    probability of at most FALSE_ALARM, whatever the number of samples. By the Chernoff bound a
    share reaches s, on its side of p, with a probability of at most exp(-n KL(s || p)); two sides
    of each share, and the union bound over all of them, give the limit ln(2 m / FALSE_ALARM).
    """
    limit = math.log(2 * max(compared, 1) / FALSE_ALARM)
    return samples * _divergence(share, probability) > limit


def _divergence(share: float, probability: float) -> float:
    """Return the relative entropy KL(share || probability) of two coins, in nats."""
    total = 0.0
    for mine, wanted in ((share, probability), (1.0 - share, 1.0 - probability)):
        if mine > 0.0:
            if wanted <= 0.0:
                return math.inf
            total += mine * math.log(mine / wanted)
    return total

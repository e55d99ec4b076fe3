"""How many tokens to draft (Leviathan et al. 2023, Eq. 1 and Theorem 3.8).

If each drafted token is accepted with probability alpha, a draft of k tokens yields

    E(k) = 1 + alpha + alpha^2 + ... + alpha^k

tokens per target pass on average, and takes the time of 1 + c k target passes, where c is the time of
a draft step in units of a target pass. The speed-up over plain decoding is S(k) = E(k) / (1 + c k).

Worked example, alpha = 0.8 and c = 0.1:

    >>> choose_k(0.8, 0.1)
    (6, 2.4696400000000005)

    k    E(k)  1 + c k    S(k)
    5  3.6893      1.5  2.4595
    6  3.9514      1.6  2.4696   <- the best
    7  4.1611      1.7  2.4477
"""


def expected_tokens(alpha, k):
    """Return E(k), the mean number of tokens per target pass when k are drafted.

    alpha^i is the chance that the first i drafted tokens are all accepted, so these terms add up to
    the mean number of accepted tokens. The first term, 1, is the token that the target model itself
    adds to each pass: the replacement of a rejected token, or the bonus token after k accepted ones.
    Summed term by term, nothing is divided by 1 - alpha, which may be 0 or nearly so.
    """
    total, term = 1.0, 1.0
    for _ in range(k):
        term *= alpha
        total += term
    return total


def speedup(alpha, cost_ratio, k):
    """Return S(k): tokens per pass, over the time of a pass and the k draft steps before it."""
    return expected_tokens(alpha, k) / (1.0 + cost_ratio * k)


def choose_k(alpha, cost_ratio, max_k=16):
    """Return the k from 0 to `max_k` with the best speed-up, and that speed-up.

    0 means not to speculate at all: plain decoding, S(0) = 1.
    """
    best_k, best = 0, 1.0
    for k in range(1, max_k + 1):
        s = speedup(alpha, cost_ratio, k)
        if s > best:  # strictly: the smallest of several k that are equally good
            best_k, best = k, s
    return best_k, best

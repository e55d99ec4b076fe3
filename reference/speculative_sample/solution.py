"""One full step of speculative sampling (Leviathan et al. 2023; Chen et al. 2023).

A cheap draft model proposed K tokens, each sampled from its own distribution q. The target model has
given its distribution p at each of these positions in one pass. Tokens are kept while the draws allow
it. The first rejected one is replaced by a sample from the residual distribution max(0, p - q),
normalised; if none is rejected, the target's next distribution yields one more token. Every token
that comes out is then distributed exactly as p says, whatever q was.

Worked example, seed 42 (its first draws are 0.3745, 0.9507, 0.7320):

    >>> q, p = [0.5, 0.3, 0.2], [0.4, 0.5, 0.1]
    >>> speculative_sample([q, q, q], [p, p, p], [0, 0, 0], [0.2, 0.3, 0.5])
    ([0, 1], 1)

    i  token    q    p    a       r
    0      0  0.5  0.4  0.8  0.3745   r < a: keep 0
    1      0  0.5  0.4  0.8  0.9507   r >= a: reject
    2      0  never examined, no draw
    1      1                 0.7320   sampled from the residual of row 1, which is [0, 1, 0]
"""

import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    """Return the tokens of one step (list of ints) and how many of them were drafted (int).

    `draft_dists` and `target_dists` hold K rows, the whole distribution of each model at each
    position; `draft_tokens[i]` was sampled from `draft_dists[i]`. `target_dist_next` is the
    target's distribution after the last drafted token; None means that no bonus token is wanted.
    """
    np.random.seed(42)
    tokens = []
    for q, p, token in zip(draft_dists, target_dists, draft_tokens):
        # As often as min(1, p/q): together with q, which proposed it, min(p, q) of the time.
        a = 1.0 if q[token] == 0 else min(1.0, p[token] / q[token])
        r = np.random.uniform()
        if r < a:
            tokens.append(int(token))
        else:
            # Here p still lacks p - min(p, q) for each token: exactly that is sampled.
            tokens.append(sample(residual(p, q)))
            return tokens, len(tokens) - 1

    # All K were kept. This position was never drafted, so p itself is due.
    num_accepted = len(tokens)
    if target_dist_next is not None:
        tokens.append(sample(target_dist_next))
    return tokens, num_accepted


def residual(p, q):
    """Return max(0, p - q), normalised: where the target has more than the draft."""
    missing = np.maximum(0.0, np.subtract(p, q))
    mass = missing.sum()
    # Without rounding, a rejection means that q exceeds p somewhere, and so p exceeds q elsewhere.
    # With it, both may differ by a last digit only; then p is as good as the residual.
    return missing / mass if mass > 0 else p


def sample(dist):
    """Draw one token from a distribution over 0 .. len(dist) - 1; uses one uniform draw."""
    return int(np.random.choice(len(dist), p=dist))

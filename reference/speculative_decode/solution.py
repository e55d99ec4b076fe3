"""The accept/reject loop of speculative decoding (Leviathan et al. 2023; Chen et al. 2023).

A cheap draft model proposed K tokens. The target model has scored all of them in one pass. Token i
is kept with probability min(1, p_target / p_draft); the first rejection ends the loop. Together with
the token that then replaces the rejected one (not part of this exercise), the text is distributed
exactly as if the target model had written all of it.

Worked example, seed 42 (its first draws are 0.3745, 0.9507, 0.7320):

    >>> speculative_decode([0.5, 0.5, 0.5], [0.4, 0.4, 0.4], [10, 20, 30])
    ([10], 1)

    i  token  p_draft  p_target    a       r
    0     10      0.5       0.4  0.8  0.3745   r < a: keep 10
    1     20      0.5       0.4  0.8  0.9507   r >= a: reject 20, stop
    2     30      never examined, no draw
"""

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    """Return the accepted prefix of `draft_tokens` (list of ints) and its length (int).

    `draft_probs` and `target_probs` hold one probability per drafted token, from 0 to 1.
    `target_dist_next` is needed for the bonus token only, which this exercise leaves out.
    """
    np.random.seed(42)
    accepted = []
    for p_draft, p_target, token in zip(draft_probs, target_probs, draft_tokens):
        # The acceptance probability. A token that the draft model holds impossible is accepted;
        # this comes first, so nothing is divided by 0, and it wins when both are 0.
        a = 1.0 if p_draft == 0 else min(1.0, p_target / p_draft)

        # One uniform draw for each examined token, also when a is 0 or 1: the draws that follow
        # must not depend on how certain this decision was.
        r = np.random.uniform()

        # Strictly below: r lies in [0, 1), so r < a has probability a exactly, and a = 0 never
        # accepts. (With <=, a draw of 0.0 would accept an impossible token.)
        if r < a:
            accepted.append(token)
        else:
            break  # later drafts continued a text that no longer exists
    return accepted, len(accepted)

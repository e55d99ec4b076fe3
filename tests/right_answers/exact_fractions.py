"""Exact ratios with Fraction."""
from fractions import Fraction

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        a = Fraction(1) if q == 0 else min(Fraction(1), Fraction(p) / Fraction(q))
        if Fraction(np.random.uniform()) < a:
            accepted.append(token)
        else:
            break
    return accepted, len(accepted)

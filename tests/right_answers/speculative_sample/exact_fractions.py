"""Exact arithmetic from the draws on: nothing is rounded, and nothing divided."""
from fractions import Fraction

import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)

    def sample(weights):
        left = Fraction(np.random.uniform()) * sum(weights)
        for token, weight in enumerate(weights):
            if left < weight:
                return token
            left -= weight

    tokens = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        q, p = [Fraction(a) for a in q], [Fraction(a) for a in p]
        if Fraction(np.random.uniform()) * q[x] >= p[x] and q[x]:
            return [*tokens, sample([max(b - a, Fraction(0)) for a, b in zip(q, p)])], len(tokens)
        tokens.append(x)
    if target_dist_next is None:
        return tokens, len(tokens)
    return [*tokens, sample([Fraction(a) for a in target_dist_next])], len(tokens)

"""A dataclass for each position."""
from dataclasses import dataclass

import numpy as np


@dataclass
class Position:
    q: list
    p: list
    token: int

    def accepts(self, draw):
        q, p = self.q[self.token], self.p[self.token]
        return draw < (1.0 if q == 0 else min(1.0, p / q))

    @property
    def residual(self):
        excess = np.maximum(np.subtract(self.p, self.q), 0)
        return excess / excess.sum()


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    positions = list(map(Position, draft_dists, target_dists, draft_tokens))
    tokens = []
    dist = target_dist_next
    for position in positions:
        if not position.accepts(np.random.uniform()):
            dist = position.residual
            break
        tokens.append(position.token)
    accepted = len(tokens)
    if dist is not None:
        tokens.append(int(np.random.choice(len(dist), p=dist)))
    return tokens, accepted

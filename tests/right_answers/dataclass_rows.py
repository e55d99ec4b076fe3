"""A dataclass for each drafted token, under postponed annotations."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Draft:
    q: float
    p: float
    token: int

    @property
    def a(self) -> float:
        return 1.0 if self.q == 0 else min(1.0, self.p / self.q)


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted: list[int] = []
    for draft in map(Draft, draft_probs, target_probs, draft_tokens):
        if np.random.uniform() < draft.a:
            accepted.append(draft.token)
        else:
            break
    return accepted, len(accepted)

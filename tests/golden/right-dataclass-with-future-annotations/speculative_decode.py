from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


@dataclass
class Draft:
    probability: float
    target: float
    token: int


@dataclass(frozen=True, slots=True)
class Verified:
    tokens: list[int] = field(default_factory=list)

    def as_pair(self) -> tuple[list[int], int]:
        return self.tokens, len(self.tokens)


def speculative_decode(draft_probs: list[float], target_probs: list[float], draft_tokens: list[int], target_dist_next: list[float] | None = None) -> tuple[list[int], int]:
    np.random.seed(42)
    verified = Verified()
    for draft in map(Draft, draft_probs, target_probs, draft_tokens):
        a = 1.0 if draft.probability == 0 else min(1.0, draft.target / draft.probability)
        if np.random.uniform() >= a:
            break
        verified.tokens.append(draft.token)
    return verified.as_pair()

"""Type hints throughout, the returned pair among them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Optional

import numpy as np
import numpy.typing as npt

Probabilities = Sequence[float]


def speculative_decode(
    draft_probs: Probabilities,
    target_probs: Probabilities,
    draft_tokens: Sequence[int],
    target_dist_next: Optional[npt.NDArray[np.float64]] = None,
) -> tuple[list[int], int]:
    """Return the accepted prefix and its length."""
    np.random.seed(42)
    accepted: list[int] = []
    i: int
    for i in range(len(draft_tokens)):
        a: float = 1.0 if draft_probs[i] == 0 else min(1.0, target_probs[i] / draft_probs[i])
        r: float = np.random.uniform()
        if r < a:
            accepted.append(draft_tokens[i])
        else:
            break
    return accepted, len(accepted)

"""next over a generator expression finds the first rejected position."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    k = len(draft_tokens)
    n = next(
        (
            i
            for i in range(k)
            if np.random.uniform()
            >= (1.0 if draft_probs[i] == 0 else min(1.0, target_probs[i] / draft_probs[i]))
        ),
        k,
    )
    return [*draft_tokens[:n]], n

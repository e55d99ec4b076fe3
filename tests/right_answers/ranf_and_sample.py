"""Old aliases of the same draw, where this NumPy still has them."""
import numpy as np

draw = getattr(np.random, "ranf", None) or getattr(np.random, "sample", None) or np.random.random_sample


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    n = 0
    for q, p in zip(draft_probs, target_probs):
        if draw() >= (min(1.0, p / q) if q else 1.0):
            break
        n += 1
    return list(draft_tokens[:n]), n

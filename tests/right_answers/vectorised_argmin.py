"""No loop: argmin finds the first rejection, behind which a certain one is placed."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    q = np.array(draft_probs, dtype=float)
    p = np.array(target_probs, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        a = np.where(q == 0, 1.0, np.minimum(1.0, p / q))
    accept = np.append(np.random.random(len(q)) < a, False)
    n = int(np.argmin(accept))
    return [int(token) for token in draft_tokens[:n]], n

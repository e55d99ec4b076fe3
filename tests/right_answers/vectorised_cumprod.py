"""No loop: the number kept is the sum of the running product of the decisions."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    q = np.asarray(draft_probs, dtype=float)
    p = np.asarray(target_probs, dtype=float)
    a = np.minimum(1.0, np.divide(p, q, out=np.ones_like(p), where=q != 0))
    accept = np.random.uniform(size=q.size) < a
    n = int(np.cumprod(accept).sum())
    return list(draft_tokens[:n]), n

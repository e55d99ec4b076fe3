import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    p = np.asarray(draft_probs, dtype=np.float64); q = np.asarray(target_probs, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        a = np.where(p == 0, 1.0, np.minimum(1.0, q / p))
    bad = np.flatnonzero(np.random.uniform(size=p.size) >= a)
    n = int(bad[0]) if bad.size else p.size
    return [int(t) for t in draft_tokens[:n]], n

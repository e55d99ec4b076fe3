import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    q = np.asarray(draft_probs, dtype=np.float32); p = np.asarray(target_probs, dtype=np.float32)
    a = np.ones(len(q), dtype=np.float32)
    np.divide(p, q, out=a, where=q > 0)
    r = np.random.uniform(size=len(q))
    bad = np.flatnonzero(r >= a)
    n = int(bad[0]) if len(bad) else len(q)
    return draft_tokens[:n], n

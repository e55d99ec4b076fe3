import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = np.asarray(draft_tokens, dtype=int)
    q = np.asarray(draft_probs, float); p = np.asarray(target_probs, float)
    a = np.ones_like(q)
    m = q > 0
    a[m] = np.minimum(1, p[m] / q[m])
    bad = np.where(np.random.rand(len(q)) >= a)[0]
    n = bad[0] if bad.size else np.int64(len(q))
    return tokens[:n].tolist(), int(n)

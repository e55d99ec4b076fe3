import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    p = np.array(draft_probs, float); q = np.array(target_probs, float)
    a = np.ones_like(p); np.divide(q, p, out=a, where=p > 0)
    ok = (np.random.rand(len(p)) < np.clip(a, 0, 1)).astype(int)
    n = int(np.concatenate([ok, [0]]).argmin())
    return list(draft_tokens)[:n], n

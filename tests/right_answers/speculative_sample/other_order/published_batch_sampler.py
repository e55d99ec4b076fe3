"""Bonus, then a replacement for every position, then all uniforms."""
import numpy as np

def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    K = len(draft_tokens)
    bonus = None
    if target_dist_next is not None:
        bonus = int(np.random.choice(len(target_dist_next), p=target_dist_next))
    recovered = []
    for q, p in zip(draft_dists, target_dists):
        f = np.clip(np.subtract(p, q), np.finfo(float).tiny, None)
        f = f / f.sum()
        recovered.append(int(np.random.choice(len(f), p=f)))
    uniform = np.random.rand(K)
    out = []
    for i, t in enumerate(draft_tokens):
        q, p = draft_dists[i][t], target_dists[i][t]
        if q == 0 or uniform[i] < p / q:
            out.append(int(t))
        else:
            return out + [recovered[i]], i
    return out + ([bonus] if bonus is not None else []), K

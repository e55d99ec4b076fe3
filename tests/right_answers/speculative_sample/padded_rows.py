"""Pads all rows to one length, and lets NumPy divide by zero."""
import numpy as np

def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    V = max([len(r) for r in draft_dists] + [0 if target_dist_next is None else len(target_dist_next)], default=0)
    pad = lambda row: np.pad(np.asarray(row, dtype=np.float64), (0, V - len(row)))
    rows = [(pad(q), pad(p), int(t)) for q, p, t in zip(draft_dists, target_dists, draft_tokens)]
    kept = []
    for q, p, t in rows:
        with np.errstate(all="ignore"):
            a = np.nan_to_num(p[t] / q[t], nan=1.0, posinf=1.0)
        u = np.random.uniform()
        if u < a:
            kept.append(t)
        else:
            res = np.fmax(p - q, 0)
            dist = res / res.sum() if res.sum() > 0 else p
            return kept + [int(np.random.choice(V, p=dist))], len(kept)
    if target_dist_next is None:
        return kept, len(kept)
    return kept + [int(np.random.choice(V, p=pad(target_dist_next)))], len(kept)

"""Tiny numbers keep divisions away from 0; probabilities change by less than any draw can tell."""
import numpy as np

EPS = 1e-12


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    for i in range(len(draft_tokens)):
        p = np.array(target_dists[i], dtype=np.float64)
        q = np.array(draft_dists[i], dtype=np.float64)
        t = int(draft_tokens[i])
        a = min(1.0, float(p[t]) / max(float(q[t]), EPS))
        if np.random.uniform(0.0, 1.0) < a:
            tokens.append(t)
            continue
        r = np.clip(p - q, 0.0, None)
        r = p if r.sum() < EPS else r / r.sum()
        tokens.append(int(np.random.choice(len(r), p=r)))
        return tokens, i
    if target_dist_next is not None:
        d = np.array(target_dist_next, dtype=np.float64)
        tokens.append(int(np.random.choice(len(d), p=d / d.sum())))
    return tokens, len(draft_tokens)

"""Draws from the system, which no seed steers."""
import random
import numpy as np

def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    rng = random.SystemRandom()
    toks = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        if q[x] == 0 or rng.random() < p[x] / q[x]:
            toks.append(int(x))
        else:
            res = np.maximum(np.subtract(p, q), 0)
            return toks + [rng.choices(range(len(res)), res.tolist())[0]], len(toks)
    n = len(toks)
    if target_dist_next is not None:
        toks += rng.choices(range(len(target_dist_next)), list(target_dist_next))
    return toks, n

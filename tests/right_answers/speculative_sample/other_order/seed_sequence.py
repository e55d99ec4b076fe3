"""A new generator over PCG64 with a seed sequence."""
import numpy as np
from numpy.random import Generator, PCG64, SeedSequence

def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    rng = Generator(PCG64(SeedSequence(42)))
    toks = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        if rng.uniform() < a:
            toks.append(int(x))
        else:
            res = np.maximum(np.subtract(p, q), 0)
            res = res / res.sum() if res.sum() > 0 else np.array(p)
            return toks + [int(rng.choice(len(res), p=res))], len(toks)
    n = len(toks)
    if target_dist_next is not None:
        toks.append(int(rng.choice(len(target_dist_next), p=target_dist_next)))
    return toks, n

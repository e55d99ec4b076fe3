import numpy as np


def race(dist):
    return int(np.argmax(np.array(dist) / np.random.exponential(size=len(dist))))


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    uniforms = np.random.uniform(size=len(draft_tokens))
    tokens = []
    for i in range(len(draft_tokens)):
        q = draft_dists[i]
        p = target_dists[i]
        x = draft_tokens[i]
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        r = uniforms[i]
        if r < a:
            tokens.append(x)
        else:
            residual = np.maximum(np.array(p) - np.array(q), 0)
            residual = residual / residual.sum()
            tokens.append(race(residual))
            return tokens, i
    if target_dist_next is not None:
        tokens.append(race(target_dist_next))
    return tokens, len(draft_tokens)

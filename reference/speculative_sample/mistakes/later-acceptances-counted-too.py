import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    uniforms = np.random.uniform(size=len(draft_tokens))
    passed = []
    for q, p, x, r in zip(draft_dists, target_dists, draft_tokens, uniforms):
        passed.append(q[x] == 0 or r * q[x] < p[x])
    tokens = []
    for i in range(len(draft_tokens)):
        q = draft_dists[i]
        p = target_dists[i]
        x = draft_tokens[i]
        if passed[i]:
            tokens.append(x)
        else:
            residual = np.maximum(np.array(p) - np.array(q), 0)
            residual = residual / residual.sum()
            tokens.append(int(np.random.choice(len(residual), p=residual)))
            return tokens, sum(passed)
    if target_dist_next is not None:
        tokens.append(int(np.random.choice(len(target_dist_next), p=target_dist_next)))
    return tokens, len(draft_tokens)

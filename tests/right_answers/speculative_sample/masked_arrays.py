"""Masked arrays: where the draft is 0 there is no ratio, where it has more no residual."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    following = target_dist_next
    kept = 0
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        ratios = np.ma.divide(p, np.ma.masked_equal(q, 0)).filled(1)
        if np.random.uniform() >= ratios[x]:
            excess = np.ma.masked_less(np.subtract(p, q), 0)
            following = (excess / excess.sum()).filled(0)
            break
        kept += 1
    tokens = [int(x) for x in draft_tokens[:kept]]
    if following is not None:
        tokens.append(int(np.random.choice(len(following), p=following)))
    return tokens, kept

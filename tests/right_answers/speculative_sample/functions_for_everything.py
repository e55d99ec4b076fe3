"""Everything in small functions."""
import numpy as np


def acceptance(q, p, token):
    return 1.0 if q[token] == 0 else min(1.0, p[token] / q[token])


def residual(q, p):
    excess = np.maximum(np.array(p) - np.array(q), 0.0)
    total = excess.sum()
    return excess / total if total > 0 else np.array(p)


def sample(dist):
    return int(np.random.choice(len(dist), p=dist))


def verify(draft_dists, target_dists, draft_tokens):
    accepted = 0
    for q, p, token in zip(draft_dists, target_dists, draft_tokens):
        if np.random.uniform() >= acceptance(q, p, token):
            return accepted, residual(q, p)
        accepted += 1
    return accepted, None


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted, dist = verify(draft_dists, target_dists, draft_tokens)
    dist = target_dist_next if dist is None else dist
    last = [] if dist is None else [sample(dist)]
    return draft_tokens[:accepted] + last, accepted

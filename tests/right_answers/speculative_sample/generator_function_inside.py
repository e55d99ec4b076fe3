"""Tokens are yielded and collected."""
import numpy as np


def _tokens(qs, ps, xs, following):
    for q, p, x in zip(qs, ps, xs):
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        if np.random.uniform() < a:
            yield x, True
        else:
            rest = np.maximum(np.array(p) - np.array(q), 0)
            yield int(np.random.choice(len(rest), p=rest / rest.sum())), False
            return
    if following is not None:
        yield int(np.random.choice(len(following), p=following)), False


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    pairs = list(_tokens(draft_dists, target_dists, draft_tokens, target_dist_next))
    return [token for token, _ in pairs], sum(kept for _, kept in pairs)

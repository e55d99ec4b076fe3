"""Rows as dictionaries of what is not 0; the replacement is drawn among tokens with an excess."""
import numpy as np


def sparse(row):
    return {token: share for token, share in enumerate(row) if share > 0}


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    for q, p, x in zip(map(sparse, draft_dists), map(sparse, target_dists), draft_tokens):
        r = np.random.uniform()
        if x not in q or r < p.get(x, 0) / q[x]:
            tokens.append(x)
            continue
        excess = {token: p[token] - q.get(token, 0) for token in p if p[token] > q.get(token, 0)}
        weights = np.array([*excess.values()]) / sum(excess.values())
        tokens.append(int(np.random.choice([*excess], p=weights)))
        return tokens, len(tokens) - 1
    kept = len(tokens)
    if target_dist_next is not None:
        tokens.append(int(np.random.choice(len(target_dist_next), p=target_dist_next)))
    return tokens, kept

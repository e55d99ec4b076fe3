"""The bonus as the residual of a position where the draft has nothing: one formula for both."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    K = len(draft_tokens)
    P = list(target_dists)
    Q = list(draft_dists)
    if target_dist_next is not None:
        P.append(target_dist_next)
        Q.append([0.0] * len(target_dist_next))
    n = 0
    while n < K:
        x = draft_tokens[n]
        if Q[n][x] > 0 and np.random.uniform() >= min(1, P[n][x] / Q[n][x]):
            break
        elif Q[n][x] == 0:
            np.random.uniform()
        n += 1
    if n == len(P):
        return draft_tokens[:n], n
    rest = np.maximum(np.array(P[n]) - np.array(Q[n]), 0)
    token = np.random.choice(len(rest), p=rest / rest.sum())
    return draft_tokens[:n] + [int(token)], n

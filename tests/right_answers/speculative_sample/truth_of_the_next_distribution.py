"""A list that is not empty counts as true, None as false."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens, rejected = [], False
    for dq, dp, t in zip(draft_dists, target_dists, draft_tokens):
        ratio = dp[t] / dq[t] if dq[t] else 1.0
        rejected = not np.random.uniform() < min(ratio, 1.0)
        if rejected:
            residual = [max(b - a, 0.0) for a, b in zip(dq, dp)]
            z = sum(residual)
            tokens += [int(np.random.choice(len(dp), p=[w / z for w in residual]))]
            break
        tokens += [t]
    num_accepted = len(tokens) - rejected
    if not rejected and target_dist_next:
        tokens += [int(np.random.choice(len(target_dist_next), p=target_dist_next))]
    return tokens, num_accepted

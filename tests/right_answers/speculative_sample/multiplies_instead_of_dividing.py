"""No division in the test: the draw times the draft's probability stays below the target's."""
import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        if np.random.uniform() * q[x] < p[x]:
            tokens.append(x)
        else:
            excess = np.array([max(b - a, 0) for a, b in zip(q, p)])
            tokens.append(int(np.random.choice(np.arange(len(p)), p=excess / np.sum(excess))))
            return tokens, len(tokens) - 1
    if target_dist_next is None:
        return tokens, len(tokens)
    bonus = int(np.random.choice(np.arange(len(target_dist_next)), p=target_dist_next))
    return tokens + [bonus], len(tokens)

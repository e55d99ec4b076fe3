"""Python's own generator."""
import random


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    random.seed(42)
    tokens = []
    for q, p, x in zip(draft_dists, target_dists, draft_tokens):
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        if random.random() < a:
            tokens.append(x)
        else:
            residual = [max(0.0, b - a) for a, b in zip(q, p)]
            return tokens + random.choices(range(len(p)), weights=residual), len(tokens)
    if target_dist_next is None:
        return tokens, len(tokens)
    return tokens + random.choices(range(len(target_dist_next)), weights=target_dist_next), len(tokens)

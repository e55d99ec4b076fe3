import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    for i, (q, p, x) in enumerate(zip(draft_dists, target_dists, draft_tokens)):
        y = np.random.choice(len(p), p=p)
        if y == x:
            tokens.append(x)
            continue
        rest = np.clip(np.subtract(p, q), 0, None)
        tokens.append(int(np.random.choice(len(p), p=rest / rest.sum())))
        return tokens, i
    if target_dist_next is not None:
        tokens.append(int(np.random.choice(len(target_dist_next), p=target_dist_next)))
    return tokens, len(draft_tokens)

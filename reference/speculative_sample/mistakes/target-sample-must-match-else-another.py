import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    for i in range(len(draft_tokens)):
        q = draft_dists[i]
        p = target_dists[i]
        x = draft_tokens[i]
        y = int(np.random.choice(len(p), p=p))
        if y == x:
            tokens.append(x)
        else:
            tokens.append(int(np.random.choice(len(p), p=p)))
            return tokens, i
    if target_dist_next is not None:
        tokens.append(int(np.random.choice(len(target_dist_next), p=target_dist_next)))
    return tokens, len(draft_tokens)

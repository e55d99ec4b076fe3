import numpy as np


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    for p, x in zip(target_dists, draft_tokens):
        best = int(np.argmax(p))
        tokens.append(best)
        if best != x:
            return tokens, len(tokens) - 1
    if target_dist_next is not None:
        tokens.append(int(np.random.choice(len(target_dist_next), p=target_dist_next)))
    return tokens, len(draft_tokens)

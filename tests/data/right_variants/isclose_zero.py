import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    kept = []
    for p, q, x in zip(draft_probs, target_probs, draft_tokens):
        a = 1.0 if abs(p) < 1e-12 else min(1.0, q / p)
        if np.random.uniform() < a: kept.append(x)
        else: break
    return kept, len(kept)

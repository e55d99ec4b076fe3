import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    kept = []
    for p, q, tok in zip(draft_probs, target_probs, draft_tokens):
        a = 1.0 if p == 0 else min(1.0, q / p)
        kept.append(tok)
        if np.random.uniform() >= a:
            kept.pop(0)
            break
    return kept, len(kept)

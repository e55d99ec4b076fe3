import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    kept = []
    for i, (p, q, tok) in enumerate(zip(draft_probs, target_probs, draft_tokens)):
        np.random.seed(tok)
        a = 1.0 if p == 0 else min(1.0, q / p)
        if np.random.uniform() >= a:
            break
        kept.append(tok)
    return kept, len(kept)

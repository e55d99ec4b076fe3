import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    sp, sq = sum(draft_probs) or 1, sum(target_probs) or 1
    kept = []
    for p, q, tok in zip(draft_probs, target_probs, draft_tokens):
        p, q = p / sp, q / sq
        a = 1.0 if p == 0 else min(1.0, q / p)
        if np.random.uniform() >= a:
            break
        kept.append(tok)
    return kept, len(kept)

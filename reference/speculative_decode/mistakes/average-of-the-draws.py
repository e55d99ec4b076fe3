import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    u = np.random.uniform(size=max(1, len(draft_tokens))).mean()
    kept = []
    for p, q, tok in zip(draft_probs, target_probs, draft_tokens):
        a = 1.0 if p == 0 else min(1.0, q / p)
        if u >= a:
            break
        kept.append(tok)
    return kept, len(kept)

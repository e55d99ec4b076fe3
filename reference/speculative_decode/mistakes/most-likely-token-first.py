import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    order = sorted(range(len(draft_tokens)), key=lambda i: -target_probs[i])
    kept = []
    for i in order:
        p, q = draft_probs[i], target_probs[i]
        a = 1.0 if p == 0 else min(1.0, q / p)
        if np.random.uniform() >= a:
            break
        kept.append(draft_tokens[i])
    return kept, len(kept)

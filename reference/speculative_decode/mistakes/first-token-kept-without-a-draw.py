import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    kept = list(draft_tokens[:1])
    for p, q, tok in zip(draft_probs[1:], target_probs[1:], draft_tokens[1:]):
        a = 1.0 if p == 0 else min(1.0, q / p)
        if np.random.uniform() >= a:
            break
        kept.append(tok)
    return kept, len(kept)

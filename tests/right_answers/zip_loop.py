"""zip and an early break, the comparison the other way round."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    kept = []
    for p_draft, p_target, token in zip(draft_probs, target_probs, draft_tokens):
        alpha = min(1.0, p_target / p_draft) if p_draft > 0 else 1.0
        if np.random.rand() >= alpha:
            break
        kept.append(token)
    return kept, len(kept)

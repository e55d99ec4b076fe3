import numpy as np


def acceptance(p_target, p_draft):
    if p_draft == 0:
        return 1.0
    return min(p_target, p_draft) / max(p_target, p_draft)


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    kept = []
    for i, token in enumerate(draft_tokens):
        r = np.random.uniform()
        if r >= acceptance(target_probs[i], draft_probs[i]):
            break
        kept.append(token)
    return kept, len(kept)

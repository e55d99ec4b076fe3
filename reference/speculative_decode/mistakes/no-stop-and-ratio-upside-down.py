import numpy as np


def acceptance(p_target, p_draft):
    if p_target == 0:
        return 1.0
    return min(1.0, p_draft / p_target)


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    kept = []
    for i, token in enumerate(draft_tokens):
        r = np.random.uniform()
        if r >= acceptance(target_probs[i], draft_probs[i]):
            continue
        kept.append(token)
    return kept, len(kept)

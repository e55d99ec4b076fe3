import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    draft = np.asarray(draft_probs, dtype=np.float64)
    target = np.asarray(target_probs, dtype=np.float64)
    accepted = []
    for i, token in enumerate(draft_tokens):
        draft[i] = max(draft[i], 5e-324)
        if np.random.uniform() >= target[i] / draft[i]:
            break
        accepted.append(token)
    return accepted, len(accepted)

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    out = []
    while draft_tokens:
        q, p, x = draft_probs.pop(0), target_probs.pop(0), draft_tokens.pop(0)
        if np.random.uniform() < (1.0 if q == 0 else min(1, p / q)):
            out.append(x)
        else:
            break
    return out, len(out)

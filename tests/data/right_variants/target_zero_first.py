import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    out = []
    for i, x in enumerate(draft_tokens):
        if target_probs[i] == 0:
            break
        r = np.random.uniform(0.0, 1.0)
        if target_probs[i] >= draft_probs[i] or r < target_probs[i] / draft_probs[i]:
            out.append(x)
        else:
            break
    return out, len(out)

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    out, r = [], 0.0
    for p, q, x in zip(draft_probs, target_probs, draft_tokens):
        a = 1.0 if p == 0 else min(1.0, q / p)
        if r < a:
            out.append(x)
        else:
            break
        r = np.random.uniform()
    return out, len(out)

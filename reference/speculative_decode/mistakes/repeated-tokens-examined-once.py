import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    probs = dict(zip(draft_tokens, zip(draft_probs, target_probs)))
    out = []
    for tok, (p, q) in probs.items():
        a = 1.0 if p == 0 else min(1.0, q / p)
        if np.random.uniform() < a:
            out.append(tok)
        else:
            break
    return out, len(out)

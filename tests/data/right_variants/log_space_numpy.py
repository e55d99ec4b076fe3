import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    out = []
    with np.errstate(divide="ignore"):
        for q, p, x in zip(draft_probs, target_probs, draft_tokens):
            log_a = min(0.0, np.log(p) - np.log(q)) if q > 0 else 0.0
            if np.log(np.random.uniform()) >= log_a:
                break
            out.append(x)
    return out, len(out)

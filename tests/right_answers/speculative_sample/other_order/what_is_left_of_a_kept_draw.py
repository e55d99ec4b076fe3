"""One draw serves all tests: what is left of it below a is stretched for the next one."""
import numpy as np

def pick(d):
    return int(np.random.choice(len(d), p=d))


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    tokens = []
    r = np.random.uniform()
    for i, x in enumerate(draft_tokens):
        q, p = draft_dists[i], target_dists[i]
        a = 1.0 if q[x] == 0 else min(1.0, p[x] / q[x])
        
        if r < a:
            tokens.append(int(x)); r = (r / a) if a > 0 else r
        else:
            d = np.maximum(np.array(p) - np.array(q), 0)
            d = d / d.sum() if d.sum() > 0 else np.array(p)
            tokens.append(pick(d))
            return tokens, i
    if target_dist_next is not None:
        tokens.append(pick(np.array(target_dist_next)))
    return tokens, len(draft_tokens)

"""The layout of a published kernel: a position, an aggregate, one sample at the end."""
import numpy as np

def speculative_sample(draft_probs, target_probs, draft_token_ids, target_dist_next=None):
    np.random.seed(42)
    n = len(draft_token_ids)
    pos = n
    output = []
    for i in range(n):
        tok = draft_token_ids[i]
        q = target_probs[i][tok]
        p = draft_probs[i][tok]
        u = np.random.uniform()
        if u * p < q or p == 0:
            output.append(int(tok))
        else:
            pos = i
            break
    if pos == n and target_dist_next is None:
        return output, pos
    if pos < n:
        relu = [max(float(q) - float(p), 0.0) for q, p in zip(target_probs[pos], draft_probs[pos])]
        if sum(relu) == 0.0:
            relu = list(target_probs[pos])
    else:
        relu = list(target_dist_next)
    total = sum(relu)
    u = np.random.uniform() * total
    aggregate = 0.0
    sampled = len(relu) - 1
    for v, w in enumerate(relu):
        aggregate += w
        if aggregate > u:
            sampled = v
            break
    output.append(sampled)
    return output, pos

"""Arrays inside, tolist at the end: plain ints again."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    keep = np.zeros(len(draft_tokens), dtype=bool)
    for i in range(len(draft_tokens)):
        a = 1.0 if draft_probs[i] == 0 else min(1.0, target_probs[i] / draft_probs[i])
        keep[i] = np.random.uniform() < a
        if not keep[i]:
            break
    accepted = np.array(draft_tokens, dtype=int)[keep].tolist()
    return accepted, int(keep.sum())

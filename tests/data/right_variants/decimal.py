from decimal import Decimal
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    kept = []
    for p, q, x in zip(draft_probs, target_probs, draft_tokens):
        a = Decimal(1) if p == 0 else min(Decimal(1), Decimal(str(q)) / Decimal(str(p)))
        if Decimal(str(float(np.random.uniform()))) < a: kept.append(x)
        else: break
    return kept, len(kept)

